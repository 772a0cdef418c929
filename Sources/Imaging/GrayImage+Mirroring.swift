extension GrayImage {
    /// Takes the picture's size and samples, left and right exchanged.
    package mutating func copyMirrored(_ luma: borrowing LumaView) {
        resize(width: luma.width, height: luma.height)
        let (width, pixelStride) = (luma.width, luma.pixelStride)
        for y in 0..<luma.height {
            let row = luma.row(y)
            withRow(y) { out in
                for x in 0..<min(width, out.count) { out[x] = row[(width &- 1 &- x) &* pixelStride] }
            }
        }
    }
}

extension GrayImage {
    /// Gives `body` all samples: for pictures that are stored in a class, whose `view` cannot leave the access.
    package func withView<Result>(_ body: (borrowing LumaView) -> Result) -> Result { body(view) }
}
