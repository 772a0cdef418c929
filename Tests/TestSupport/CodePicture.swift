package import Symbols

/// A barcode drawn by zint: exact modules, a known quiet zone, known corners.
package struct CodePicture: Sendable {
    package let symbology: Symbology
    /// Black modules on white, quiet zone included.
    package let picture: GrayPicture
    /// The symbol's corners in pixels of `picture`: the outer edges of the outermost modules.
    package let corners: Quad
    /// Pixels in a module. MaxiCode has hexagons; there it is pixels of zint's drawing, 5 to a hexagon.
    package let modulePixels: Int

    /// Draws `payload`.
    /// - Parameters:
    ///   - payload: bytes; valid UTF-8 is encoded as text, all else as binary. EAN and UPC with or without check digit.
    ///   - quietZone: white modules on every side.
    ///   - barHeight: height of a linear symbol in modules.
    ///   - options: further options for zint, for example `["--gs1"]`, `["--eci=26"]`, `["--structapp=1,2"]`.
    package init(
        _ payload: [UInt8], _ symbology: Symbology, modulePixels: Int = 4, quietZone: Int = 4, barHeight: Int = 40,
        options: [String] = []
    ) throws {
        var command = ["zint", "--barcode=\(CodePicture.zintName(symbology))", "--input=-", "--direct"]
        command += ["--filetype=BMP", "--scale=0.5", "--notext", "--noquietzones"]
        if String(validating: payload, as: UTF8.self) == nil { command.append("--binary") }
        // zint draws an EAN-8 for up to 7 digits, and adds the check digit itself.
        let input = symbology == .ean8 ? Array(payload.prefix(7)) : payload
        let bitmap = try Bitmap(bmp: Command.output(of: command + options, input: .bytes(input)))
        let modules = symbology.isLinear ? bitmap.bars(height: barHeight) : bitmap

        let (columns, rows) = (modules.width, modules.height)
        var picture = GrayPicture(
            width: (columns + 2 * quietZone) * modulePixels, height: (rows + 2 * quietZone) * modulePixels)
        let margin = quietZone * modulePixels
        for y in 0..<(rows * modulePixels) {
            for x in 0..<(columns * modulePixels) where modules.isBlack(x / modulePixels, y / modulePixels) {
                picture[margin + x, margin + y] = 0
            }
        }
        let (left, top) = (Double(margin), Double(margin))
        let (right, bottom) = (left + Double(columns * modulePixels), top + Double(rows * modulePixels))
        corners = Quad(
            topLeft: Point(x: left, y: top), topRight: Point(x: right, y: top),
            bottomRight: Point(x: right, y: bottom), bottomLeft: Point(x: left, y: bottom))
        self.picture = picture
        self.symbology = symbology
        self.modulePixels = modulePixels
    }

    /// Draws a text.
    package init(
        _ text: String, _ symbology: Symbology, modulePixels: Int = 4, quietZone: Int = 4, barHeight: Int = 40,
        options: [String] = []
    ) throws {
        try self.init(
            Array(text.utf8), symbology, modulePixels: modulePixels, quietZone: quietZone, barHeight: barHeight,
            options: options)
    }

    private init(_ code: CodePicture, picture: GrayPicture) {
        symbology = code.symbology
        corners = code.corners
        modulePixels = code.modulePixels
        self.picture = picture
    }

    /// The same code with white modules where `columns` and `rows` meet, counted from the symbol's top left.
    package func covered(columns: Range<Int>, rows: Range<Int>) -> CodePicture {
        var picture = picture
        let (left, top) = (Int(corners.topLeft.x), Int(corners.topLeft.y))
        for y in rows.lowerBound * modulePixels..<rows.upperBound * modulePixels {
            for x in columns.lowerBound * modulePixels..<columns.upperBound * modulePixels {
                picture[left + x, top + y] = 255
            }
        }
        return CodePicture(self, picture: picture)
    }

    /// The same code in greys: black becomes `dark`, white `light`.
    package func toned(dark: UInt8, light: UInt8) -> CodePicture {
        var picture = picture
        picture.pixels = picture.pixels.map { $0 == 0 ? dark : light }
        return CodePicture(self, picture: picture)
    }

    /// A QR code of 25 modules, 23 bytes at level L, that cannot be read: it can mend 5 of the 14 codewords that are
    /// covered. Its finder, timing and alignment patterns are whole, and no luma is at an end of the range.
    package static func unreadableQR(modulePixels: Int = 4) throws -> CodePicture {
        try CodePicture("https://example.org/e2e", .qrCode, modulePixels: modulePixels, options: ["--secure=1"])
            .covered(columns: 9..<25, rows: 9..<16).toned(dark: 40, light: 215)
    }

    private static func zintName(_ symbology: Symbology) -> String {
        switch symbology {
        case .qrCode: "QRCODE"
        case .microQRCode: "MICROQR"
        case .rMQRCode: "RMQR"
        case .dataMatrix: "DATAMATRIX"
        case .aztec: "AZTEC"
        case .pdf417: "PDF417"
        case .maxiCode: "MAXICODE"
        case .ean13, .ean8: "EANX"
        case .upcA: "UPCA"
        case .upcE: "UPCE"
        case .code128: "CODE128"
        case .code93: "CODE93"
        case .code39: "CODE39"
        case .itf: "C25INTER"
        case .codabar: "CODABAR"
        case .dataBar: "DBAR_OMN"
        case .dataBarExpanded: "DBAR_EXP"
        }
    }
}
