#!/usr/bin/python3
# Reads a video file with the element lumascan: messages tell what happens to the codes, metas on the buffers where they
# are in every frame. Needs the packages python3-gi and gir1.2-gst-plugins-base-1.0.
#
#   pipelines/read-codes.py clip.mp4
import sys
import warnings

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstVideo

# GLib calls GObject.ValueArray deprecated; it is what a GstValueArray is read as.
warnings.simplefilter("ignore", DeprecationWarning)

tracks = set()
frames = {}


def code_detected(_element, code):
    """The signal: the same structure as the message's, at once, on a thread of the element."""
    tracks.add(code.get_value("track-id"))


def frame_passed(_pad, info):
    """The metas of a frame; one is found by its track."""
    buffer = info.get_buffer()
    for track in list(tracks):
        region = GstVideo.buffer_get_video_region_of_interest_meta_id(buffer, track)
        if region:
            count = frames.get(track, (0, ""))[0]
            frames[track] = (count + 1, f"{region.x},{region.y} {region.w}x{region.h}")
    return Gst.PadProbeReturn.OK


def show(message):
    facts = message.get_structure()
    if facts.get_name() == "light":
        print(f"light {facts.get_value('state')} {facts.get_value('stream-time') / 1e9:.3f}")
    elif facts.get_name() == "barcode":
        # x and y of the top left, top right, bottom right and bottom left corner, as the code itself has them.
        _, array = facts.get_array("corners")
        corners = [array.get_nth(index) for index in range(array.n_values)]
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(corners[::2], corners[1::2]))
        text = "".join(c if c.isprintable() else "?" for c in facts.get_value("symbol"))
        print(f"{facts.get_value('event')} {facts.get_value('stream-time') / 1e9:.3f}",
              f"track {facts.get_value('track-id')} at {places}: {facts.get_value('type')} {text}",
              f"({facts.get_value('symbol-bytes').get_size()} bytes)")


if len(sys.argv) != 2:
    sys.exit("usage: read-codes.py FILE")
Gst.init(None)
pipeline = Gst.parse_launch(
    "filesrc name=file ! decodebin ! lumascan name=scan draw=false attach-meta=true ! fakesink sync=false")
pipeline.get_by_name("file").set_property("location", sys.argv[1])
scan = pipeline.get_by_name("scan")
scan.connect("code-detected", code_detected)
scan.get_static_pad("src").add_probe(Gst.PadProbeType.BUFFER, frame_passed)

pipeline.set_state(Gst.State.PLAYING)
wanted = Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR
while True:
    message = pipeline.get_bus().timed_pop_filtered(100 * Gst.MSECOND, wanted)
    if message and message.type == Gst.MessageType.ELEMENT:
        show(message)
    elif message:
        break
pipeline.set_state(Gst.State.NULL)
if message.type == Gst.MessageType.ERROR:
    sys.exit(message.parse_error().gerror.message)
for track in sorted(frames):
    print(f"track {track}: in {frames[track][0]} frames, the last time at {frames[track][1]}")
