internal import Symbols

extension ScanRegion {
    /// What is wrong with the text of a region, as the end of a sentence.
    package struct TextError: Error, Sendable, Hashable {
        package let problem: String

        fileprivate static let notFourNumbers = TextError(
            problem: "is not X,Y,W,H in fractions or, ending in px, in pixels")
    }

    /// The region that a text names: `0.5,0,0.5,1` in fractions, `100,50,640,360px` in pixels.
    package init(_ text: String) throws(TextError) {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.drop { $0 == " " }
        }
        let marked = parts.map { $0.hasSuffix("px") }
        let isPixels = marked.last == true
        guard parts.count == 4, !isPixels || !marked.dropLast().contains(true) || !marked.contains(false),
            isPixels || !marked.contains(true)
        else { throw .notFourNumbers }
        parts = zip(parts, marked).map { part, isMarked in isMarked ? part.dropLast(2) : part }
        let numbers = parts.compactMap { Decimal.number(String($0)) }
        guard numbers.count == 4 else { throw .notFourNumbers }
        let box = Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard box.width > 0, box.height > 0 else { throw TextError(problem: "has no area") }
        // What decimals add up to may exceed 1 by a rounding error.
        guard isPixels || (box.x + box.width <= 1 + 1e-9 && box.y + box.height <= 1 + 1e-9) else {
            throw TextError(problem: "reaches outside the picture: fractions go from 0 to 1, pixels end in px")
        }
        self.init(box, unit: isPixels ? .pixel : .fraction)
    }
}
