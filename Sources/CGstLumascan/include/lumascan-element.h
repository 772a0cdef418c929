#pragma once
// The GObject class of the element, as its Swift half sees it.
#include <stdbool.h>
#include <stdint.h>

enum { LUMASCAN_MODE_AUTO, LUMASCAN_MODE_RECORDED, LUMASCAN_MODE_LIVE };
enum { LUMASCAN_EFFORT_AUTO, LUMASCAN_EFFORT_QUICK, LUMASCAN_EFFORT_THOROUGH };
enum { LUMASCAN_COMPAT_NONE, LUMASCAN_COMPAT_ZBAR, LUMASCAN_COMPAT_ZXING };

// The properties as they were set but for texts; times in nanoseconds, 0 where a count or an update interval is left open.
typedef struct {
    uint64_t interval, lost_after, light_interval, update_interval;
    int64_t lookahead;
    uint32_t confirm, max_codes;
    double light_low, light_high;
    int mode, style, compat, effort;
    // Number of a symbology in the enumeration of the element zxing, 0 for all.
    int format;
    bool has_formats, has_interval;
    bool cache, binary, try_rotate, try_faster, unread;
} LumascanProperties;

// Properties that may change from frame to frame.
typedef struct {
    bool active, draw, message, attach_frame, attach_meta;
} LumascanSwitches;

// Copies, taken under the object's lock; the texts are NULL or to be freed by `free`.
LumascanProperties lumascan_element_properties(void *element);
char *lumascan_element_formats(void *element);
char *lumascan_element_region(void *element);
LumascanSwitches lumascan_element_switches(void *element);
