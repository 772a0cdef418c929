internal import Media

/// Makes the Swift half of an element; called by its class when an instance is made.
/// - Parameters:
///   - element: the GstElement that will own the half.
///   - functions: is given the functions that take the half.
/// - Returns: a strong reference, which the element gives up through those functions.
@_cdecl("lumascan_half_new")
public func makeHalf(
    _ element: UnsafeMutableRawPointer, _ functions: UnsafeMutablePointer<UnsafeRawPointer?>
) -> UnsafeMutableRawPointer {
    let filterElement = unsafe FilterElement(element)
    let exported = FilterHost(filterElement, filter: ScanFilter(filterElement)).export()
    // SAFETY: the caller gives the address of its own pointer.
    unsafe functions.pointee = unsafe exported.functions
    return unsafe exported.half
}
