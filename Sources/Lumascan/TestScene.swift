internal import Media
internal import Symbols

/// What is to be seen in the test video: three codes on white, each on a lane of its own.
///
/// The QR Code and the Data Matrix now and then leave the picture, the EAN-13 stays in it.
enum TestScene {
    /// - Throws: `missingPlugin` where this build's zxing-cpp draws no codes.
    static func pictures() throws(MediaError) -> [MovingPicture] {
        try [
            MovingPicture(
                picture(of: "https://example.org/lumascan", .qrCode, module: 8, quiet: 4), path: .through, start: 200,
                top: 24, speed: 100),
            MovingPicture(
                picture(of: "4006381333931", .ean13, module: 3, quiet: 11, barHeight: 110), path: .between, start: 480,
                top: 336, speed: 75),
            MovingPicture(
                picture(of: "Lumascan", .dataMatrix, module: 10, quiet: 3), path: .through, start: 800, top: 500,
                speed: -125),
        ]
    }

    /// - Parameters:
    ///   - module: pixels in a module.
    ///   - quiet: white modules on the left and the right, and of a matrix also above and below.
    ///   - barHeight: rows of a linear symbol.
    private static func picture(
        of text: String, _ symbology: Symbology, module: Int, quiet: Int, barHeight: Int = 0
    ) throws(MediaError) -> OverlayPicture {
        guard let pattern = ModulePattern(text, symbology) else {
            throw MediaError(
                .missingPlugin, "this build of \(ReaderLibrary.zxing.name) cannot draw codes",
                hint: "scan a clip instead")
        }
        let margin = quiet * module
        let (above, row) = symbology.isLinear ? (module * 4, barHeight) : (margin, module)
        let (width, height) = (pattern.width * module + 2 * margin, pattern.height * row + 2 * above)
        // A division of what lies left of or above the symbol must not come out as 0.
        let pixels = (0..<width * height).map { index -> UInt32 in
            let (x, y) = (index % width - margin, index / width - above)
            return x >= 0 && y >= 0 && pattern.isDark(x / module, y / row) ? 0xff00_0000 : 0xffff_ffff
        }
        guard let picture = OverlayPicture(width: width, height: height, pixels: pixels) else {
            throw MediaError(.failed, "the test video cannot be made")
        }
        return picture
    }
}
