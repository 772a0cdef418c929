#!/usr/bin/env bash
# Prints what happens to the codes and the light in a network camera's video. Every frame is decoded, the newest one is
# looked at when a look is due; nothing is shown or written. Ends when the stream ends, or by Ctrl-C.
#
#   pipelines/rtsp-events.sh rtsp://192.168.1.20/stream1
set -euo pipefail
gst-launch-1.0 -m rtspsrc location="${1:?usage: rtsp-events.sh rtsp://…}" ! application/x-rtp,media=video ! decodebin \
    ! lumascan draw=false ! fakesink |
    sed --unbuffered --quiet 's/^Got message .* (element): \(barcode\|light\), /\1 /p'
