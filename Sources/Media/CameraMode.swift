/// One form in which a camera gives its video.
package struct CameraMode: Sendable, Hashable {
    /// How the pictures are coded.
    package enum Coding: Sendable, Hashable {
        /// Raw, in a pixel format of GStreamer's name.
        case raw(String)
        case jpeg, h264
        /// A media type that is not read from cameras.
        case other(String)

        /// As it is shown: `YUY2`, `MJPEG`.
        package var name: String {
            switch self {
            case .raw(let format): format
            case .jpeg: "MJPEG"
            case .h264: "H.264"
            case .other(let mediaType): mediaType
            }
        }
    }

    package var coding: Coding
    /// Pixels in a row, and rows: one size, or all between two.
    package var widths: ClosedRange<Int>
    package var heights: ClosedRange<Int>
    /// Single rates, and all between two; none where the camera does not say.
    package var rates: [ClosedRange<FrameRate>]
}

/// What a user wants of a camera.
package struct CameraFormat: Sendable, Hashable {
    package var width: Int
    package var height: Int
    /// Frames a second; nil for about 30.
    package var rate: Double?

    package init(width: Int, height: Int, rate: Double?) {
        (self.width, self.height, self.rate) = (width, height, rate)
    }
}

/// One size and rate of a mode, to be asked for.
struct CameraRequest: Sendable, Hashable {
    var coding: CameraMode.Coding
    var width: Int
    var height: Int
    /// Nil where the mode has none.
    var rate: FrameRate?

    /// What a filter behind the camera lets pass.
    var caps: String {
        let type =
            switch coding {
            case .raw(let format): "video/x-raw, format=(string)\(format)"
            case .jpeg: "image/jpeg"
            case .h264: "video/x-h264"
            case .other(let mediaType): mediaType
            }
        let size = "\(type), width=(int)\(width), height=(int)\(height)"
        return rate.map { "\(size), framerate=(fraction)\($0.numerator)/\($0.denominator)" } ?? size
    }
}
