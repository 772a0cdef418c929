internal import Imaging

/// Finds places of a picture that may hold a matrix code, for readers that search from the middle of what they see.
///
/// Texture is mapped at three scales, and regions are taken at every level of strength, so that a code which stands out
/// from textured ground, or from print beside it, has a place of its own.
struct CandidateLocator: ~Copyable {
    /// In order of promise. They may lie within one another.
    private(set) var candidates: [Candidate] = []
    private var map = TextureMap()
    private var packed = GrayImage()
    private var half = GrayImage()
    private var quarter = GrayImage()

    /// A place that may hold a code.
    struct Candidate: Hashable {
        /// The place with a quiet zone, in pixels of the picture.
        var rect: PixelRect
        /// The more, the likelier.
        var promise: Double
    }

    /// Candidates that are kept for one picture.
    static let most = 48

    /// Replaces the candidates by those of `luma`.
    mutating func locate(in luma: borrowing LumaView) {
        candidates.removeAll(keepingCapacity: true)
        if luma.pixelStride == 1 {
            Self.collect(from: luma, scale: 1, with: &map, &candidates)
            half.copyReduced(luma, by: 2)
        } else {
            packed.copy(luma)
            Self.collect(from: packed, scale: 1, with: &map, &candidates)
            Self.reduce(packed, into: &half)
        }
        Self.collect(from: half, scale: 2, with: &map, &candidates)
        Self.reduce(half, into: &quarter)
        Self.collect(from: quarter, scale: 4, with: &map, &candidates)
        let (width, height) = (luma.width, luma.height)
        for i in candidates.indices { candidates[i].grow(in: PixelRect(x: 0, y: 0, width: width, height: height)) }
    }

    private static func reduce(_ image: borrowing GrayImage, into target: inout GrayImage) {
        target.copyReduced(image.view, by: 2)
    }

    private static func collect(
        from image: borrowing GrayImage, scale: Int, with map: inout TextureMap, _ candidates: inout [Candidate]
    ) {
        collect(from: image.view, scale: scale, with: &map, &candidates)
    }

    private static func collect(
        from luma: borrowing LumaView, scale: Int, with map: inout TextureMap, _ candidates: inout [Candidate]
    ) {
        map.measure(luma)
        for level in 1...TextureMap.levelCount {
            map.forEachRegion(level: level) { region in
                guard let candidate = Candidate(region, level: level, scale: scale) else { return }
                candidate.insert(into: &candidates)
            }
        }
    }
}

extension CandidateLocator.Candidate {
    /// Nil for what is too small, too thin or too ragged for a code.
    fileprivate init?(_ region: TextureMap.Region, level: Int, scale: Int) {
        let cells = region.cells
        let (short, long) = (min(cells.width, cells.height), max(cells.width, cells.height))
        // A code on its corner fills half of the rectangle around it; a rectangular Data Matrix is up to 4 times as long
        // as high.
        let fill = Double(region.count) / Double(cells.width * cells.height)
        guard short >= 2, long <= 5 * short, fill >= 0.4 else { return nil }
        let cell = TextureMap.cellSide * scale
        rect = PixelRect(
            x: cells.x * cell, y: cells.y * cell, width: cells.width * cell, height: cells.height * cell)
        let size = min(Double(short), 6)
        promise = fill * (Double(short) / Double(long)).squareRoot() * Double(level + 2) * size
    }

    /// Puts the candidate in its place among `others`, unless one of them is nearly the same.
    fileprivate func insert(into others: inout [Self]) {
        if let same = others.firstIndex(where: { isNearlySame($0) }) {
            guard others[same].promise < promise else { return }
            others.remove(at: same)
        }
        let place = others.firstIndex { $0.promise < promise } ?? others.count
        guard place < CandidateLocator.most else { return }
        others.insert(self, at: place)
        if others.count > CandidateLocator.most { others.removeLast() }
    }

    private func isNearlySame(_ other: Self) -> Bool {
        let width = min(rect.x + rect.width, other.rect.x + other.rect.width) - max(rect.x, other.rect.x)
        let height = min(rect.y + rect.height, other.rect.y + other.rect.height) - max(rect.y, other.rect.y)
        guard width > 0 && height > 0 else { return false }
        let shared = width * height
        return 4 * shared >= 3 * (rect.width * rect.height + other.rect.width * other.rect.height - shared)
    }

    /// Adds a quiet zone on all sides, as far as the picture reaches.
    fileprivate mutating func grow(in picture: PixelRect) {
        let margin = 8 + min(rect.width, rect.height) / 10
        let right = min(picture.width, rect.x + rect.width + margin)
        let bottom = min(picture.height, rect.y + rect.height + margin)
        let (left, top) = (max(0, rect.x - margin), max(0, rect.y - margin))
        rect = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
