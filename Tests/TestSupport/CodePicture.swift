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
