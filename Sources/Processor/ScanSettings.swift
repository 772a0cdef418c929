package import Monitoring
package import Symbols

/// What a processor does with the frames of a stream.
package struct ScanSettings: Sendable {
    /// Time between two looks; zero looks at every frame.
    package var interval: Duration = .milliseconds(100)
    /// The part of the upright picture in which codes count; nil for all of it.
    package var region: ScanRegion?
    package var tracking = CodeTracker.Settings()
    package var light = LightMonitor.Settings()
    /// Whether to tell where a code stays that cannot be read; the reader has to be made to tell it, too.
    package var reportsUnread = false
    /// How long a recorded run holds a frame at most so that its highlights are interpolated up to the next look; zero
    /// draws on each frame what is known with its own look; nil waits for the next look.
    package var lookahead: Duration?
    /// Whether events carry the frame that brought them; asked at every look.
    package var keepsPictures: @Sendable () -> Bool = { false }
    /// How many looks run side by side in a recorded run, at least 1.
    package var workers = 1
    /// Frames before this stream time are passed over.
    package var start: Duration = .zero
    /// Frames from this stream time on are not wanted.
    package var end: Duration?
    /// Makes one reader for each worker, at its first look.
    package var makeReader: @Sendable () -> any SymbolReader

    package init(makeReader: @escaping @Sendable () -> any SymbolReader) {
        self.makeReader = makeReader
    }
}
