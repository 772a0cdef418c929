#!/usr/bin/env python3
"""Reads photos with marked QR codes by the element `lumascan` and by other readers; prints who found what, how fast.

    bench-qr.py [--rounds N] [--peers PYTHON] [--clip FILE] FOLDER         as `scripts/bench qr` runs it
    bench-qr.py --serve PEER                                              reads pictures from standard input, for that

All readers get the same 8-bit luma, upright by EXIF, from GStreamer's decoders, in turn picture by picture, and use one
thread. A time is that of one call, without decoding the file: of a picture the least of N rounds, each with a reader
that starts anew. It is processor time, the element's by its own `look-cpu-time`.

FOLDER holds CONDITION/NAME.jpg or .png, and for each NAME.txt with the corners of its symbols in pixels of the stored
picture: four points a symbol, comments after '#'. A marked symbol is found by a read of some text whose outline
overlaps it; a read counts for one symbol, largest overlap first; one that overlaps no marked symbol is an insertion.
"""
import argparse
import collections
import json
import pathlib
import statistics
import struct
import subprocess
import sys
import time

TIMEOUT = 120  # seconds for one picture
PEERS = ("zxing-cpp", "zbar")
# Points of a stored picture of width w and height h in the upright one, by GStreamer's tag.
TURNS = {
    "rotate-0": lambda x, y, w, h: (x, y),
    "rotate-90": lambda x, y, w, h: (h - y, x),
    "rotate-180": lambda x, y, w, h: (w - x, h - y),
    "rotate-270": lambda x, y, w, h: (y, w - x),
    "flip-rotate-0": lambda x, y, w, h: (w - x, y),
    "flip-rotate-90": lambda x, y, w, h: (y, x),
    "flip-rotate-180": lambda x, y, w, h: (x, h - y),
    "flip-rotate-270": lambda x, y, w, h: (h - y, w - x),
}


# Scoring

def marks(path):
    """The outlines in a file of marks."""
    lines = (line.split("#")[0].replace("SETS", "").split() for line in path.read_text().splitlines())
    numbers = [float(word) for words in lines for word in words]
    if len(numbers) % 8:
        sys.exit(f"bench qr: {path}: {len(numbers)} numbers, which are not four points a symbol")
    points = list(zip(numbers[0::2], numbers[1::2]))
    return [points[at:at + 4] for at in range(0, len(points), 4)]


def signed_area(outline):
    following = outline[1:] + outline[:1]
    return sum(x * v - u * y for (x, y), (u, v) in zip(outline, following)) / 2


def common_area(a, b):
    """The area that two convex outlines share: one is cut along every side of the other."""
    if signed_area(b) < 0:
        b = b[::-1]
    for (x, y), (u, v) in zip(b, b[1:] + b[:1]):
        inside = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in a]
        left = []
        for at, (p, q) in enumerate(a):
            before, here = inside[at - 1], inside[at]
            if before * here < 0:
                share = before / (before - here)
                left.append((a[at - 1][0] + share * (p - a[at - 1][0]), a[at - 1][1] + share * (q - a[at - 1][1])))
            if here >= 0:
                left.append((p, q))
        a = left
    return abs(signed_area(a))


def score(reads, marked):
    """How many marked outlines are found by the outlines read, and how many of these are insertions."""
    overlaps = []
    for r, read in enumerate(reads):
        for m, mark in enumerate(marked):
            common = common_area(read, mark)
            if common > 0:
                overlaps.append((common / (abs(signed_area(read)) + abs(signed_area(mark)) - common), r, m))
    insertions = len(reads) - len({r for _, r, _ in overlaps})
    used, found = set(), set()
    for _, r, m in sorted(overlaps, reverse=True):
        if r not in used and m not in found:
            used.add(r)
            found.add(m)
    return len(found), insertions


# Pictures and the element

def launch(description, **properties):
    """A pipeline that plays; properties of its elements by name."""
    pipeline = Gst.parse_launch(description)
    for name, values in properties.items():
        for key, value in values.items():
            pipeline.get_by_name(name).set_property(key, value)
    pipeline.set_state(Gst.State.PLAYING)
    return pipeline


def ended(pipeline, what):
    """Waits for the end, and gives the structures of the messages before it."""
    told = []
    kinds = Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR
    while message := pipeline.get_bus().timed_pop_filtered(TIMEOUT * Gst.SECOND, kinds):
        if message.type == Gst.MessageType.EOS:
            return told
        if message.type == Gst.MessageType.ERROR:
            sys.exit(f"bench qr: {what}: {message.parse_error()[0].message}")
        told.append(message.get_structure())
    sys.exit(f"bench qr: {what}: no end after {TIMEOUT} s")


class Picture:
    """Luma in a buffer of GStreamer's, for the element, and in rows without gaps, for everybody else."""

    def __init__(self, sample):
        self.buffer, self.caps = sample.get_buffer(), sample.get_caps()
        facts = self.caps.get_structure(0)
        self.width, self.height = facts.get_value("width"), facts.get_value("height")
        stride = (self.width + 3) // 4 * 4
        data = self.buffer.extract_dup(0, self.buffer.get_size())
        rows = (data[at:at + self.width] for at in range(0, stride * self.height, stride))
        self.pixels = data if stride == self.width else b"".join(rows)


def decode(path):
    """A still, upright, and what turns its marks."""
    decoder = "jpegparse ! jpegdec" if path.suffix in (".jpg", ".jpeg") else "decodebin"
    pipeline = launch(
        f"filesrc name=file ! {decoder} ! videoflip name=flip video-direction=auto ! videoconvert ! "
        "video/x-raw,format=GRAY8 ! appsink name=sink sync=false", file={"location": str(path)})
    sample = pipeline.get_by_name("sink").emit("try-pull-sample", TIMEOUT * Gst.SECOND)
    if not sample:
        ended(pipeline, path)
        sys.exit(f"bench qr: {path}: no picture")
    pad, tag, number = pipeline.get_by_name("flip").get_static_pad("sink"), "rotate-0", 0
    while event := pad.get_sticky_event(Gst.EventType.TAG, number):
        known, text = event.parse_tag().get_string("image-orientation")
        tag, number = text if known else tag, number + 1
    stored = pad.get_current_caps().get_structure(0)
    width, height = stored.get_value("width"), stored.get_value("height")
    pipeline.set_state(Gst.State.NULL)
    return Picture(sample), lambda point: TURNS[tag](*point, width, height)


def frames(path):
    """The frames of a clip at 1920x1080."""
    pipeline = launch(
        "filesrc name=file ! decodebin ! videoconvert ! videoscale add-borders=false ! "
        "video/x-raw,format=GRAY8,width=1920,height=1080,pixel-aspect-ratio=1/1 ! "
        "appsink name=sink sync=false max-buffers=1", file={"location": str(path)})
    while sample := pipeline.get_by_name("sink").emit("try-pull-sample", TIMEOUT * Gst.SECOND):
        yield Picture(sample)
    ended(pipeline, path)
    pipeline.set_state(Gst.State.NULL)


def stamped(buffer, number):
    """The same memory at a time of its own: 25 a second."""
    buffer = buffer.copy()
    buffer.pts = number * Gst.SECOND // 25
    buffer.duration = Gst.SECOND // 25
    return buffer


class Element:
    """Reads with the element `lumascan`."""

    def __init__(self, effort):
        self.name, self.effort, self.video, self.looks, self.total = f"lumascan {effort}", effort, None, 0, 0

    def launch(self, caps, rest):
        return launch(
            f"appsrc name=source format=time ! lumascan name=reader formats=qr effort={self.effort} interval=0 "
            f"mode=recorded draw=false {rest}", source={"caps": caps})

    def read(self, picture):
        """Outlines read in a still, and milliseconds."""
        pipeline = self.launch(picture.caps, "! fakesink sync=false")
        source = pipeline.get_by_name("source")
        source.emit("push-buffer", stamped(picture.buffer, 0))
        source.emit("end-of-stream")
        told = ended(pipeline, self.name)
        look = pipeline.get_by_name("reader").get_property("stats").get_value("look-cpu-time")
        pipeline.set_state(Gst.State.NULL)
        outlines = []
        for facts in told:
            if facts.get_name() == "barcode" and facts.get_value("event") == "new" \
                    and facts.get_value("type") == "QRCode" and facts.get_value("symbol"):
                numbers = facts.get_array("corners")[1]
                outlines.append([(numbers.get_nth(at), numbers.get_nth(at + 1)) for at in range(0, 8, 2)])
        return outlines, look / 1e6

    def time_frame(self, picture):
        """Milliseconds for the next frame of a clip, whose frames must be of one size."""
        # With metas and no lookahead a frame comes out as soon as it was looked at.
        self.video = self.video or self.launch(
            picture.caps, "attach-meta=true message=false lookahead=0 ! appsink name=sink sync=false")
        self.video.get_by_name("source").emit("push-buffer", stamped(picture.buffer, self.looks))
        if not self.video.get_by_name("sink").emit("try-pull-sample", TIMEOUT * Gst.SECOND):
            sys.exit(f"bench qr: {self.name}: a frame of the clip did not come back")
        stats = self.video.get_by_name("reader").get_property("stats")
        before, self.looks = self.total, stats.get_value("examined")
        self.total = stats.get_value("look-cpu-time") * self.looks
        return (self.total - before) / 1e6

    def finish(self):
        if self.video:
            self.video.set_state(Gst.State.NULL)


# Peers, by whatever Python has them

def serve(peer):
    """For every picture (width, height, pixels) a line of JSON: outlines and milliseconds."""
    try:
        if peer == "zxing-cpp":
            import importlib.metadata
            import zxingcpp

            def read(pixels, width, height):
                return zxingcpp.read_barcodes(
                    memoryview(pixels).cast("B", (height, width)), formats=zxingcpp.BarcodeFormat.QRCode)

            def outline(found):
                place = found.position
                corners = place.top_left, place.top_right, place.bottom_right, place.bottom_left
                return [(corner.x, corner.y) for corner in corners] if found.text else []
            name = f"{peer} {importlib.metadata.version(peer)}"
        else:
            from pyzbar import pyzbar

            def read(pixels, width, height):
                return pyzbar.decode((pixels, width, height), symbols=[pyzbar.ZBarSymbol.QRCODE])

            def outline(found):
                return [(corner.x, corner.y) for corner in found.polygon] if found.data else []
            name = peer
    except ImportError as error:
        return print(json.dumps({"error": str(error)}))
    print(json.dumps({"name": name}), flush=True)
    while header := sys.stdin.buffer.read(8):
        width, height = struct.unpack("<II", header)
        pixels = sys.stdin.buffer.read(width * height)
        begin = time.process_time()
        found = read(pixels, width, height)
        taken = (time.process_time() - begin) * 1000
        outlines = [shape for shape in map(outline, found) if len(shape) > 2]
        print(json.dumps({"outlines": outlines, "milliseconds": taken}), flush=True)


class Peer:
    """Reads with another reader, in a process of its own; `error` says why it is not there."""

    def __init__(self, python, peer):
        command = [python, __file__, "--serve", peer]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        facts = json.loads(self.process.stdout.readline() or '{"error": "does not start"}')
        self.name, self.error = facts.get("name", peer), facts.get("error")

    def read(self, picture):
        self.process.stdin.write(struct.pack("<II", picture.width, picture.height) + picture.pixels)
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"bench qr: {self.name} ended at a picture of {picture.width}x{picture.height}")
        facts = json.loads(line)
        return [[tuple(corner) for corner in outline] for outline in facts["outlines"]], facts["milliseconds"]

    def time_frame(self, picture):
        return self.read(picture)[1]

    def finish(self):
        self.process.stdin.close()
        self.process.wait()


# The table

def main(arguments):
    pictures = sorted(
        (path, path.with_suffix(".txt")) for path in pathlib.Path(arguments.folder).glob("*/*")
        if path.suffix in (".jpg", ".jpeg", ".png") and path.with_suffix(".txt").exists())
    if not pictures:
        print(f"bench qr: no marked pictures (CONDITION/NAME.jpg and .txt) in {arguments.folder}", file=sys.stderr)
        return 2
    readers = [Element("quick"), Element("thorough")]
    for peer in PEERS if arguments.peers else ():
        reader = Peer(arguments.peers, peer)
        if reader.error:
            print(f"bench qr: without {peer}: {reader.error}", file=sys.stderr)
            reader.finish()
        else:
            readers.append(reader)

    marked = collections.Counter()
    found = [collections.Counter() for _ in readers]
    insertions = [0 for _ in readers]
    times = [[] for _ in readers]
    for number, (path, text) in enumerate(pictures):
        if number % 20 == 0:
            print(f"bench qr: picture {number} of {len(pictures)}", file=sys.stderr)
        picture, turn = decode(path)
        outlines = [[turn(point) for point in outline] for outline in marks(text)]
        marked[path.parent.name] += len(outlines)
        rounds = [[reader.read(picture) for reader in readers] for _ in range(arguments.rounds)]
        for at, (reads, _) in enumerate(rounds[0]):
            hits, wrong = score(reads, outlines)
            found[at][path.parent.name] += hits
            insertions[at] += wrong
            times[at].append(min(results[at][1] for results in rounds))

    def row(name, count, values):
        print(f"{name:<30} {count:>6}" + "".join(f" {value:>18}" for value in values))

    def percent(part, whole):
        return f"{100 * part / max(1, whole):.1f} %"

    title = f"{pathlib.Path(arguments.folder).name}, {len(pictures)} pictures"
    row(title, "marked", [reader.name for reader in readers])
    for condition in marked:
        row(condition, marked[condition], [percent(hits[condition], marked[condition]) for hits in found])
    row("all symbols", marked.total(), [percent(hits.total(), marked.total()) for hits in found])
    kinds = [condition for condition in marked if marked[condition]]
    row("mean of conditions", "", [
        percent(sum(hits[kind] / marked[kind] for kind in kinds), len(kinds)) for hits in found])
    row("insertions", "", insertions)
    row("ms a picture, median", "", [f"{statistics.median(series):.1f}" for series in times])
    row("ms a picture, mean", "", [f"{statistics.mean(series):.1f}" for series in times])
    if arguments.clip:
        # The readers for video: the others would only take long.
        timed = [reader for reader in readers if reader.name != "lumascan thorough" and reader.name != "zbar"]
        series = {reader.name: [] for reader in timed}
        for frame in frames(arguments.clip):
            for reader in timed:
                series[reader.name].append(reader.time_frame(frame))
        row("ms a 1080p frame, median", "", [
            f"{statistics.median(series[reader.name]):.1f}" if series.get(reader.name) else "-" for reader in readers])
    for reader in readers:
        reader.finish()
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", choices=PEERS)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--peers")
    parser.add_argument("--clip")
    parser.add_argument("folder", nargs="?")
    chosen = parser.parse_args()
    if chosen.serve:
        sys.exit(serve(chosen.serve))
    import gi
    gi.require_version("Gst", "1.0")
    from gi.repository import Gst
    Gst.init(None)
    sys.exit(main(chosen))
