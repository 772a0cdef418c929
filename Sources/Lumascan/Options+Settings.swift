internal import Monitoring
internal import Processor
internal import Symbols

extension Options {
    /// The options as a processor's settings.
    /// - Parameter isStill: whether the source is one picture, which is worth every effort.
    func settings(isStill: Bool) -> ScanSettings {
        let reader = ReaderConfiguration(
            symbologies: symbologies, effort: effort ?? (isStill ? .thorough : .quick), reportsUnread: reportsUnread)
        var settings = ScanSettings { reader.makeReader() }
        settings.interval = interval
        settings.region = region?.scanRegion
        let lostAfter = keyFramesOnly ? max(lostAfter, Self.keyFrameLostAfter) : lostAfter
        settings.tracking = CodeTracker.Settings(
            confirmation: Confirmation(override: confirm), lookInterval: interval, lostAfter: lostAfter,
            updateInterval: updateInterval, maxCodes: maxCodes)
        settings.reportsUnread = reportsUnread
        settings.light = LightMonitor.Settings(interval: lightInterval, low: lightLow, ok: lightOK)
        settings.workers = max(1, workers)
        settings.start = start
        settings.end = duration.map { start + $0 }
        return settings
    }
}

extension Options.Region {
    var scanRegion: ScanRegion {
        switch self {
        case .fractions(let box): ScanRegion(box, unit: .fraction)
        case .pixels(let box): ScanRegion(box, unit: .pixel)
        }
    }
}
