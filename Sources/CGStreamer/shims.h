#pragma once
// What Swift cannot import: GStreamer's cast and flag macros, its varargs functions, and unions inside structures.
#include <gio/gio.h>
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/pbutils/pbutils.h>
#include <gst/tag/tag.h>
#include <gst/video/video.h>
#include <malloc.h>
#include <string.h>
#include "analytics.h"
#include "transform.h"

typedef void (*LumascanPadCallback)(GstElement *element, GstPad *pad, gpointer data);

typedef void (*LumascanRelease)(gpointer data, GClosure *closure);

// `release` is called with the data when the element is done with it.
static inline void lumascan_connect_pad_added(
    GstElement *element, LumascanPadCallback callback, gpointer data, LumascanRelease release) {
    g_signal_connect_data(element, "pad-added", G_CALLBACK(callback), data, release, (GConnectFlags)0);
}

static inline void lumascan_lock(GstElement *element) { GST_OBJECT_LOCK(element); }
static inline void lumascan_unlock(GstElement *element) { GST_OBJECT_UNLOCK(element); }

static inline void lumascan_set_caps(gpointer object, const char *property, const GstCaps *caps) {
    g_object_set(object, property, caps, NULL);
}

static inline gboolean lumascan_has_property(gpointer object, const char *property) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), property) != NULL;
}

static const GstElementFactoryListType lumascan_demuxer_type = GST_ELEMENT_FACTORY_TYPE_DEMUXER;

static inline gboolean lumascan_is_app_sink(gpointer object) { return GST_IS_APP_SINK(object); }
static inline gboolean lumascan_is_sink(GstElement *element) {
    return GST_OBJECT_FLAG_IS_SET(element, GST_ELEMENT_FLAG_SINK);
}

static inline gboolean lumascan_pad_is_flushing(GstPad *pad) { return GST_PAD_IS_FLUSHING(pad); }
static inline gboolean lumascan_is_app_src(gpointer object) { return GST_IS_APP_SRC(object); }

static inline GstMessageType lumascan_message_type(const GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline GstEventType lumascan_event_type(const GstEvent *event) { return GST_EVENT_TYPE(event); }
static inline GstQueryType lumascan_query_type(const GstQuery *query) { return GST_QUERY_TYPE(query); }

// Posts an error of the stream domain, as an element would.
static inline void lumascan_post_error(GstElement *element, GQuark domain, gint code, const char *text, const char *debug) {
    gst_element_message_full(element, GST_MESSAGE_ERROR, domain, code, g_strdup(text), g_strdup(debug), "", "", 0);
}

// A failure to allocate or map must not end the process, so a plane is described only when the frame is mapped.
static inline const guint8 *lumascan_component_data(const GstVideoFrame *frame, guint component) {
    return (const guint8 *)GST_VIDEO_FRAME_COMP_DATA(frame, component);
}

static inline gint lumascan_component_stride(const GstVideoFrame *frame, guint component) {
    return GST_VIDEO_FRAME_COMP_STRIDE(frame, component);
}

static inline guint8 *lumascan_plane_data(GstVideoFrame *frame, guint plane) {
    return (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
}

static inline gint lumascan_plane_stride(const GstVideoFrame *frame, guint plane) {
    return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}

static inline guint lumascan_plane_count(const GstVideoFrame *frame) { return GST_VIDEO_FRAME_N_PLANES(frame); }

static inline gboolean lumascan_has_luma(const GstVideoInfo *info) {
    return GST_VIDEO_FORMAT_INFO_IS_YUV(info->finfo) || GST_VIDEO_FORMAT_INFO_IS_GRAY(info->finfo);
}

// Pixel stride of component 0 in bytes when its samples are whole bytes at a fixed distance, else 0.
static inline gint lumascan_luma_pixel_stride(const GstVideoInfo *info) {
    const GstVideoFormatInfo *format = info->finfo;
    gboolean is_plain = !GST_VIDEO_FORMAT_INFO_IS_COMPLEX(format) && !GST_VIDEO_FORMAT_INFO_IS_TILED(format) &&
                        !GST_VIDEO_FORMAT_INFO_HAS_PALETTE(format);
    if (!lumascan_has_luma(info) || !is_plain || GST_VIDEO_FORMAT_INFO_DEPTH(format, 0) != 8 ||
        GST_VIDEO_FORMAT_INFO_SHIFT(format, 0) != 0)
        return 0;
    return GST_VIDEO_FORMAT_INFO_PSTRIDE(format, 0);
}

// Bytes from the beginning of its plane to the first sample of component 0.
static inline gint lumascan_luma_offset(const GstVideoInfo *info) { return GST_VIDEO_FORMAT_INFO_POFFSET(info->finfo, 0); }

static inline const char *lumascan_format_name(const GstVideoInfo *info) { return GST_VIDEO_INFO_NAME(info); }

static inline guint lumascan_plane_of_component(const GstVideoInfo *info, guint component) {
    return GST_VIDEO_FORMAT_INFO_PLANE(info->finfo, component);
}

// The first component that lies in a plane tells the plane's size in samples and the bytes of one sample position.
static inline guint lumascan_component_of_plane(const GstVideoFrame *frame, guint plane) {
    guint component = 0;
    while (component + 1 < GST_VIDEO_FRAME_N_COMPONENTS(frame) && GST_VIDEO_FRAME_COMP_PLANE(frame, component) != plane)
        component++;
    return component;
}

static inline gint lumascan_plane_width(const GstVideoFrame *frame, guint plane) {
    return GST_VIDEO_FRAME_COMP_WIDTH(frame, lumascan_component_of_plane(frame, plane));
}

static inline gint lumascan_plane_height(const GstVideoFrame *frame, guint plane) {
    return GST_VIDEO_FRAME_COMP_HEIGHT(frame, lumascan_component_of_plane(frame, plane));
}

static inline gint lumascan_plane_pixel_bytes(const GstVideoFrame *frame, guint plane) {
    return GST_VIDEO_FRAME_COMP_PSTRIDE(frame, lumascan_component_of_plane(frame, plane));
}

static inline void lumascan_caps_set_string(GstCaps *caps, const char *field, const char *value) {
    gst_caps_set_simple(caps, field, G_TYPE_STRING, value, NULL);
}

static inline void lumascan_caps_set_size(GstCaps *caps, gint width, gint height) {
    gst_caps_set_simple(caps, "width", G_TYPE_INT, width, "height", G_TYPE_INT, height, NULL);
}

// Planes and strides as pack and unpack functions take them.
static inline gpointer *lumascan_planes(GstVideoFrame *frame) { return frame->data; }
static inline gint *lumascan_strides(GstVideoFrame *frame) { return frame->info.stride; }

static inline gint lumascan_component_width(const GstVideoFrame *frame, guint component) {
    return GST_VIDEO_FRAME_COMP_WIDTH(frame, component);
}

static inline gint lumascan_component_height(const GstVideoFrame *frame, guint component) {
    return GST_VIDEO_FRAME_COMP_HEIGHT(frame, component);
}

// How samples of a component lie: plain where each is a byte or a little-endian word of its own.
typedef struct {
    gboolean is_plain;
    gint depth, shift, pixel_stride, across, down;
} LumascanComponentLayout;

static inline LumascanComponentLayout lumascan_component_layout(const GstVideoFormatInfo *format, guint component) {
    LumascanComponentLayout layout = {
        .depth = GST_VIDEO_FORMAT_INFO_DEPTH(format, component),
        .shift = GST_VIDEO_FORMAT_INFO_SHIFT(format, component),
        .pixel_stride = GST_VIDEO_FORMAT_INFO_PSTRIDE(format, component),
        .across = GST_VIDEO_FORMAT_INFO_W_SUB(format, component),
        .down = GST_VIDEO_FORMAT_INFO_H_SUB(format, component),
    };
    gboolean is_byte = layout.depth == 8 && layout.shift == 0 && layout.pixel_stride >= 1;
    gboolean is_word = layout.depth > 8 && layout.depth + layout.shift <= 16 && layout.pixel_stride >= 2 &&
                       layout.pixel_stride % 2 == 0 && GST_VIDEO_FORMAT_INFO_IS_LE(format);
    layout.is_plain = (is_byte || is_word) && !GST_VIDEO_FORMAT_INFO_IS_COMPLEX(format) &&
                      !GST_VIDEO_FORMAT_INFO_IS_TILED(format) && !GST_VIDEO_FORMAT_INFO_HAS_PALETTE(format) &&
                      layout.across + layout.down <= 4;
    return layout;
}

static inline GstDebugCategory *lumascan_debug_category(void) {
    static GstDebugCategory *category;
    if (g_once_init_enter(&category))
        g_once_init_leave(&category, _gst_debug_category_new("lumascan", 0, "Barcodes and light in video"));
    return category;
}

static inline gboolean lumascan_logs(GstDebugLevel level) {
    return level <= gst_debug_category_get_threshold(lumascan_debug_category());
}

static inline void lumascan_log(GstDebugLevel level, gpointer object, const char *text) {
    gst_debug_log(lumascan_debug_category(), level, "lumascan", "", 0, (GObject *)object, "%s", text);
}

static inline void lumascan_structure_set_string(GstStructure *structure, const char *field, const char *value) {
    gst_structure_set(structure, field, G_TYPE_STRING, value, NULL);
}

static inline void lumascan_structure_set_int(GstStructure *structure, const char *field, gint value) {
    gst_structure_set(structure, field, G_TYPE_INT, value, NULL);
}

static inline void lumascan_structure_set_boolean(GstStructure *structure, const char *field, gboolean value) {
    gst_structure_set(structure, field, G_TYPE_BOOLEAN, value, NULL);
}

static inline void lumascan_structure_set_uint(GstStructure *structure, const char *field, guint value) {
    gst_structure_set(structure, field, G_TYPE_UINT, value, NULL);
}

static inline void lumascan_structure_set_uint64(GstStructure *structure, const char *field, guint64 value) {
    gst_structure_set(structure, field, G_TYPE_UINT64, value, NULL);
}

static inline void lumascan_structure_set_double(GstStructure *structure, const char *field, gdouble value) {
    gst_structure_set(structure, field, G_TYPE_DOUBLE, value, NULL);
}

static inline void lumascan_structure_set_bytes(GstStructure *structure, const char *field, GBytes *value) {
    gst_structure_set(structure, field, G_TYPE_BYTES, value, NULL);
}

static inline void lumascan_structure_set_sample(GstStructure *structure, const char *field, GstSample *value) {
    gst_structure_set(structure, field, GST_TYPE_SAMPLE, value, NULL);
}

static inline void lumascan_structure_set_structure(GstStructure *structure, const char *field, GstStructure *value) {
    gst_structure_set(structure, field, GST_TYPE_STRUCTURE, value, NULL);
}

static inline GType lumascan_type_array(void) { return GST_TYPE_ARRAY; }
static inline GType lumascan_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType lumascan_type_int(void) { return G_TYPE_INT; }
static inline GType lumascan_type_string(void) { return G_TYPE_STRING; }

static inline void lumascan_emit_structure(gpointer object, const char *signal, GstStructure *structure) {
    g_signal_emit_by_name(object, signal, structure);
}

static inline GstObject *lumascan_as_object(gpointer object) { return GST_OBJECT(object); }
static inline GstPad *lumascan_transform_sink(gpointer element) { return gst_element_get_static_pad(element, "sink"); }
static inline gboolean lumascan_event_is_serialized(GstEvent *event) { return GST_EVENT_IS_SERIALIZED(event); }
static inline GstState lumascan_state(GstElement *element) { return GST_STATE(element); }

static inline GstLogFunction lumascan_default_log_function(void) { return gst_debug_log_default; }

static inline void lumascan_set_text(gpointer object, const char *property, const char *value) {
    g_object_set(object, property, value, NULL);
}

// Of an RTSP source's streams, asks for video alone.
static inline gboolean lumascan_is_video_stream(GstElement *source, guint number, GstCaps *caps, gpointer data) {
    const GstStructure *stream = gst_caps_get_structure(caps, 0);
    return g_strcmp0(gst_structure_get_string(stream, "media"), "video") == 0;
}

static inline void lumascan_select_video(GstElement *source) {
    g_signal_connect(source, "select-stream", G_CALLBACK(lumascan_is_video_stream), NULL);
}

// What a source that is made for a URI is to be given before it opens; each may be NULL.
typedef struct {
    char *user, *password;
    GTlsDatabase *authorities;
} LumascanAccess;

static inline void lumascan_prepare_source(GstElement *bin, GstElement *source, gpointer data) {
    const LumascanAccess *access = data;
    GObjectClass *kind = G_OBJECT_GET_CLASS(source);
    if (access->user != NULL && g_object_class_find_property(kind, "user-id") != NULL)
        g_object_set(source, "user-id", access->user, "user-pw", access->password, NULL);
    if (access->authorities != NULL && g_object_class_find_property(kind, "tls-database") != NULL)
        g_object_set(source, "tls-database", access->authorities, NULL);
}

static inline void lumascan_free_access(gpointer data, GClosure *closure) {
    LumascanAccess *access = data;
    g_free(access->user);
    g_free(access->password);
    g_clear_object(&access->authorities);
    g_free(access);
}

// The authorities stay the caller's.
static inline void lumascan_prepare_sources(
    GstElement *bin, const char *user, const char *password, gpointer authorities) {
    LumascanAccess *access = g_new0(LumascanAccess, 1);
    access->user = g_strdup(user);
    access->password = g_strdup(password);
    access->authorities = authorities ? g_object_ref(authorities) : NULL;
    g_signal_connect_data(bin, "source-setup", G_CALLBACK(lumascan_prepare_source), access, lumascan_free_access,
                          (GConnectFlags)0);
}

// "transfer full"; NULL where the file holds no certificates.
static inline gpointer lumascan_authorities(const char *path) {
    GList *certificates = g_tls_certificate_list_new_from_file(path, NULL);
    if (certificates == NULL) return NULL;
    g_list_free_full(certificates, g_object_unref);
    // A database takes no relative path.
    char *absolute = g_canonicalize_filename(path, NULL);
    GTlsDatabase *database = g_tls_file_database_new(absolute, NULL);
    g_free(absolute);
    return database;
}

// A connection as the elements of network sources make it, which do not tell why it fails.
typedef struct {
    const char *uri;
    guint16 default_port;
    gboolean has_tls;
    gpointer authorities;
    guint timeout_seconds;
    // What is wrong with the server's certificate; 0 where nothing is known to be.
    GTlsCertificateFlags certificate_errors;
} LumascanConnection;

static inline gboolean lumascan_refuse_certificate(
    GTlsConnection *tls, GTlsCertificate *certificate, GTlsCertificateFlags errors, gpointer data) {
    ((LumascanConnection *)data)->certificate_errors = errors;
    return FALSE;
}

static inline void lumascan_prepare_handshake(
    GSocketClient *client, GSocketClientEvent event, GSocketConnectable *server, GIOStream *stream, gpointer data) {
    LumascanConnection *connection = data;
    if (event != G_SOCKET_CLIENT_TLS_HANDSHAKING) return;
    if (connection->authorities != NULL) g_object_set(stream, "database", connection->authorities, NULL);
    g_signal_connect(stream, "accept-certificate", G_CALLBACK(lumascan_refuse_certificate), connection);
}

// Connects and closes. The words of a failure, "transfer full"; NULL where there is none.
static inline char *lumascan_connection_failure(LumascanConnection *connection, GCancellable *cancellable) {
    GSocketClient *client = g_socket_client_new();
    g_socket_client_set_timeout(client, connection->timeout_seconds);
    g_socket_client_set_tls(client, connection->has_tls);
    g_signal_connect(client, "event", G_CALLBACK(lumascan_prepare_handshake), connection);
    GError *error = NULL;
    GSocketConnection *made = g_socket_client_connect_to_uri(
        client, connection->uri, connection->default_port, cancellable, &error);
    char *words = error ? g_strdup(error->message) : NULL;
    g_clear_error(&error);
    g_clear_object(&made);
    g_object_unref(client);
    return words;
}

static inline void lumascan_set_object(gpointer object, const char *property, gpointer value) {
    g_object_set(object, property, value, NULL);
}

typedef char *(*LumascanNamer)(GstElement *element, guint number, GstSample *first, gpointer data);

// The result is "transfer full"; `release` is called with the data when the element is done with it.
static inline void lumascan_connect_format_location(
    GstElement *element, LumascanNamer callback, gpointer data, LumascanRelease release) {
    g_signal_connect_data(
        element, "format-location-full", G_CALLBACK(callback), data, release, (GConnectFlags)0);
}

static inline void lumascan_set_window(GstElement *sink, guintptr window) {
    if (GST_IS_VIDEO_OVERLAY(sink)) gst_video_overlay_set_window_handle(GST_VIDEO_OVERLAY(sink), window);
}

// The first mouse button, at a place of the sink's window.
static inline void lumascan_press(GstElement *sink, double x, double y) {
    if (GST_IS_NAVIGATION(sink))
        gst_navigation_send_mouse_event(GST_NAVIGATION(sink), "mouse-button-press", 1, x, y);
}

static inline gboolean lumascan_is_delta(const GstBuffer *buffer) {
    return GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
}

// By the clock of the sender, in nanoseconds since 1900; GST_CLOCK_TIME_NONE where the buffer does not say.
static inline GstClockTime lumascan_ntp_time(GstBuffer *buffer) {
    static GstStaticCaps ntp = GST_STATIC_CAPS("timestamp/x-ntp");
    GstCaps *caps = gst_static_caps_get(&ntp);
    GstReferenceTimestampMeta *meta = gst_buffer_get_reference_timestamp_meta(buffer, caps);
    gst_caps_unref(caps);
    return meta != NULL ? meta->timestamp : GST_CLOCK_TIME_NONE;
}

static inline void lumascan_lock_stream(GstPad *pad) { GST_PAD_STREAM_LOCK(pad); }
static inline void lumascan_unlock_stream(GstPad *pad) { GST_PAD_STREAM_UNLOCK(pad); }
