internal import CSystemd
internal import Glibc

/// What systemd is told of the service; nothing happens where it did not start the program.
enum ServiceManager {
    /// Everything was begun, or begun anew.
    static func tellReady(_ status: String) { tell("READY=1\nSTATUS=\(status)") }

    /// The configuration is read again.
    static func tellReloading() {
        var now = timespec()
        // SAFETY: the time lives for the call.
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        tell("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    static func tellStopping() { tell("STOPPING=1\nSTATUS=stopping") }

    /// - Parameter status: one line.
    static func tell(status: String) { tell("STATUS=\(status)") }

    static func tellAlive() { tell("WATCHDOG=1") }

    /// Within what time a sign of life is wanted each time; nil where none is.
    static var watchdogInterval: Duration? {
        let interval = lumascan_watchdog_interval()
        return interval == 0 ? nil : .microseconds(interval)
    }

    private static func tell(_ state: String) {
        // SAFETY: the text lives for the call.
        unsafe lumascan_notify(state)
    }
}
