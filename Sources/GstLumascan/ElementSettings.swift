internal import CGstLumascan
internal import Media
internal import Monitoring
internal import Processor
internal import Symbols

/// What the element's properties ask for.
struct ElementSettings: Sendable {
    /// Whether video waits for looks.
    enum Mode: Sendable { case auto, recorded, live }

    var scan: ScanSettings
    let mode: Mode
    let compatibility: Compatibility

    /// How many looks of a recorded stream run side by side.
    private static let workers = 2

    /// - Throws: `MediaError` that names the first property whose value is wrong.
    init(_ properties: LumascanProperties, formats: String?, region: String?) throws(MediaError) {
        compatibility = Compatibility(properties.compat)
        mode =
            switch Int(properties.mode) {
            case LUMASCAN_MODE_RECORDED: .recorded
            case LUMASCAN_MODE_LIVE: .live
            default: .auto
            }
        let symbologies = try Self.symbologies(properties, formats, compatibility)
        let isCompatible = compatibility != .none
        let effort: Effort = Int(properties.effort) == LUMASCAN_EFFORT_THOROUGH ? .thorough : .quick
        let reader = ReaderConfiguration(
            symbologies: symbologies, effort: effort, reportsUnread: properties.unread)
        var scan = ScanSettings { reader.makeReader() }
        scan.reportsUnread = properties.unread
        let looksAtAll = isCompatible && !properties.has_interval
        scan.interval = looksAtAll ? .zero : Duration(nanoseconds: properties.interval)
        scan.region = try Self.region(region ?? "")
        let confirm = properties.confirm > 0 ? Int(properties.confirm) : isCompatible ? 1 : nil
        let update = properties.update_interval > 0 ? Duration(nanoseconds: properties.update_interval) : nil
        scan.tracking = CodeTracker.Settings(
            confirmation: Confirmation(override: confirm), lookInterval: scan.interval,
            lostAfter: Duration(nanoseconds: properties.lost_after),
            updateInterval: isCompatible && !properties.cache ? .zero : update,
            maxCodes: properties.max_codes > 0 ? Int(properties.max_codes) : nil)
        guard properties.light_low < properties.light_high else {
            throw MediaError(
                .failed, "light-low (\(properties.light_low)) must be below light-high (\(properties.light_high))")
        }
        scan.light = LightMonitor.Settings(
            interval: Duration(nanoseconds: properties.light_interval), low: properties.light_low,
            ok: properties.light_high)
        scan.workers = Self.workers
        scan.lookahead = properties.lookahead < 0 ? nil : .nanoseconds(properties.lookahead)
        self.scan = scan
    }

    /// How long the element holds a frame of a recorded stream at most; zero where none is held.
    var hold: Duration { scan.lookahead ?? max(scan.interval, .milliseconds(100)) }

    /// How far a recorded stream may run ahead of what comes out. Where nothing else is asked for, the look that ends a
    /// hold may go on while the frames of another interval come.
    var longestHold: Duration { scan.lookahead ?? hold + max(scan.interval, .milliseconds(100)) }

    private static func symbologies(
        _ properties: LumascanProperties, _ formats: String?, _ compatibility: Compatibility
    ) throws(MediaError) -> SymbologySet {
        guard properties.has_formats || compatibility == .none, let formats else {
            return compatibility.symbologies(format: Int(properties.format))
        }
        do throws(SymbologyNameError) {
            return try SymbologySet(names: formats)
        } catch {
            throw MediaError(.failed, "formats: \(error)")
        }
    }

    private static func region(_ text: String) throws(MediaError) -> ScanRegion? {
        guard !text.isEmpty else { return nil }
        do throws(ScanRegion.TextError) {
            return try ScanRegion(text)
        } catch {
            throw MediaError(.failed, "region: \(error.problem)")
        }
    }
}

extension Duration {
    init(nanoseconds: UInt64) { self = .nanoseconds(Int64(clamping: nanoseconds)) }
}
