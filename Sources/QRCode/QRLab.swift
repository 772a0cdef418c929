package import Imaging
internal import Glibc
package enum QRLab {
    static let debug = unsafe getenv("QRDEBUG") != nil
    package static func finders(_ luma: borrowing LumaView, thorough: Bool) -> [[Double]] {
        var pyramid = Pyramid()
        pyramid.build(luma, leastSide: 64)
        var locator = FinderLocator()
        locator.locate(luma, pyramid, thorough: thorough)
        return locator.finders.map { [$0.center.x, $0.center.y, $0.u.x, $0.u.y, $0.v.x, $0.v.y, $0.score, $0.isInverted ? 1 : 0] }
    }
}
nonisolated(unsafe) var labCounts = [Int](repeating: 0, count: 8)
extension QRLab { package static func counts() -> [Int] { unsafe labCounts } }
