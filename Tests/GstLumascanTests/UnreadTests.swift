import TestSupport
import Testing

extension Element {
    /// A code that is located and cannot be read.
    struct UnreadTests {
        /// 160x140, the symbol's upper left corner at (42, 32), modules of 3 pixels.
        private static let damaged = Result {
            Picture(try CodePicture.unreadableQR(modulePixels: 3), width: 160, height: 140, x: 79.5, y: 69.5)
        }

        private static func messages(
            _ properties: KeyValuePairs<String, String>, frames: Int = 30
        ) throws -> [MessageBus.Message] {
            let harness = try Harness(properties, caps: Picture.caps("GRAY8", width: 160, height: 140))
            for index in 0..<frames { try harness.push(damaged.get(), atMilliseconds: 40 * index) }
            return harness.finish()
        }

        @Test("It is told in a message of its own, typed, once it has stayed for a second")
        func message() throws {
            let messages = try Self.messages(["unread": "true"])
            #expect(messages.barcodes.changes == [])
            let told = messages.named("barcode-unread")
            #expect(told.count == 1)
            let unread = try #require(told.first)
            #expect(
                unread.names == [
                    "timestamp", "stream-time", "running-time", "duration", "type", "corners", "box", "frame-width",
                    "frame-height", "orientation", "module-pixels", "reason",
                ])
            #expect(unread["type"] == .string("QRCode"))
            #expect(unread["frame-width"] == .int(160))
            #expect(unread["frame-height"] == .int(140))
            #expect(unread["orientation"] == .string("rotate-0"))
            #expect(unread["reason"] == .string("damaged"))
            #expect(unread["running-time"] == .uint64(1_000_000_000))
            #expect(abs(try #require(unread.number("module-pixels")) - 3) < 0.1)
            let corners = try #require(unread.doubles("corners"))
            let truth: [Double] = [42, 32, 117, 32, 117, 107, 42, 107]
            #expect(corners.count == 8)
            #expect(zip(corners, truth).allSatisfy { abs($0 - $1) <= 1 })
        }

        @Test("It is not told where that is not asked for, nor where messages are not, nor to who takes it for zxing")
        func silence() throws {
            let silent: [KeyValuePairs<String, String>] = [
                [:], ["unread": "true", "message": "false"], ["unread": "true", "compat": "zxing"],
            ]
            for properties in silent {
                #expect(try Self.messages(properties).named("barcode-unread") == [], "\(properties)")
            }
        }

        @Test("It has stayed for a second when the stream ends before")
        func shortStream() throws {
            let unread = try Self.messages(["unread": "true"], frames: 5).named("barcode-unread")
            #expect(unread.compactMap { $0.time("running-time") } == [160_000_000])
        }
    }
}
