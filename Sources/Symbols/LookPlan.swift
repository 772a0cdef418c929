internal import Imaging

/// What one look at a picture consists of: layers (the picture itself, enlarged, reduced, inverted, and places of it),
/// and for each of them the requests to the library.
struct LookPlan {
    /// In the order in which they are looked at.
    let layers: [Layer]
    /// Most pixels that the library may be shown in this look, every call counted.
    let work: Int
    private let effort: Effort
    private let inverts: Bool
    private let pass: Int

    /// - Parameter places: candidates for codes, in order of promise.
    init(width: Int, height: Int, effort: Effort, pass: Int, places: [Layer] = []) {
        self.effort = effort
        self.pass = pass
        let picture = PixelRect(x: 0, y: 0, width: width, height: height)
        inverts = Self.inverts(effort: effort, pass: pass)
        work = max(width * height, 1_000_000) * (effort == .thorough ? 150 : 60)
        let shortSide = min(width, height)
        var layers = [Layer.whole(picture)]
        // A module of a few pixels reads better at twice the size; of tens of pixels, or blurred, at a third.
        if effort == .thorough && width * height <= 1_200_000 { layers.append(.whole(picture, .enlarged)) }
        if effort == .thorough && shortSide >= 400 { layers.append(.whole(picture, .reduced(2))) }
        if shortSide >= 500 && (effort == .thorough || pass % 2 == 0) { layers.append(.whole(picture, .reduced(3))) }
        if !ZXingCall.canReadSeveralLinear { layers += places }
        if inverts && !ZXingCall.canInvert {
            layers += Self.inverted(picture, places: places, effort: effort)
        }
        self.layers = layers
    }

    /// Whether a look is also for light on dark: a quarter of those at video, so that three of four stay cheap.
    private static func inverts(effort: Effort, pass: Int) -> Bool {
        effort == .thorough || pass % 4 == 3
    }

    /// Whether a look has use for places: all that 1.4 reads from the middle only, and all for light on dark.
    static func needsPlaces(for symbologies: SymbologySet, effort: Effort, pass: Int) -> Bool {
        !symbologies.isDisjoint(with: .singly)
            || !ZXingCall.canInvert && !symbologies.isDisjoint(with: .matrix) && inverts(effort: effort, pass: pass)
    }

    /// The layers for light on dark: in video a large picture is shown at half its size, and its places as they are.
    private static func inverted(_ picture: PixelRect, places: [Layer], effort: Effort) -> [Layer] {
        let isLarge = effort == .quick && min(picture.width, picture.height) >= 600
        return ([Layer.whole(picture, isLarge ? .reduced(2) : .same)] + places).map { layer in
            var layer = layer.inverted
            layer.onlyIfEmpty = effort == .quick || layer.isPlace
            return layer
        }
    }

    /// The calls for `symbologies` on `layer`: all matrix symbologies at once, linear ones as the library allows.
    func requests(for symbologies: SymbologySet, on layer: Layer) -> [Request] {
        let inverts = self.inverts && ZXingCall.canInvert
        if layer.isPlace {
            let wanted: SymbologySet = effort == .thorough || layer.isInverted ? .matrix : .singly
            return [
                Request(
                    symbologies: symbologies.intersection(wanted), symbolsInCall: 255, inverts: false, isThorough: true)
            ]
        }
        let several = ZXingCall.canReadSeveralLinear ? 255 : 1
        let linear = symbologies.intersection(.linear)
        // 1.4 can compare no DataBar symbol, so it gives these at the first line: apart from those that need two.
        let groups =
            ZXingCall.canReadSeveralLinear
            ? [linear] : [linear.subtracting(.dataBars), linear.intersection(.dataBars)]
        let matrix = Request(
            symbologies: symbologies.intersection(.matrix), symbolsInCall: 255,
            inverts: inverts, isThorough: effort == .thorough)
        guard looksForLinear(on: layer) else { return [matrix] }
        return [matrix]
            + groups.map { group in
                Request(symbologies: group, symbolsInCall: several, inverts: inverts, isThorough: true)
            }
    }

    /// Linear symbols cost half as much in a reduced picture as in the whole one, so that video takes turns with them.
    private func looksForLinear(on layer: Layer) -> Bool {
        effort == .thorough || layer.kind == .whole || pass % 4 == 0 || pass % 8 == 7
    }

    /// What is asked for in one call, again and again.
    struct Request {
        let symbologies: SymbologySet
        let symbolsInCall: Int
        let inverts: Bool
        /// Whether to ask again for what one call should have given whole.
        let isThorough: Bool

        /// What to ask for after an answer with these symbologies; nothing when it was empty, or when what was read
        /// could not be painted over.
        func following(_ answered: [Symbology], hasPlaces: Bool) -> SymbologySet {
            guard !answered.isEmpty && hasPlaces else { return [] }
            return isThorough ? symbologies : SymbologySet(answered).intersection(.singly)
        }
    }
}

extension SymbologySet {
    /// Symbologies that check themselves so little that more scan lines must agree.
    static let weak = SymbologySet([.itf, .codabar, .code39, .upcE, .dataBar, .dataBarExpanded])
    static let dataBars = SymbologySet([.dataBar, .dataBarExpanded])
    /// Matrix symbologies of which zxing-cpp 1.4 gives one symbol a call.
    static let singly: SymbologySet =
        ZXingCall.canReadSeveralLinear ? [] : SymbologySet([.dataMatrix, .aztec, .pdf417, .maxiCode])
}
