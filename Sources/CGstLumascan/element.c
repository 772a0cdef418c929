// The GObject class `lumascan` and its plugin. What happens to a frame is decided by the Swift half.
#include "lumascan-element.h"

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>
#include <string.h>

#include "../CGStreamer/transform.h"

// Exported by the Swift half: a strong reference to the half of `element`, and the functions that take it.
gpointer lumascan_half_new(gpointer element, const LumascanTransform **functions);

typedef struct {
    GstBaseTransform parent;
    gpointer half;
    const LumascanTransform *functions;
    char *formats, *region;
    LumascanProperties properties;
    LumascanSwitches switches;
} GstLumascan;

typedef struct {
    GstBaseTransformClass parent;
} GstLumascanClass;

G_DEFINE_TYPE(GstLumascan, gst_lumascan, GST_TYPE_BASE_TRANSFORM)
#define SELF(object) ((GstLumascan *)(object))

#define DEFAULT_FORMATS "matrix,retail,code128"
#define DEFAULT_INTERVAL (100 * GST_MSECOND)

enum {
    PROP_FORMATS = 1, PROP_INTERVAL, PROP_REGION, PROP_MESSAGE, PROP_DRAW, PROP_STYLE, PROP_ACTIVE, PROP_CONFIRM,
    PROP_LOST_AFTER, PROP_LIGHT_INTERVAL, PROP_LIGHT_LOW, PROP_LIGHT_HIGH, PROP_ATTACH_FRAME, PROP_ATTACH_META,
    PROP_MODE, PROP_LOOKAHEAD, PROP_MAX_CODES, PROP_UPDATE_INTERVAL, PROP_COMPAT, PROP_STATS, PROP_CACHE, PROP_FORMAT,
    PROP_TRY_ROTATE, PROP_TRY_FASTER, PROP_BINARY, PROP_EFFORT, PROP_UNREAD
};

static GType enumeration(const char *name, const GEnumValue *values) {
    GType type = g_type_from_name(name);
    if (type == 0) {
        type = g_enum_register_static(name, values);
        gst_type_mark_as_plugin_api(type, 0);
    }
    return type;
}

static GType mode_type(void) {
    static const GEnumValue values[] = {
        {LUMASCAN_MODE_AUTO, "Live where the source is live, else recorded", "auto"},
        {LUMASCAN_MODE_RECORDED, "Nothing is dropped: frames wait for the looks that are due", "recorded"},
        {LUMASCAN_MODE_LIVE, "Video never waits: the newest due frame is looked at", "live"},
        {0, NULL, NULL}};
    return enumeration("GstLumascanMode", values);
}

static GType effort_type(void) {
    static const GEnumValue values[] = {
        {LUMASCAN_EFFORT_AUTO, "What suits video: quick", "auto"},
        {LUMASCAN_EFFORT_QUICK, "Expensive passes take turns over successive looks", "quick"},
        {LUMASCAN_EFFORT_THOROUGH, "Every pass at every look", "thorough"},
        {0, NULL, NULL}};
    return enumeration("GstLumascanEffort", values);
}

static GType style_type(void) {
    static const GEnumValue values[] = {{0, "The outline of the code with its text above", "box"}, {0, NULL, NULL}};
    return enumeration("GstLumascanStyle", values);
}

static GType compat_type(void) {
    static const GEnumValue values[] = {
        {LUMASCAN_COMPAT_NONE, "Messages on changes, with this element's own names", "none"},
        {LUMASCAN_COMPAT_ZBAR, "As the element zbar", "zbar"},
        {LUMASCAN_COMPAT_ZXING, "As the element zxing", "zxing"},
        {0, NULL, NULL}};
    return enumeration("GstLumascanCompat", values);
}

// The numbers and nicks of the element zxing, its spelling "png" for Data Matrix too.
static GType format_type(void) {
    static const GEnumValue values[] = {
        {0, "ALL", "all"}, {1, "AZTEC", "aztec"}, {2, "CODABAR", "codabar"}, {3, "CODE_39", "code_39"},
        {4, "CODE_93", "code_93"}, {5, "CODE_128", "code_128"}, {6, "DATA_MATRIX", "data_matrix"}, {6, "PNG", "png"},
        {7, "EAN_8", "ean_8"}, {8, "EAN_13", "ean_13"}, {9, "ITF", "itf"}, {10, "MAXICODE", "maxicode"},
        {11, "PDF_417", "pdf_417"}, {12, "QR_CODE", "qr_code"}, {13, "RSS_14", "rss_14"},
        {14, "RSS_EXPANDED", "rss_expanded"}, {15, "UPC_A", "upc_a"}, {16, "UPC_E", "upc_e"},
        {17, "UPC_EAN_EXTENSION", "upc_ean_expansion"}, {0, NULL, NULL}};
    return enumeration("GstLumascanFormat", values);
}

static void set_text(char **place, const GValue *value) {
    g_free(*place);
    *place = g_value_dup_string(value);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    LumascanProperties *properties = &SELF(object)->properties;
    LumascanSwitches *switches = &SELF(object)->switches;
    GST_OBJECT_LOCK(object);
    switch (id) {
    case PROP_FORMATS: set_text(&SELF(object)->formats, value); properties->has_formats = true; break;
    case PROP_INTERVAL: properties->interval = g_value_get_uint64(value); properties->has_interval = true; break;
    case PROP_REGION: set_text(&SELF(object)->region, value); break;
    case PROP_MESSAGE: switches->message = g_value_get_boolean(value); break;
    case PROP_DRAW: switches->draw = g_value_get_boolean(value); break;
    case PROP_STYLE: properties->style = g_value_get_enum(value); break;
    case PROP_ACTIVE: switches->active = g_value_get_boolean(value); break;
    case PROP_CONFIRM: properties->confirm = g_value_get_uint(value); break;
    case PROP_LOST_AFTER: properties->lost_after = g_value_get_uint64(value); break;
    case PROP_LIGHT_INTERVAL: properties->light_interval = g_value_get_uint64(value); break;
    case PROP_LIGHT_LOW: properties->light_low = g_value_get_double(value); break;
    case PROP_LIGHT_HIGH: properties->light_high = g_value_get_double(value); break;
    case PROP_ATTACH_FRAME: switches->attach_frame = g_value_get_boolean(value); break;
    case PROP_ATTACH_META: switches->attach_meta = g_value_get_boolean(value); break;
    case PROP_MODE: properties->mode = g_value_get_enum(value); break;
    case PROP_LOOKAHEAD: properties->lookahead = g_value_get_int64(value); break;
    case PROP_MAX_CODES: properties->max_codes = g_value_get_uint(value); break;
    case PROP_UPDATE_INTERVAL: properties->update_interval = g_value_get_uint64(value); break;
    case PROP_COMPAT: properties->compat = g_value_get_enum(value); break;
    case PROP_CACHE: properties->cache = g_value_get_boolean(value); break;
    case PROP_FORMAT: properties->format = g_value_get_enum(value); break;
    case PROP_TRY_ROTATE: properties->try_rotate = g_value_get_boolean(value); break;
    case PROP_TRY_FASTER: properties->try_faster = g_value_get_boolean(value); break;
    case PROP_BINARY: properties->binary = g_value_get_boolean(value); break;
    case PROP_EFFORT: properties->effort = g_value_get_enum(value); break;
    case PROP_UNREAD: properties->unread = g_value_get_boolean(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    GST_OBJECT_UNLOCK(object);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    LumascanProperties *properties = &SELF(object)->properties;
    LumascanSwitches *switches = &SELF(object)->switches;
    if (id == PROP_STATS) {
        g_value_take_boxed(value, SELF(object)->functions->stats(SELF(object)->half));
        return;
    }
    GST_OBJECT_LOCK(object);
    switch (id) {
    case PROP_FORMATS: g_value_set_string(value, SELF(object)->formats); break;
    case PROP_INTERVAL: g_value_set_uint64(value, properties->interval); break;
    case PROP_REGION: g_value_set_string(value, SELF(object)->region); break;
    case PROP_MESSAGE: g_value_set_boolean(value, switches->message); break;
    case PROP_DRAW: g_value_set_boolean(value, switches->draw); break;
    case PROP_STYLE: g_value_set_enum(value, properties->style); break;
    case PROP_ACTIVE: g_value_set_boolean(value, switches->active); break;
    case PROP_CONFIRM: g_value_set_uint(value, properties->confirm); break;
    case PROP_LOST_AFTER: g_value_set_uint64(value, properties->lost_after); break;
    case PROP_LIGHT_INTERVAL: g_value_set_uint64(value, properties->light_interval); break;
    case PROP_LIGHT_LOW: g_value_set_double(value, properties->light_low); break;
    case PROP_LIGHT_HIGH: g_value_set_double(value, properties->light_high); break;
    case PROP_ATTACH_FRAME: g_value_set_boolean(value, switches->attach_frame); break;
    case PROP_ATTACH_META: g_value_set_boolean(value, switches->attach_meta); break;
    case PROP_MODE: g_value_set_enum(value, properties->mode); break;
    case PROP_LOOKAHEAD: g_value_set_int64(value, properties->lookahead); break;
    case PROP_MAX_CODES: g_value_set_uint(value, properties->max_codes); break;
    case PROP_UPDATE_INTERVAL: g_value_set_uint64(value, properties->update_interval); break;
    case PROP_COMPAT: g_value_set_enum(value, properties->compat); break;
    case PROP_CACHE: g_value_set_boolean(value, properties->cache); break;
    case PROP_FORMAT: g_value_set_enum(value, properties->format); break;
    case PROP_TRY_ROTATE: g_value_set_boolean(value, properties->try_rotate); break;
    case PROP_TRY_FASTER: g_value_set_boolean(value, properties->try_faster); break;
    case PROP_BINARY: g_value_set_boolean(value, properties->binary); break;
    case PROP_EFFORT: g_value_set_enum(value, properties->effort); break;
    case PROP_UNREAD: g_value_set_boolean(value, properties->unread); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    GST_OBJECT_UNLOCK(object);
}

LumascanProperties lumascan_element_properties(void *element) {
    GST_OBJECT_LOCK(element);
    LumascanProperties copy = SELF(element)->properties;
    GST_OBJECT_UNLOCK(element);
    return copy;
}

static char *copied_text(void *element, char **place) {
    GST_OBJECT_LOCK(element);
    char *copy = *place != NULL ? strdup(*place) : NULL;
    GST_OBJECT_UNLOCK(element);
    return copy;
}

char *lumascan_element_formats(void *element) { return copied_text(element, &SELF(element)->formats); }

char *lumascan_element_region(void *element) { return copied_text(element, &SELF(element)->region); }

LumascanSwitches lumascan_element_switches(void *element) {
    GST_OBJECT_LOCK(element);
    LumascanSwitches copy = SELF(element)->switches;
    GST_OBJECT_UNLOCK(element);
    return copy;
}

static gboolean start(GstBaseTransform *base) { return SELF(base)->functions->start(SELF(base)->half); }

static gboolean stop(GstBaseTransform *base) {
    SELF(base)->functions->stop(SELF(base)->half);
    return TRUE;
}

static gboolean set_caps(GstBaseTransform *base, GstCaps *input, GstCaps *output) {
    return SELF(base)->functions->set_caps(SELF(base)->half, input);
}

// `is_discont` stays set until a buffer comes out; no buffer is dropped here, so each one's own flag tells.
static GstFlowReturn submit(GstBaseTransform *base, gboolean is_discont, GstBuffer *buffer) {
    if (!gst_base_transform_reconfigure(base)) {
        gst_buffer_unref(buffer);
        return GST_PAD_IS_FLUSHING(base->srcpad) ? GST_FLOW_FLUSHING : GST_FLOW_NOT_NEGOTIATED;
    }
    return SELF(base)->functions->submit(SELF(base)->half, &base->segment, buffer);
}

static GstFlowReturn generate(GstBaseTransform *base, GstBuffer **buffer) {
    return SELF(base)->functions->generate(SELF(base)->half, buffer);
}

static gboolean sink_event(GstBaseTransform *base, GstEvent *event) {
    if (SELF(base)->functions->sink_event(SELF(base)->half, event)) {
        gst_event_unref(event);
        return TRUE;
    }
    return GST_BASE_TRANSFORM_CLASS(gst_lumascan_parent_class)->sink_event(base, event);
}

static gboolean source_event(GstBaseTransform *base, GstEvent *event) {
    if (!SELF(base)->functions->source_event(SELF(base)->half, event)) {
        gst_event_unref(event);
        return TRUE;
    }
    return GST_BASE_TRANSFORM_CLASS(gst_lumascan_parent_class)->src_event(base, event);
}

static gboolean query(GstBaseTransform *base, GstPadDirection direction, GstQuery *query) {
    if (direction == GST_PAD_SINK && GST_QUERY_TYPE(query) == GST_QUERY_DRAIN)
        SELF(base)->functions->drain(SELF(base)->half);
    gboolean answered = GST_BASE_TRANSFORM_CLASS(gst_lumascan_parent_class)->query(base, direction, query);
    if (!answered || direction != GST_PAD_SRC || GST_QUERY_TYPE(query) != GST_QUERY_LATENCY) return answered;
    gboolean is_live;
    GstClockTime least, most, held = SELF(base)->functions->latency(SELF(base)->half);
    gst_query_parse_latency(query, &is_live, &least, &most);
    if (is_live && held > 0)
        gst_query_set_latency(query, TRUE, least + held, GST_CLOCK_TIME_IS_VALID(most) ? most + held : most);
    return TRUE;
}

// Held frames are drawn on in whatever memory they came in, so downstream's pool is not for them; they go on with their
// strides, which downstream has to heed.
static gboolean propose_allocation(GstBaseTransform *base, GstQuery *decided, GstQuery *query) {
    if (SELF(base)->functions->is_passthrough(SELF(base)->half)) return gst_pad_peer_query(base->srcpad, query);
    GstCaps *caps;
    gst_query_parse_allocation(query, &caps, NULL);
    GstQuery *below = gst_query_new_allocation(caps, FALSE);
    if (gst_pad_peer_query(base->srcpad, below) &&
        gst_query_find_allocation_meta(below, GST_VIDEO_META_API_TYPE, NULL))
        gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    gst_query_unref(below);
    return TRUE;
}

static void finalize(GObject *object) {
    SELF(object)->functions->release(SELF(object)->half);
    g_free(SELF(object)->formats);
    g_free(SELF(object)->region);
    G_OBJECT_CLASS(gst_lumascan_parent_class)->finalize(object);
}

static void gst_lumascan_init(GstLumascan *self) {
    self->formats = g_strdup(DEFAULT_FORMATS);
    self->properties.interval = DEFAULT_INTERVAL;
    self->half = lumascan_half_new(self, &self->functions);
    gst_base_transform_set_passthrough(&self->parent, TRUE);
    gst_base_transform_set_qos_enabled(&self->parent, FALSE);
}

static void gst_lumascan_class_init(GstLumascanClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;

    const GParamFlags anytime = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_CONSTRUCT | GST_PARAM_MUTABLE_PLAYING;
    const GParamFlags before = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_CONSTRUCT | GST_PARAM_MUTABLE_READY;
    const GParamFlags noted = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY;
    const guint64 hours = 1000 * 3600 * GST_SECOND;
#define ADD(id, spec) g_object_class_install_property(object, id, spec)
    ADD(PROP_FORMATS, g_param_spec_string("formats", "Formats",
        "Symbologies to look for, comma-separated: qr, matrix, retail, linear, all or single ones such as DataMatrix, ean13",
        DEFAULT_FORMATS, noted));
    ADD(PROP_INTERVAL, g_param_spec_uint64("interval", "Interval",
        "Time of video between two looks in nanoseconds; 0 looks at every frame", 0, hours, DEFAULT_INTERVAL, noted));
    ADD(PROP_REGION, g_param_spec_string("region", "Region",
        "Only codes whose centre is in this part of the upright picture: x,y,w,h in fractions (0.5,0,0.5,1) or in pixels "
        "(100,50,640,360px)", NULL, before));
    ADD(PROP_MESSAGE, g_param_spec_boolean("message", "Message",
        "Post messages: \"barcode\" when a code is new, updated, gone or selected, \"light\" when the light changes",
        TRUE, anytime));
    ADD(PROP_DRAW, g_param_spec_boolean("draw", "Draw", "Draw the codes' highlights onto the video", TRUE, anytime));
    ADD(PROP_STYLE, g_param_spec_enum("style", "Style", "How highlights look", style_type(), 0, before));
    ADD(PROP_ACTIVE, g_param_spec_boolean("active", "Active",
        "Look at frames; where not, open codes end and video passes untouched", TRUE, anytime));
    ADD(PROP_EFFORT, g_param_spec_enum("effort", "Effort", "How much a look may cost", effort_type(), LUMASCAN_EFFORT_AUTO, before));
    ADD(PROP_UNREAD, g_param_spec_boolean("unread", "Unread",
        "Post \"barcode-unread\" where a code stays that cannot be read, and outline it with dashes", FALSE, before));
    ADD(PROP_CONFIRM, g_param_spec_uint("confirm", "Confirm",
        "Looks that must agree before a code is reported; 0 goes by the symbology (1 to 3)", 0, 100, 0, before));
    ADD(PROP_LOST_AFTER, g_param_spec_uint64("lost-after", "Lost after",
        "A code that is not read for so many nanoseconds has ended", 0, hours, GST_SECOND, before));
    ADD(PROP_LIGHT_INTERVAL, g_param_spec_uint64("light-interval", "Light interval",
        "Time of video between two light samples in nanoseconds", 0, hours, 500 * GST_MSECOND, before));
    ADD(PROP_LIGHT_LOW, g_param_spec_double("light-low", "Light low",
        "Mean luma, 0 (black) to 1 (white), below which the light is low", 0, 1, 0.16, before));
    ADD(PROP_LIGHT_HIGH, g_param_spec_double("light-high", "Light high",
        "Mean luma above which the light is well again", 0, 1, 0.22, before));
    ADD(PROP_ATTACH_FRAME, g_param_spec_boolean("attach-frame", "Attach frame",
        "Put the frame into each barcode message", FALSE, anytime));
    ADD(PROP_ATTACH_META, g_param_spec_boolean("attach-meta", "Attach meta",
        "Put a region-of-interest meta for each code onto the buffers", FALSE, anytime));
    ADD(PROP_MODE, g_param_spec_enum("mode", "Mode", "Whether video waits for looks", mode_type(), LUMASCAN_MODE_AUTO, before));
    ADD(PROP_LOOKAHEAD, g_param_spec_int64("lookahead", "Lookahead",
        "How long recorded frames are held at most, in nanoseconds, so that highlights follow the code between looks; "
        "0 holds none, -1 up to the next look", -1, hours, -1, before));
    ADD(PROP_MAX_CODES, g_param_spec_uint("max-codes", "Max codes",
        "Codes that are reported at a time; 0 for all", 0, 10000, 0, before));
    ADD(PROP_UPDATE_INTERVAL, g_param_spec_uint64("update-interval", "Update interval",
        "Report a code that stays in view again so often, in nanoseconds; 0 never", 0, hours, 0, before));
    ADD(PROP_COMPAT, g_param_spec_enum("compat", "Compat",
        "Take the place of another element: its spelling of types, a message for each code at each look, at every frame "
        "unless interval is set, and no others", compat_type(), LUMASCAN_COMPAT_NONE, before));
    ADD(PROP_STATS, g_param_spec_boxed("stats", "Statistics",
        "Counts of the stream: frames, examined, skipped, codes, and look-time and look-cpu-time,"
        " the means of a look by the clock and in processor time, in nanoseconds",
        GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
    ADD(PROP_CACHE, g_param_spec_boolean("cache", "Cache",
        "With compat=zbar: post a message only when a code comes into view", FALSE, before));
    ADD(PROP_FORMAT, g_param_spec_enum("format", "Format",
        "With compat=zxing: the one symbology to look for, unless formats is set", format_type(), 0, before));
    ADD(PROP_TRY_ROTATE, g_param_spec_boolean("try-rotate", "Try rotate",
        "Accepted for compat=zxing; codes are read in every direction anyway", FALSE, before));
    ADD(PROP_TRY_FASTER, g_param_spec_boolean("try-faster", "Try faster",
        "Accepted for compat=zxing; every look is a fast one", FALSE, before));
    ADD(PROP_BINARY, g_param_spec_boolean("binary", "Binary",
        "Accepted for compat=zbar; symbol-bytes always holds the payload as it was encoded", FALSE, before));

    /**
     * GstLumascan::code-detected:
     * @code: the structure of the barcode message, valid for the call
     *
     * Emitted where a barcode message is posted, also with message=false; on a thread of the element.
     */
    g_signal_new("code-detected", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
        GST_TYPE_STRUCTURE | G_SIGNAL_TYPE_STATIC_SCOPE);

    GstElementClass *element = GST_ELEMENT_CLASS(class);
    gst_element_class_set_static_metadata(element, "Lumascan", "Filter/Analyzer/Video",
        "Reads barcodes and watches the light in video, follows every code and highlights it", "Lumascan");
    GstCaps *caps = gst_caps_from_string(GST_VIDEO_CAPS_MAKE(GST_VIDEO_FORMATS_ALL));
    gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
    gst_element_class_add_pad_template(element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);

    GstBaseTransformClass *base = GST_BASE_TRANSFORM_CLASS(class);
    base->start = start;
    base->stop = stop;
    base->set_caps = set_caps;
    base->submit_input_buffer = submit;
    base->generate_output = generate;
    base->sink_event = sink_event;
    base->src_event = source_event;
    base->query = query;
    base->propose_allocation = propose_allocation;
}

static gboolean plugin_init(GstPlugin *plugin) {
    return gst_element_register(plugin, "lumascan", GST_RANK_NONE, gst_lumascan_get_type());
}

#define PACKAGE "lumascan"
#define GST_PACKAGE_ORIGIN_UNKNOWN "Unknown package origin"
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, lumascan, "Reads barcodes in video", plugin_init, "0.4.0",
    "MIT/X11", "Lumascan", GST_PACKAGE_ORIGIN_UNKNOWN)
