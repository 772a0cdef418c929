internal import Dispatch
internal import Media

/// A camera of this machine.
public struct Camera: Sendable {
    /// On which side of its device a camera looks out.
    public enum Place: String, Sendable {
        /// Towards who uses the device.
        case front
        /// Away from who uses it.
        case back
    }

    /// One form in which a camera gives its video.
    public struct Mode: Sendable {
        let mode: CameraMode

        /// The pixel format, such as `YUY2`, or how pictures are compressed: `MJPEG`, `H.264`.
        public var format: String { mode.coding.name }
        /// Pixels in a row: one width, or all between two.
        public var widths: ClosedRange<Int> { mode.widths }
        /// Rows: one height, or all between two.
        public var heights: ClosedRange<Int> { mode.heights }
        /// Frames a second: single rates, and all between two; none where the camera does not say.
        public var rates: [ClosedRange<Double>] { mode.rates.map { $0.lowerBound.value...$0.upperBound.value } }
        /// `640x480`, or `16x16 to 1920x1080`.
        package var sizeText: String { mode.sizeText }
        /// `30`, `29.97`, `1 to 60`.
        package var rateTexts: [String] { mode.rateTexts }
    }

    let device: CameraDevice

    /// As it is shown to people; two may have the same.
    public var name: String { device.name }
    /// The path of its device, `/dev/video0`; nil where it has none.
    public var path: String? { device.path }
    /// Where it is, if it says so.
    public var place: Place? { device.place.flatMap { Place(rawValue: $0.rawValue) } }
    /// What it gives; empty where it does not say.
    public var modes: [Mode] { device.modes.map(Mode.init) }

    /// The cameras that are there now, in the order of their numbers.
    /// - Throws: `ScanError` where GStreamer cannot be started.
    public static func all() async throws(ScanError) -> [Camera] {
        let result: Result<[Camera], ScanError> = await withCheckedContinuation { continuation in
            // Asks drivers, which may take their time.
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(ScanError) in
                        do throws(MediaError) {
                            return try CameraDevice.all().map(Camera.init)
                        } catch {
                            throw ScanError(error, source: "cameras", output: nil, hasStarted: false)
                        }
                    })
            }
        }
        return try result.get()
    }
}
