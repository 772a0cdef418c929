internal import Imaging
internal import Media
internal import Symbols

/// Looks at one frame at a time: takes the luma of the wanted part, reads it, and gives what it found in upright pixels.
///
/// `@unchecked Sendable`: it goes from thread to thread, owned by one look at a time (`LookerPool`, `LiveProcessor`).
final class Looker: @unchecked Sendable {
    private let makeReader: @Sendable () -> any SymbolReader
    private lazy var reader = makeReader()
    private let converter = LumaConverter()
    private var mirrored = GrayImage()

    /// - Parameter makeReader: called at the first look.
    init(_ makeReader: @escaping @Sendable () -> any SymbolReader) { self.makeReader = makeReader }

    /// Reads a frame of the pipeline, its luma where it lies.
    func look(at frame: VideoFrame, _ view: LookView, pass: Int) -> Reading {
        frame.withLuma(using: converter) { luma in read(luma, view, pass: pass) } ?? Reading()
    }

    /// Reads luma in the stored orientation.
    func read(_ luma: borrowing LumaView, _ view: LookView, pass: Int) -> Reading {
        guard luma.width > 0, luma.height > 0, let part = view.storedPart(width: luma.width, height: luma.height)
        else { return Reading() }
        let reading: Reading
        if view.orientation.isMirrored {
            mirrored.copyMirrored(luma)
            reading = mirrored.withView { reader.read($0.cropped(to: part), pass: pass) }
        } else {
            reading = reader.read(luma.cropped(to: part), pass: pass)
        }
        let (width, height) = (luma.width, luma.height)
        func upright(_ corners: Quad) -> Quad? { view.upright(corners, part: part, width: width, height: height) }
        return Reading(
            reading.symbols.compactMap { symbol in
                upright(symbol.corners).map { corners in
                    var symbol = symbol
                    symbol.corners = corners
                    return symbol
                }
            },
            unread: reading.unread.compactMap { code in
                upright(code.corners).map { corners in
                    var code = code
                    code.corners = corners
                    return code
                }
            })
    }
}

/// How a stored picture is looked at: its orientation and the region of interest.
struct LookView: Sendable, Hashable {
    var orientation: Orientation = .upright
    var region: ScanRegion?

    /// The part of the stored picture (mirrored, if it is to be) that the reader works on; nil for none.
    func storedPart(width: Int, height: Int) -> PixelRect? {
        let size = orientation.uprightSize(width: width, height: height)
        guard let region else { return PixelRect(x: 0, y: 0, width: width, height: height) }
        guard let box = region.readPart(width: size.width, height: size.height) else { return nil }
        let a = orientation.unturned(x: box.x, y: box.y, width: width, height: height)
        let b = orientation.unturned(x: box.x + box.width, y: box.y + box.height, width: width, height: height)
        return PixelRect(
            x: Int(min(a.x, b.x)), y: Int(min(a.y, b.y)), width: Int(abs(a.x - b.x)), height: Int(abs(a.y - b.y)))
    }

    /// Corners in pixels of the whole upright picture; nil where their centre is outside the region.
    func upright(_ corners: Quad, part: PixelRect, width: Int, height: Int) -> Quad? {
        let corners = corners.map { corner in
            let place = orientation.turned(
                x: corner.x + Double(part.x), y: corner.y + Double(part.y), width: width, height: height)
            return Point(x: place.x, y: place.y)
        }
        let size = orientation.uprightSize(width: width, height: height)
        guard region?.contains(corners.center, width: size.width, height: size.height) ?? true else { return nil }
        return corners
    }
}
