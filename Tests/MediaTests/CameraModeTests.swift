import Testing

@testable import Media

@Suite(.enabled(if: hasGStreamer))
struct CameraModeTests {
    private func modes(_ caps: String) throws -> [CameraMode] {
        guard let caps = CapsRef(caps) else { throw MediaError(.badDescription, caps) }
        return CameraMode.all(in: caps)
    }

    @Test("Lists and ranges of caps are modes; other memory and what has no size is none")
    func reading() throws {
        let found = try modes(
            "video/x-raw, format={NV12, YUY2}, width={320, 640}, height=240, framerate=[0/1, 30/1]; "
                + "video/x-raw(memory:DMABuf), format=NV12, width=1, height=1; image/jpeg; "
                + "video/x-bayer, format=rggb, width=[16, 32], height=16")
        #expect(
            found.map(\.coding) == [.raw("NV12"), .raw("NV12"), .raw("YUY2"), .raw("YUY2"), .other("video/x-bayer")])
        #expect(found.map(\.sizeText) == ["320x240", "640x240", "320x240", "640x240", "16x16 to 32x16"])
        #expect(found.map(\.rateTexts) == [["1 to 30"], ["1 to 30"], ["1 to 30"], ["1 to 30"], []])
    }

    @Test(
        "The usual mode is the largest up to 1920x1080 at 25 frames a second or more, raw before MJPEG",
        arguments: [
            (webcam, "image/jpeg, width=(int)1280, height=(int)720, framerate=(fraction)30000/1001"),
            (
                "image/jpeg, width=640, height=480, framerate=30/1; "
                    + "video/x-raw, format=NV12, width=640, height=480, framerate=30/1",
                "video/x-raw, format=(string)NV12, width=(int)640, height=(int)480, framerate=(fraction)30/1"
            ),
            (
                "image/jpeg, width=[16, 3840], height=[16, 2160], framerate=[1/1, 60/1]",
                "image/jpeg, width=(int)1920, height=(int)1080, framerate=(fraction)30/1"
            ),
            ("video/x-raw, format=NV12, width=640, height=480, framerate=15/1", nil),
            ("video/x-h264, width=640, height=480, framerate=30/1", nil), ("ANY", nil),
        ] as [(String, String?)])
    func usual(caps: String, request: String?) throws {
        #expect(try modes(caps).usual?.caps == request)
    }

    @Test(
        "A format that is asked for is raw if it can be, and has the rate that is meant",
        arguments: [
            (
                640, 480, 30,
                "video/x-raw, format=(string)YUY2, width=(int)640, height=(int)480, framerate=(fraction)30/1"
            ),
            (
                640, 480, nil,
                "video/x-raw, format=(string)YUY2, width=(int)640, height=(int)480, framerate=(fraction)30/1"
            ),
            (1280, 720, 30, "image/jpeg, width=(int)1280, height=(int)720, framerate=(fraction)30000/1001"),
            (1280, 720, 29.97, "image/jpeg, width=(int)1280, height=(int)720, framerate=(fraction)30000/1001"),
            (1920, 1080, 30, "video/x-h264, width=(int)1920, height=(int)1080, framerate=(fraction)30/1"),
            (1280, 720, 25, nil), (800, 600, nil, nil),
        ] as [(Int, Int, Double?, String?)])
    func wish(width: Int, height: Int, rate: Double?, request: String?) throws {
        let format = CameraFormat(width: width, height: height, rate: rate)
        #expect(try modes(webcam).request(for: format)?.caps == request)
    }

    @Test("The list of a message has each size once")
    func list() throws {
        #expect(
            try modes(webcam).list
                == "640x480 at 30, 15; 1920x1080 at 5, 30; 1280x720 at 60, 29.97")
    }

    @Test(
        "A name tells the place",
        arguments: [
            ("Front Camera", .front), ("Rear (12 MP)", .back), ("back", .back), ("Front and back", nil),
            ("Backpack Cam", nil), ("USB Camera", nil),
        ] as [(String, CameraDevice.Place?)])
    func places(name: String, place: CameraDevice.Place?) {
        #expect(CameraDevice.Place(inName: name) == place)
    }
}

/// What a usual webcam says.
private let webcam =
    "video/x-raw, format=YUY2, width=640, height=480, framerate={(fraction)30/1, (fraction)15/1}; "
    + "video/x-raw, format=YUY2, width=1920, height=1080, framerate=5/1; "
    + "image/jpeg, width=1280, height=720, framerate={(fraction)60/1, (fraction)30000/1001}; "
    + "image/jpeg, width=640, height=480, framerate=30/1; "
    + "video/x-h264, width=1920, height=1080, framerate=30/1"
