internal import Imaging

/// The picture of a look, with what was read painted over, and the layer that is made of it.
///
/// Nothing is copied before something was read, except where a layer needs its own samples.
struct Canvas: ~Copyable {
    /// Whether anything was painted over, so that `remaining` stands for the picture.
    private var isPainted = false
    private var remaining = GrayImage()
    private var layerImage = GrayImage()

    /// Forgets the picture before, keeps its memory.
    mutating func begin() {
        isPainted = false
    }

    /// Makes `layer` of `picture`, as it is left.
    mutating func prepare(_ layer: LookPlan.Layer, of picture: borrowing LumaView) {
        if layer.isWhole { return }
        if isPainted {
            Self.make(layer, of: remaining, in: &layerImage)
        } else {
            layer.make(of: picture, in: &layerImage)
        }
    }

    /// What `call` reads in `layer`, and where.
    func read(
        _ call: ZXingCall, on layer: LookPlan.Layer, of picture: borrowing LumaView
    ) -> [(answer: ZXingCall.Answer, place: SymbolPlace)] {
        if !layer.isWhole { return Self.read(call, in: layerImage.view) }
        return isPainted ? Self.read(call, in: remaining.view) : Self.read(call, in: picture)
    }

    /// Paints over a place of `layer`, in the layer and in the picture.
    mutating func paint(over place: SymbolPlace, on layer: LookPlan.Layer, of picture: borrowing LumaView) {
        if !isPainted { remaining.copy(picture) }
        isPainted = true
        remaining.mask(layer.inPicture(place.mask), isLightOnDark: layer.isInverted)
        if !layer.isWhole { layerImage.mask(place.mask, isLightOnDark: false) }
    }

    private static func make(_ layer: LookPlan.Layer, of image: borrowing GrayImage, in target: inout GrayImage) {
        layer.make(of: image.view, in: &target)
    }

    private static func read(
        _ call: ZXingCall, in luma: borrowing LumaView
    ) -> [(answer: ZXingCall.Answer, place: SymbolPlace)] {
        var result: [(answer: ZXingCall.Answer, place: SymbolPlace)] = []
        for answer in call.answers(for: luma) { result.append((answer, SymbolPlace(answer, in: luma))) }
        return result
    }
}
