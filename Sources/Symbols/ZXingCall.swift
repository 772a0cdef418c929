internal import CZXing
internal import Imaging

/// One call of zxing-cpp.
struct ZXingCall {
    /// What to look for.
    var symbologies: SymbologySet
    /// Most symbols to return, up to 255.
    var maxSymbols = 255
    /// Whether the library itself looks for light on dark too.
    var inverts = false
    /// Whether the library also looks for symbols that lie on their side.
    var rotates = true
    /// Whether the picture is black and white already.
    var isBinary = false

    /// A symbol as the library gives it.
    struct Answer {
        /// The symbol; corners are the library's own, a linear symbol has those of one scan line.
        var symbol: Symbol
        /// Whether the library gave no corners.
        var isPlaceless: Bool
    }

    /// Whether the library itself can look for light on dark.
    static let canInvert = czxing_inverts() != 0
    /// Whether one call may look for several linear symbols.
    static let canReadSeveralLinear = czxing_reads_several_linear() != 0

    /// Whether our own threshold, which is several times faster than that of 1.4 and the same, serves this call; linear
    /// symbols are read with another.
    var gainsFromThreshold: Bool { !Self.canReadSeveralLinear && symbologies.isDisjoint(with: .linear) }

    /// Looks at `luma`, which is read in place; nothing is found where the library fails.
    func answers(for luma: borrowing LumaView) -> [Answer] {
        guard let geometry = Geometry(luma) else { return [] }
        var options = czxing_options(
            formats: symbologies.rawValue, max_symbols: Int32(clamping: maxSymbols),
            try_harder: 1, try_rotate: rotates ? 1 : 0, try_invert: inverts ? 1 : 0,
            is_binary: isBinary ? 1 : 0)
        // SAFETY: the image is read while its span is borrowed, and the view's initialiser has checked that the span
        // covers the geometry; the list lives until the end of the closure and its strings are copied out.
        return unsafe luma.bytes.withUnsafeBufferPointer { bytes in
            var image = unsafe czxing_image(
                luma: bytes.baseAddress, width: geometry.width, height: geometry.height, row_stride: geometry.stride,
                pixel_stride: geometry.pixelStride)
            guard let list = unsafe czxing_read(&image, &options) else { return [] }
            defer { unsafe czxing_list_free(list) }
            return unsafe (0..<czxing_list_count(list)).compactMap { index in
                var symbol = unsafe czxing_symbol()
                guard unsafe czxing_list_get(list, index, &symbol) != 0 else { return nil }
                return unsafe Answer(symbol)
            }
        }
    }

    /// A view's geometry in the library's `int`s, if all products of it stay in their range.
    private struct Geometry {
        let width: Int32
        let height: Int32
        let stride: Int32
        let pixelStride: Int32

        init?(_ luma: borrowing LumaView) {
            let (extent, overflows) = luma.height.multipliedReportingOverflow(by: luma.stride)
            guard !overflows, luma.width > 0, luma.height > 0, extent <= Int(Int32.max),
                let width = Int32(exactly: luma.width), let height = Int32(exactly: luma.height),
                let stride = Int32(exactly: luma.stride), let pixelStride = Int32(exactly: luma.pixelStride)
            else { return nil }
            self.width = width
            self.height = height
            self.stride = stride
            self.pixelStride = pixelStride
        }
    }
}

extension ZXingCall.Answer {
    /// Copies a symbol out of the library's list; nil if its symbology is not one of ours.
    fileprivate init?(_ source: czxing_symbol) {
        let format = unsafe source.format
        guard let symbology = Symbology.allCases.first(where: { SymbologySet($0).rawValue == format }) else {
            return nil
        }
        // SAFETY: the adapter's pointers come with their counts, and its C strings end with NUL; the list is alive.
        let (bytes, text, aim, id) = unsafe (
            [UInt8](UnsafeBufferPointer(start: source.bytes, count: source.byte_count)),
            String(
                decoding: UnsafeRawBufferPointer(start: source.text, count: source.text_count), as: UTF8.self),
            source.aim.map { unsafe String(cString: $0) } ?? "",
            source.sequence_id.map { unsafe String(cString: $0) } ?? ""
        )
        let c = unsafe source.corners
        let corners = Quad(
            topLeft: Point(x: Double(c.0), y: Double(c.1)), topRight: Point(x: Double(c.2), y: Double(c.3)),
            bottomRight: Point(x: Double(c.4), y: Double(c.5)), bottomLeft: Point(x: Double(c.6), y: Double(c.7)))
        let content = unsafe source.content
        var symbol = Symbol(
            symbology: symbology, text: text, bytes: bytes, aim: aim, content: .init(content), corners: corners)
        if unsafe source.sequence_index >= 0 {
            let count = unsafe Int(source.sequence_count)
            symbol.structured = unsafe .init(
                index: Int(source.sequence_index), count: count > 0 ? count : nil, id: id)
        }
        self.symbol = symbol.asGS1DataBar
        isPlaceless = corners.corners.allSatisfy { $0 == corners.topLeft }
    }
}

extension Symbol.Content {
    fileprivate init(_ content: czxing_content) {
        switch content {
        case CZXING_CONTENT_TEXT: self = .text
        case CZXING_CONTENT_GS1: self = .gs1
        case CZXING_CONTENT_ISO15434: self = .iso15434
        case CZXING_CONTENT_ECI: self = .eci
        default: self = .binary
        }
    }
}
