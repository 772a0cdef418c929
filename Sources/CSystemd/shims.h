#pragma once
#include <stdint.h>
#include <systemd/sd-daemon.h>

/// Tells systemd's manager the assignments in `state`, one a line; nothing where it did not start this process.
static inline void lumascan_notify(const char *state) { (void)sd_notify(0, state); }

/// Microseconds within which the manager wants a sign of life each time; 0 where it wants none.
static inline uint64_t lumascan_watchdog_interval(void) {
    uint64_t interval = 0;
    return sd_watchdog_enabled(0, &interval) > 0 ? interval : 0;
}
