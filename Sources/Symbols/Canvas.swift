internal import Imaging

/// The picture of a look, with what was read painted over, and the layer that is made of it.
///
/// Nothing is copied before something was read, except where a layer needs its own samples.
struct Canvas: ~Copyable {
    /// Whether anything was painted over, so that `remaining` stands for the picture.
    private var isPainted = false
    private var remaining = GrayImage()
    private var layerImage = GrayImage()
    private var check = LinearCheck()
    private var threshold = LocalThreshold()
    private var binary = GrayImage()

    /// Forgets the picture before, keeps its memory.
    mutating func begin() {
        isPainted = false
    }

    /// Makes `layer` of `picture`, as it is left.
    mutating func prepare(_ layer: LookPlan.Layer, of picture: borrowing LumaView) {
        if layer.isPicture { return }
        if isPainted {
            Self.make(layer, of: remaining, in: &layerImage)
        } else {
            layer.make(of: picture, in: &layerImage)
        }
    }

    /// What `call` reads in `layer`, and where.
    mutating func read(_ call: ZXingCall, on layer: LookPlan.Layer, of picture: borrowing LumaView) -> [Found] {
        if !layer.isPicture { return Self.read(call, in: layerImage, &check, &threshold, &binary) }
        if isPainted { return Self.read(call, in: remaining, &check, &threshold, &binary) }
        return Self.read(call, in: picture, &check, &threshold, &binary)
    }

    /// Paints over a place of `layer`, in the layer and in the picture.
    mutating func paint(over place: SymbolPlace, on layer: LookPlan.Layer, of picture: borrowing LumaView) {
        if !isPainted { remaining.copy(picture) }
        isPainted = true
        remaining.mask(layer.inPicture(place.mask), isLightOnDark: layer.isInverted)
        if !layer.isPicture { layerImage.mask(place.mask, isLightOnDark: false) }
    }

    private static func make(_ layer: LookPlan.Layer, of image: borrowing GrayImage, in target: inout GrayImage) {
        layer.make(of: image.view, in: &target)
    }

    private static func read(
        _ call: ZXingCall, in image: borrowing GrayImage, _ check: inout LinearCheck, _ threshold: inout LocalThreshold,
        _ binary: inout GrayImage
    ) -> [Found] {
        read(call, in: image.view, &check, &threshold, &binary)
    }

    private static func read(
        _ call: ZXingCall, in luma: borrowing LumaView, _ check: inout LinearCheck, _ threshold: inout LocalThreshold,
        _ binary: inout GrayImage
    ) -> [Found] {
        let answers: [ZXingCall.Answer]
        if call.gainsFromThreshold, luma.pixelStride == 1, min(luma.width, luma.height) >= LocalThreshold.leastSide {
            threshold.apply(to: luma, in: &binary)
            var call = call
            call.isBinary = true
            answers = binary.withView { call.answers(for: $0) }
        } else {
            answers = call.answers(for: luma)
        }
        var result: [Found] = []
        for answer in answers {
            let place = SymbolPlace(answer, in: luma)
            let isBelieved =
                place.isPlausible
                && (!answer.symbol.symbology.isLinear || check.confirms(answer.symbol, at: place.corners, in: luma))
            result.append(Found(symbol: answer.symbol, place: place, isBelieved: isBelieved))
        }
        return result
    }

    /// What the library read.
    struct Found {
        let symbol: Symbol
        let place: SymbolPlace
        /// Whether the picture bears it out.
        let isBelieved: Bool
    }
}
