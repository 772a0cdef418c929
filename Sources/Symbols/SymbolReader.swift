public import Imaging

/// Finds and decodes the symbols of a picture.
///
/// A reader may keep buffers between calls, so it belongs to one thread at a time. What it returns depends on the
/// picture and `pass` alone, never on earlier calls.
public protocol SymbolReader: AnyObject {
    /// All symbols of `luma`, corners in pixels of `luma`, in a stable order (by position), without duplicates.
    /// - Parameter pass: the number of this look in its stream, from 0. Expensive extra passes (inverted luma, …) take
    ///   turns by this number, so that a run repeats exactly.
    func read(_ luma: borrowing LumaView, pass: Int) -> Reading
}

/// What a look at a picture found.
public struct Reading: Sendable, Hashable {
    /// The symbols that were read, by position.
    public var symbols: [Symbol]
    /// What was located and not read, by position; empty unless the reader was asked for it.
    public var unread: [UnreadCode]

    /// What was found.
    public init(_ symbols: [Symbol] = [], unread: [UnreadCode] = []) {
        self.symbols = symbols
        self.unread = unread
    }
}
