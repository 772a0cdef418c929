import Foundation
import TestSupport
import Testing

/// The end of systemd's manager: a socket that takes what a service says of itself.
final class NotifySocket {
    let path: String
    private let descriptor: Int32
    private var messages: [String] = []

    init(in folder: TemporaryFolder) throws {
        path = folder.file("notify")
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        try #require(bytes.count < capacity)
        // SAFETY: the path and its NUL fit.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        // SAFETY: the address lives for the call, and is as long as is said.
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// Everything that came so far, a message each.
    func received() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // SAFETY: at most as many bytes as the array holds.
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            guard count >= 0 else { return messages }
            messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }

    /// Waits until a message that begins so came for the `count`-th time.
    func wait(for beginning: String, _ count: Int = 1) throws {
        let found: Bool? = try Waiting.until {
            received().count { $0.hasPrefix(beginning) } >= count ? true : nil
        }
        try #require(found == true, "no \(beginning) number \(count): \(messages)")
    }
}
