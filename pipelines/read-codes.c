// Reads a video file with the element lumascan: messages tell what happens to the codes, metas on the buffers where they
// are in every frame.
//
//   cc -o read-codes pipelines/read-codes.c $(pkg-config --cflags --libs gstreamer-video-1.0)
//   ./read-codes clip.mp4
#include <gst/gst.h>
#include <gst/video/video.h>

typedef struct {
    guint frames;
    guint x, y, w, h;
} Sighting;

// The metas of a frame, on a streaming thread; `sightings` by number of the track.
static GstPadProbeReturn frame_passed(GstPad *pad, GstPadProbeInfo *info, gpointer sightings) {
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    gpointer state = NULL;
    GstMeta *meta;
    while ((meta = gst_buffer_iterate_meta_filtered(buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE))) {
        GstVideoRegionOfInterestMeta *region = (GstVideoRegionOfInterestMeta *)meta;
        if (region->roi_type != g_quark_from_static_string("barcode")) continue;
        GArray *array = sightings;
        if (array->len <= (guint)region->id) g_array_set_size(array, region->id + 1);
        Sighting *sighting = &g_array_index(array, Sighting, region->id);
        *sighting = (Sighting){sighting->frames + 1, region->x, region->y, region->w, region->h};
    }
    return GST_PAD_PROBE_OK;
}

static void print_text(const char *text) {
    for (const char *at = text; *at; at = g_utf8_next_char(at)) {
        if (g_unichar_isprint(g_utf8_get_char(at))) g_print("%.*s", (int)(g_utf8_next_char(at) - at), at);
        else g_print("?");
    }
}

static void show(GstMessage *message) {
    const GstStructure *facts = gst_message_get_structure(message);
    guint64 time = 0;
    gst_structure_get_uint64(facts, "stream-time", &time);
    if (gst_structure_has_name(facts, "light"))
        g_print("light %s %.3f\n", gst_structure_get_string(facts, "state"), time / 1e9);
    if (!gst_structure_has_name(facts, "barcode")) return;

    guint track = 0;
    gst_structure_get_uint(facts, "track-id", &track);
    g_print("%s %.3f track %u at", gst_structure_get_string(facts, "event"), time / 1e9, track);
    // x and y of the top left, top right, bottom right and bottom left corner, as the code itself has them.
    const GValue *corners = gst_structure_get_value(facts, "corners");
    for (guint i = 0; i + 1 < gst_value_array_get_size(corners); i += 2)
        g_print(" %.1f,%.1f", g_value_get_double(gst_value_array_get_value(corners, i)),
            g_value_get_double(gst_value_array_get_value(corners, i + 1)));
    g_print(": %s ", gst_structure_get_string(facts, "type"));
    print_text(gst_structure_get_string(facts, "symbol"));
    const GValue *bytes = gst_structure_get_value(facts, "symbol-bytes");
    g_print(" (%zu bytes)\n", g_bytes_get_size(g_value_get_boxed(bytes)));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        g_printerr("usage: read-codes FILE\n");
        return 2;
    }
    gst_init(NULL, NULL);
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch(
        "filesrc name=file ! decodebin ! lumascan name=scan draw=false attach-meta=true ! fakesink sync=false", &error);
    if (error) {
        g_printerr("%s\n", error->message);
        return 1;
    }
    GstElement *file = gst_bin_get_by_name(GST_BIN(pipeline), "file");
    g_object_set(file, "location", argv[1], NULL);
    GstElement *scan = gst_bin_get_by_name(GST_BIN(pipeline), "scan");
    GstPad *pad = gst_element_get_static_pad(scan, "src");
    GArray *sightings = g_array_new(FALSE, TRUE, sizeof(Sighting));
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, frame_passed, sightings, NULL);

    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstBus *bus = gst_element_get_bus(pipeline);
    for (gboolean is_running = TRUE; is_running;) {
        GstMessage *message = gst_bus_timed_pop_filtered(
            bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_ELEMENT | GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
        if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ELEMENT) show(message);
        else is_running = FALSE;
        if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) gst_message_parse_error(message, &error, NULL);
        gst_message_unref(message);
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    if (error) g_printerr("%s\n", error->message);
    for (guint track = 0; !error && track < sightings->len; track++) {
        Sighting *last = &g_array_index(sightings, Sighting, track);
        if (last->frames)
            g_print("track %u: in %u frames, the last time at %u,%u %ux%u\n", track, last->frames, last->x, last->y,
                last->w, last->h);
    }
    g_array_unref(sightings);
    gst_object_unref(pad);
    gst_object_unref(scan);
    gst_object_unref(file);
    gst_object_unref(bus);
    gst_object_unref(pipeline);
    return error ? 1 : 0;
}
