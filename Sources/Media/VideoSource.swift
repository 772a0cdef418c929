/// What a pipeline's video comes from.
package enum VideoSource: Sendable {
    /// A container or an elementary stream, which is taken apart and decoded.
    case stream(MediaLocation)
    /// A camera, and what it is to give; nil for what suits best.
    case camera(CameraSource, CameraFormat?)
    /// A video that is made here, with these pictures in it.
    case test([MovingPicture])

    /// Adds the elements that give raw frames to `video`.
    /// - Parameters:
    ///   - video: where frames go: an element with a sink pad, already in the pipeline.
    ///   - others: where audio and subtitles of a stream go; nil to leave them alone.
    /// - Returns: the chain of a stream.
    package func feed(
        _ video: Element, in pipeline: Pipeline, others: OutputChain?
    ) throws(MediaError) -> SourceChain? {
        switch self {
        case .stream(let location):
            return try SourceChain(location, in: pipeline, video: video, others: others)
        case .camera(let camera, let format):
            try CameraChain.make(camera, format, in: pipeline, video: video)
        case .test(let pictures):
            try TestVideo.make(pictures, in: pipeline, video: video)
        }
        return nil
    }

    /// The camera that it is, where the device monitor knows it.
    package var device: CameraDevice? {
        if case .camera(.device(let device), _) = self { device } else { nil }
    }
}
