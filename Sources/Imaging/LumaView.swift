/// A rectangle of 8-bit luma in memory that somebody else owns.
///
/// The pixel (x, y) is the byte `y * stride + x * pixelStride`. Planar formats have a pixel stride of 1; packed
/// 4:2:2 formats (YUY2, UYVY) hold a luma sample in every second byte. The last row may end after its last sample.
public struct LumaView: ~Escapable {
    /// The samples, from the first pixel of the first row to the last pixel of the last row at least.
    public let bytes: Span<UInt8>
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes from a row's first sample to the next row's.
    public let stride: Int
    /// Bytes from one sample of a row to the next.
    public let pixelStride: Int

    /// Traps if the bytes are fewer than the geometry needs.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, width: Int, height: Int, stride: Int, pixelStride: Int = 1) {
        precondition(width >= 0 && height >= 0 && pixelStride > 0)
        let isEmpty = width == 0 || height == 0
        precondition(isEmpty || stride >= (width - 1) * pixelStride + 1)
        precondition(isEmpty || bytes.count >= (height - 1) * stride + (width - 1) * pixelStride + 1)
        self.bytes = bytes
        self.width = width
        self.height = height
        self.stride = stride
        self.pixelStride = pixelStride
    }

    /// The samples of row `y`: `(width - 1) * pixelStride + 1` bytes. Traps if there is no such row.
    @inlinable
    @_lifetime(copy self)
    public func row(_ y: Int) -> Span<UInt8> {
        precondition(y >= 0 && y < height)
        let start = y &* stride
        return bytes.extracting(start..<(start &+ (width &- 1) &* pixelStride &+ 1))
    }

    /// The part inside `rect`, sharing the same memory. Traps if the rectangle is not inside.
    @_lifetime(copy self)
    public func cropped(to rect: PixelRect) -> LumaView {
        precondition(rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0)
        precondition(rect.x + rect.width <= width && rect.y + rect.height <= height)
        let start = rect.y * stride + rect.x * pixelStride
        let count = (rect.height - 1) * stride + (rect.width - 1) * pixelStride + 1
        return LumaView(
            bytes.extracting(start..<(start + count)), width: rect.width, height: rect.height, stride: stride,
            pixelStride: pixelStride)
    }
}

/// A rectangle of whole pixels.
public struct PixelRect: Sendable, Hashable {
    /// Column of the left edge.
    public var x: Int
    /// Row of the upper edge.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// The rectangle with this upper left pixel and size.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
