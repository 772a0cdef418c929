#!/usr/bin/env bash
# Writes a copy of an MP4 or MOV file that has one audio stream, codes highlighted, the audio not encoded anew. Ctrl-C
# ends the copy early and well.
#
#   pipelines/annotate-file.sh clip.mp4 annotated.mp4
#
# The queue on the audio is wide: audio waits there for the video that is looked at and encoded. `lumascan annotate`
# does this for any file.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: annotate-file.sh INPUT OUTPUT" >&2; exit 2; }
exec gst-launch-1.0 -e filesrc location="$1" ! qtdemux name=demux \
    demux.video_0 ! queue ! decodebin ! videoflip video-direction=auto ! lumascan ! videoconvert \
    ! x264enc speed-preset=veryfast pass=qual quantizer=21 ! h264parse ! mux. \
    demux.audio_0 ! queue max-size-buffers=0 max-size-time=0 max-size-bytes=268435456 ! mux. \
    mp4mux name=mux ! filesink location="$2"
