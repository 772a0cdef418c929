#!/usr/bin/env bash
# Shows a camera as it is and looks for codes on a branch beside it, which can neither delay nor change what is shown:
# the queue before it drops frames while a look goes on. Prints what happens to the codes and the light. Needs a
# display; Ctrl-C ends it.
#
#   pipelines/scan-branch.sh [DEVICE]        DEVICE: /dev/video0 by default
set -euo pipefail
gst-launch-1.0 -m v4l2src device="${1:-/dev/video0}" ! tee name=video \
    video. ! queue ! videoconvert ! autovideosink \
    video. ! queue leaky=downstream max-size-buffers=1 max-size-bytes=0 max-size-time=0 \
    ! lumascan draw=false ! fakesink sync=false |
    sed --unbuffered --quiet 's/^Got message .* (element): \(barcode\|light\), /\1 /p'
