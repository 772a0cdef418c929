package import Imaging

/// Reads with one reader after another, each for symbologies of its own.
package final class CombinedReader: SymbolReader {
    /// In the order in which they look.
    let readers: [any SymbolReader]
    private let maxCodes: Int

    /// - Parameters:
    ///   - readers: in the order in which they look. No two look for the same symbology.
    ///   - maxCodes: most symbols to read in a picture, by all of them together; who comes after so many does not look.
    package init(_ readers: [any SymbolReader], maxCodes: Int = 64) {
        self.readers = readers
        self.maxCodes = maxCodes
    }

    package func read(_ luma: borrowing LumaView, pass: Int) -> Reading {
        var look = Look(maxCodes: maxCodes, work: 0)
        var count = 0
        var unread: [UnreadCode] = []
        for reader in readers where count < maxCodes {
            let reading = reader.read(luma, pass: pass)
            for symbol in reading.symbols { look.add(symbol, isPlaced: true) }
            count += reading.symbols.count
            unread += reading.unread
        }
        let symbols = look.symbols
        // What one reader could not read, another may have.
        unread.removeAll { code in symbols.contains { $0.corners.overlaps(code.corners) } }
        return Reading(symbols, unread: unread)
    }
}
