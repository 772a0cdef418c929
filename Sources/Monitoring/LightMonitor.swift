/// Whether a stream has enough light. The raw value is the word in events.
public enum LightState: String, Sendable, Hashable {
    case low, ok
}

/// Why the light is low. The raw value is the word in events.
public enum LightReason: String, Sendable, Hashable {
    case dark, backlit, glare
}

/// A change of the light state, with the sample that settled it.
public struct LightChange: Sendable, Hashable {
    /// The new state.
    public let state: LightState
    /// Mean luma, 0 (black) to 1 (white) over full range.
    public let level: Double
    /// Spread of the luma, in the unit of the sampler.
    public let contrast: Double
    /// Why the light is low; nil when it is ok.
    public let reason: LightReason?
}

/// Reports when the light gets low and when it is ok again.
///
/// Low when `level` is below `Settings.low`, ok when above `Settings.ok`; in between the state stays. A change takes
/// `Settings.agreeing` samples in a row. The state is unknown at first and is said once it is settled; until then a
/// level that is not low counts as ok.
package struct LightMonitor: Sendable {
    package struct Settings: Sendable, Hashable {
        /// Time between two samples; zero or less samples every frame.
        package var interval: Duration
        /// The light is low below this level, 0–1.
        package var low: Double
        /// The light is ok above this level, 0–1.
        package var ok: Double
        /// How many samples in a row change the state; less than 1 counts as 1.
        package var agreeing: Int

        package init(
            interval: Duration = .milliseconds(500), low: Double = 0.16, ok: Double = 0.22, agreeing: Int = 2
        ) {
            self.interval = interval
            self.low = low
            self.ok = ok
            self.agreeing = agreeing
        }
    }

    /// The settled state; nil while it is unknown.
    package private(set) var state: LightState?
    private let settings: Settings
    private var throttle: Throttle
    private var pending: LightState?
    private var agreed = 0
    private var latest: Duration?

    package init(settings: Settings = Settings()) {
        self.settings = settings
        throttle = Throttle(interval: settings.interval)
    }

    /// Whether the frame at `time` is sampled, by the rules of `Throttle`. Ask once for every frame, in order.
    package mutating func isDue(at time: Duration?) -> Bool {
        throttle.admits(at: time)
    }

    /// Takes the sample of a frame that was due.
    ///
    /// Samples from before and after a time that ran backwards do not count together. A level that is not a number is
    /// no sample.
    package mutating func sample(level: Double, contrast: Double, at time: Duration?) -> LightChange? {
        guard !level.isNaN else { return nil }
        if let time, let latest, time < latest { pending = nil }
        latest = time ?? latest

        let verdict = verdict(on: level)
        agreed = verdict == pending ? agreed + 1 : 1
        pending = verdict
        guard agreed >= settings.agreeing, verdict != state else { return nil }
        state = verdict
        return LightChange(state: verdict, level: level, contrast: contrast, reason: verdict == .low ? .dark : nil)
    }

    private func verdict(on level: Double) -> LightState {
        if level < settings.low { return .low }
        if level > settings.ok { return .ok }
        return state ?? .ok
    }
}
