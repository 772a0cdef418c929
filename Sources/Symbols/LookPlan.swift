internal import Imaging

/// What one look at a picture consists of: layers (the picture itself, enlarged, reduced, inverted), and for each of
/// them the requests to the library.
struct LookPlan {
    /// In the order in which they are looked at.
    let layers: [Layer]
    /// Most pixels that the library may be shown in this look, every call counted.
    let work: Int
    private let effort: ZXingReader.Effort
    private let inverts: Bool

    init(width: Int, height: Int, effort: ZXingReader.Effort, pass: Int) {
        self.effort = effort
        // A quarter of the looks at video, so that three of four stay cheap.
        inverts = effort == .thorough || pass % 4 == 3
        let pixels = width * height
        work = max(pixels, 1_000_000) * (effort == .thorough ? 150 : 60)
        var layers = [Layer(.whole, width: width, height: height)]
        let shortSide = min(width, height)
        // A module of a few pixels reads better at twice the size; of tens of pixels, or blurred, at a third.
        if effort == .thorough && pixels <= 1_200_000 {
            layers.append(Layer(.enlarged, width: width, height: height))
        }
        if effort == .thorough && shortSide >= 400 {
            layers.append(Layer(.reduced(2), width: width, height: height))
        }
        if shortSide >= 500 && (effort == .thorough || pass % 2 == 0) {
            layers.append(Layer(.reduced(3), width: width, height: height))
        }
        if !ZXingCall.canReadSeveralLinear && shortSide >= 200 {
            let tiles = Self.tiles(width: width, height: height)
            // All of a still; one after the other in video.
            let turn = effort == .thorough ? tiles[...] : tiles[Int(pass.magnitude % 9)...].prefix(1)
            layers += turn.map { Layer(.tile($0), width: $0.width, height: $0.height) }
        }
        if inverts && !ZXingCall.canInvert {
            layers.append(Layer(.inverted, width: width, height: height, onlyIfEmpty: effort == .quick))
        }
        self.layers = layers
    }

    /// Nine overlapping quarters of the picture: 1.4 looks for Aztec and Data Matrix from the middle of a picture only.
    private static func tiles(width: Int, height: Int) -> [PixelRect] {
        (0..<9).map { i in
            PixelRect(x: i % 3 * width / 4, y: i / 3 * height / 4, width: width / 2, height: height / 2)
        }
    }

    /// The calls for `symbologies` on `layer`: all matrix symbologies at once, linear ones as the library allows.
    func requests(for symbologies: SymbologySet, on layer: Layer) -> [Request] {
        let inverts = self.inverts && ZXingCall.canInvert
        if case .tile = layer.kind {
            let wanted = symbologies.intersection(effort == .thorough ? .matrix : .singly)
            return [Request(symbologies: wanted, symbolsInCall: 255, inverts: false, isThorough: true)]
        }
        let several = ZXingCall.canReadSeveralLinear ? 255 : 1
        let linear = symbologies.intersection(.linear)
        // 1.4 can compare no DataBar symbol, so it gives these at the first line: apart from those that need two.
        let groups =
            ZXingCall.canReadSeveralLinear
            ? [linear] : [linear.subtracting(.dataBars), linear.intersection(.dataBars)]
        return [
            Request(
                symbologies: symbologies.intersection(.matrix), symbolsInCall: 255, inverts: inverts,
                isThorough: effort == .thorough)
        ]
            + groups.map { group in
                Request(symbologies: group, symbolsInCall: several, inverts: inverts, isThorough: true)
            }
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

    /// A picture that is made of the picture.
    struct Layer {
        enum Kind {
            case whole, inverted, enlarged
            case reduced(Int)
            case tile(PixelRect)
        }

        let kind: Kind
        let pixelCount: Int
        /// Whether the layer is left out when something was found before it.
        let onlyIfEmpty: Bool

        init(_ kind: Kind, width: Int, height: Int, onlyIfEmpty: Bool = false) {
            self.kind = kind
            self.onlyIfEmpty = onlyIfEmpty
            pixelCount =
                switch kind {
                case .whole, .inverted, .tile: width * height
                case .enlarged: width * height * 4
                case .reduced(let factor): width * height / (factor * factor)
                }
        }

        var isWhole: Bool { if case .whole = kind { true } else { false } }
        var isInverted: Bool { if case .inverted = kind { true } else { false } }

        func make(of luma: borrowing LumaView, in image: inout GrayImage) {
            switch kind {
            case .whole: image.copy(luma)
            case .inverted: image.copyInverted(luma)
            case .enlarged: image.copyEnlarged(luma)
            case .reduced(let factor): image.copyReduced(luma, by: factor)
            case .tile(let part): image.copy(luma.cropped(to: part))
            }
        }

        /// A place of the layer as a place of the picture.
        func inPicture(_ quad: Quad) -> Quad {
            switch kind {
            case .whole, .inverted: quad
            case .enlarged: quad.map { $0 * 0.5 }
            case .reduced(let factor): quad.map { $0 * Double(factor) }
            case .tile(let part): quad.map { $0 + Point(x: Double(part.x), y: Double(part.y)) }
            }
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
