internal import Imaging

extension LookPlan {
    /// A picture that is made of the picture.
    struct Layer {
        enum Kind: Hashable {
            case whole
            case part(PixelRect, Size)
            case turned(GrayImage.Cutout)
        }

        /// How large a part is shown.
        enum Size: Hashable {
            case same, enlarged
            case reduced(Int)
        }

        let kind: Kind
        /// Whether it is a place of the picture rather than all of it.
        let isPlace: Bool
        /// Whether dark and light are exchanged.
        var isInverted = false
        /// Whether the layer is left out when something was found before it.
        var onlyIfEmpty = false

        private init(_ kind: Kind, isPlace: Bool) {
            self.kind = kind
            self.isPlace = isPlace
        }

        static func whole(_ picture: PixelRect, _ size: Size = .same) -> Layer {
            if case .same = size { return Layer(.whole, isPlace: false) }
            return Layer(.part(picture, size), isPlace: false)
        }

        /// A place that may hold a code, upright as far as its grain tells.
        ///
        /// What is small is shown at twice its size, as a library that measures in whole pixels needs it; what is huge,
        /// reduced.
        static func candidate(_ rect: PixelRect, _ grain: Grain) -> Layer {
            let side = max(rect.width, rect.height)
            let size: Size = side < 120 ? .enlarged : side < 1000 ? .same : .reduced(min(side / 500, 16))
            // The library bears codes that are turned by up to 4 degrees.
            guard abs(grain.direction.y) > 0.07, grain.regularity > 0.4 else {
                return Layer(.part(rect, size), isPlace: true)
            }
            let cutout = GrayImage.Cutout(
                centerX: Double(rect.x) + Double(rect.width) / 2, centerY: Double(rect.y) + Double(rect.height) / 2,
                width: Int(Double(rect.width) / size.pixels), height: Int(Double(rect.height) / size.pixels),
                stepX: grain.direction.x * size.pixels, stepY: grain.direction.y * size.pixels)
            return Layer(.turned(cutout), isPlace: true)
        }

        var inverted: Layer {
            var layer = self
            layer.isInverted = true
            return layer
        }

        /// Pixels of the layer, made of a picture of `pixels`.
        func pixelCount(of pixels: Int) -> Int {
            switch kind {
            case .whole: pixels
            case .part(let part, let size): Int(Double(part.width * part.height) / (size.pixels * size.pixels))
            case .turned(let cutout): cutout.width * cutout.height
            }
        }

        /// Whether the layer is the picture as it is.
        var isPicture: Bool { kind == .whole && !isInverted }

        func make(of luma: borrowing LumaView, in image: inout GrayImage) {
            switch kind {
            case .whole: image.copy(luma)
            case .part(let part, .same): image.copy(luma.cropped(to: part))
            case .part(let part, .enlarged): image.copyEnlarged(luma.cropped(to: part))
            case .part(let part, .reduced(let factor)): image.copyReduced(luma.cropped(to: part), by: factor)
            case .turned(let cutout): image.copy(cutout, of: luma)
            }
            if isInverted { image.invert() }
        }

        /// A place of the layer as a place of the picture.
        func inPicture(_ quad: Quad) -> Quad {
            switch kind {
            case .whole: return quad
            case .part(let part, let size):
                return quad.map { $0 * size.pixels + Point(x: Double(part.x), y: Double(part.y)) }
            case .turned(let cutout):
                return quad.map { point in
                    let place = cutout.inPicture(x: point.x, y: point.y)
                    return Point(x: place.x, y: place.y)
                }
            }
        }
    }
}

extension LookPlan.Layer.Size {
    /// Pixels of the picture for one of the part as it is shown.
    fileprivate var pixels: Double {
        switch self {
        case .same: 1
        case .enlarged: 0.5
        case .reduced(let factor): Double(factor)
        }
    }
}
