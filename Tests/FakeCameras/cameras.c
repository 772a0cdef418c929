// A GStreamer plugin with cameras that are not there, for the tests of what sees cameras. The key file that $FAKE_CAMERAS
// names has a group for each:
//
//   name, launch   as it is shown; the elements that give its video, in gst-launch syntax
//   caps           what it says that it gives
//   path, location its device's path and place, if it tells them
//   cable          a file without which it is not there
#include <gst/base/gstpushsrc.h>
#include <gst/gst.h>

#define PACKAGE "fakecameras"

// --- a camera

typedef struct {
    GstDevice parent;
    char *launch, *cable;
} FakeCamera;
typedef struct {
    GstDeviceClass parent;
} FakeCameraClass;
G_DEFINE_TYPE(FakeCamera, fake_camera, GST_TYPE_DEVICE)

static gboolean is_plugged_in(const char *cable) { return cable == NULL || g_file_test(cable, G_FILE_TEST_EXISTS); }

// Fails as Video4Linux does when the camera is pulled out.
static GstPadProbeReturn watch_cable(GstPad *pad, GstPadProbeInfo *info, gpointer cable) {
    if (is_plugged_in(cable)) return GST_PAD_PROBE_OK;
    GstElement *camera = GST_ELEMENT(gst_pad_get_parent(pad));
    GST_ELEMENT_ERROR(camera, RESOURCE, READ, (NULL), ("poll error 1: No such device (19)"));
    gst_object_unref(camera);
    return GST_PAD_PROBE_REMOVE;
}

static GstElement *fake_camera_create_element(GstDevice *device, const char *name) {
    FakeCamera *self = (FakeCamera *)device;
    // Of the open pads, the sink pad of a decoder is linked later, by the demuxer.
    GstElement *bin = gst_parse_bin_from_description(self->launch, FALSE, NULL);
    if (bin == NULL) return NULL;
    if (name != NULL) gst_object_set_name(GST_OBJECT(bin), name);
    GstPad *open = gst_bin_find_unlinked_pad(GST_BIN(bin), GST_PAD_SRC);
    GstPad *pad = gst_ghost_pad_new("src", open);
    gst_object_unref(open);
    gst_element_add_pad(bin, pad);
    if (self->cable != NULL)
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, watch_cable, g_strdup(self->cable), g_free);
    return bin;
}

static void fake_camera_finalize(GObject *object) {
    g_free(((FakeCamera *)object)->launch);
    g_free(((FakeCamera *)object)->cable);
    G_OBJECT_CLASS(fake_camera_parent_class)->finalize(object);
}

static void fake_camera_class_init(FakeCameraClass *klass) {
    GST_DEVICE_CLASS(klass)->create_element = fake_camera_create_element;
    G_OBJECT_CLASS(klass)->finalize = fake_camera_finalize;
}

static void fake_camera_init(FakeCamera *self) {}

// --- their provider

typedef struct {
    GstDeviceProvider parent;
} FakeCameras;
typedef struct {
    GstDeviceProviderClass parent;
} FakeCamerasClass;
G_DEFINE_TYPE(FakeCameras, fake_cameras, GST_TYPE_DEVICE_PROVIDER)

static FakeCamera *make_camera(GKeyFile *file, const char *group) {
    char *text[] = {
        g_key_file_get_string(file, group, "name", NULL), g_key_file_get_string(file, group, "caps", NULL),
        g_key_file_get_string(file, group, "path", NULL), g_key_file_get_string(file, group, "location", NULL)};
    GstCaps *caps = text[1] != NULL ? gst_caps_from_string(text[1]) : gst_caps_new_any();
    GstStructure *properties = gst_structure_new_empty("fake");
    if (text[2] != NULL) gst_structure_set(properties, "device.path", G_TYPE_STRING, text[2], NULL);
    if (text[3] != NULL) gst_structure_set(properties, "api.libcamera.location", G_TYPE_STRING, text[3], NULL);
    FakeCamera *camera =
        g_object_new(fake_camera_get_type(), "display-name", text[0], "caps", caps, "device-class", "Video/Source",
                     "properties", properties, NULL);
    camera->launch = g_key_file_get_string(file, group, "launch", NULL);
    camera->cable = g_key_file_get_string(file, group, "cable", NULL);
    gst_caps_unref(caps);
    gst_structure_free(properties);
    for (gsize index = 0; index < G_N_ELEMENTS(text); index++) g_free(text[index]);
    return camera;
}

static GList *fake_cameras_probe(GstDeviceProvider *provider) {
    GList *cameras = NULL;
    GKeyFile *file = g_key_file_new();
    const char *path = g_getenv("FAKE_CAMERAS");
    if (path != NULL && g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL)) {
        char **groups = g_key_file_get_groups(file, NULL);
        for (char **group = groups; *group != NULL; group++) {
            FakeCamera *camera = make_camera(file, *group);
            if (is_plugged_in(camera->cable))
                cameras = g_list_append(cameras, camera);
            else
                gst_object_unref(gst_object_ref_sink(camera));
        }
        g_strfreev(groups);
    }
    g_key_file_free(file);
    return cameras;
}

static void fake_cameras_class_init(FakeCamerasClass *klass) {
    GST_DEVICE_PROVIDER_CLASS(klass)->probe = fake_cameras_probe;
    gst_device_provider_class_set_static_metadata(
        GST_DEVICE_PROVIDER_CLASS(klass), "Fake cameras", "Video/Source", "Cameras that are not there", "Lumascan");
}

static void fake_cameras_init(FakeCameras *self) {}

// --- a source that cannot be opened

typedef struct {
    GstPushSrc parent;
    int code;
    char *debug;
} CameraFault;
typedef struct {
    GstPushSrcClass parent;
} CameraFaultClass;
G_DEFINE_TYPE(CameraFault, camera_fault, GST_TYPE_PUSH_SRC)

static gboolean camera_fault_start(GstBaseSrc *source) {
    CameraFault *self = (CameraFault *)source;
    gst_element_message_full(GST_ELEMENT(source), GST_MESSAGE_ERROR, GST_RESOURCE_ERROR, self->code,
                             g_strdup("Could not open device."), g_strdup(self->debug), "", "", 0);
    return FALSE;
}

static void camera_fault_set(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    CameraFault *self = (CameraFault *)object;
    if (id == 1)
        self->code = g_value_get_int(value);
    else
        self->debug = g_value_dup_string(value);
}

static void camera_fault_finalize(GObject *object) {
    g_free(((CameraFault *)object)->debug);
    G_OBJECT_CLASS(camera_fault_parent_class)->finalize(object);
}

static void camera_fault_class_init(CameraFaultClass *klass) {
    static GstStaticPadTemplate any = GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
    GObjectClass *object = G_OBJECT_CLASS(klass);
    object->set_property = camera_fault_set;
    object->finalize = camera_fault_finalize;
    g_object_class_install_property(object, 1, g_param_spec_int("code", "", "", 0, 99, 0, G_PARAM_WRITABLE));
    g_object_class_install_property(object, 2, g_param_spec_string("debug", "", "", NULL, G_PARAM_WRITABLE));
    gst_element_class_add_static_pad_template(GST_ELEMENT_CLASS(klass), &any);
    gst_element_class_set_static_metadata(GST_ELEMENT_CLASS(klass), "Fault", "Source", "Cannot be opened", "Lumascan");
    GST_BASE_SRC_CLASS(klass)->start = camera_fault_start;
}

static void camera_fault_init(CameraFault *self) { gst_base_src_set_live(GST_BASE_SRC(self), TRUE); }

static gboolean plugin_init(GstPlugin *plugin) {
    return gst_device_provider_register(plugin, "fakecameras", GST_RANK_PRIMARY, fake_cameras_get_type()) &&
           gst_element_register(plugin, "camerafault", GST_RANK_NONE, camera_fault_get_type());
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, fakecameras, "Fake cameras", plugin_init, "0", "MIT/X11", PACKAGE,
                  "https://example.org/lumascan")
