#!/usr/bin/env bash
# Shows a camera in a window, codes highlighted, and prints what happens to the codes and the light. Video never waits
# for a look. A click on a code prints it once more, with event=selected. Needs a display; Ctrl-C ends it.
#
#   pipelines/camera-window.sh [DEVICE]        DEVICE: /dev/video0 by default
set -euo pipefail
gst-launch-1.0 -m v4l2src device="${1:-/dev/video0}" ! lumascan ! videoconvert ! autovideosink |
    sed --unbuffered --quiet 's/^Got message .* (element): \(barcode\|light\), /\1 /p'
