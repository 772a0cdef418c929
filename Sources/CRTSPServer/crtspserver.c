#include "crtspserver.h"
#include <gst/rtsp-server/rtsp-server.h>

#define ROLE "viewer"
// Clients at a time, of all streams: each may hold a backlog of its own.
#define CLIENT_LIMIT 64

struct lumascan_rtsp_server {
    GstRTSPServer *server;
    GMainContext *context;
    GMainLoop *loop;
    GThread *thread;
    guint source;
    gboolean is_protected;
};

// What a factory keeps of the stream that is mounted.
typedef struct {
    lumascan_rtsp_callbacks callbacks;
    void *data;
    GMutex lock;
    gboolean is_mounted;
} Mounted;

static void mounted_free(gpointer pointer) {
    Mounted *mounted = pointer;
    mounted->callbacks.release(mounted->data);
    g_mutex_clear(&mounted->lock);
    g_free(mounted);
}

static gpointer serve(gpointer pointer) {
    lumascan_rtsp_server *server = pointer;
    g_main_context_push_thread_default(server->context);
    g_main_loop_run(server->loop);
    g_main_context_pop_thread_default(server->context);
    return NULL;
}

static void tell_end(GstRTSPMedia *media, gpointer data) {
    Mounted *mounted = data;
    g_mutex_lock(&mounted->lock);
    if (mounted->is_mounted) mounted->callbacks.end(mounted->data);
    g_mutex_unlock(&mounted->lock);
}

static void tell_begin(GstRTSPMediaFactory *factory, GstRTSPMedia *media, gpointer data) {
    Mounted *mounted = data;
    GstElement *element = gst_rtsp_media_get_element(media);
    GstElement *frames = gst_bin_get_by_name_recurse_up(GST_BIN(element), "frames");
    // The media may outlive its factory, which owns `mounted`.
    g_signal_connect_data(media, "unprepared", G_CALLBACK(tell_end), mounted, NULL, (GConnectFlags)0);
    g_object_set_data_full(G_OBJECT(media), "lumascan-factory", g_object_ref(factory), g_object_unref);
    g_mutex_lock(&mounted->lock);
    if (frames != NULL && mounted->is_mounted)
        mounted->callbacks.begin(mounted->data, gst_object_ref(frames));
    g_mutex_unlock(&mounted->lock);
    if (frames != NULL) gst_object_unref(frames);
    gst_object_unref(element);
}

lumascan_rtsp_server *lumascan_rtsp_server_new(
    const char *address, const char *port, const char *user, const char *password, char **problem) {
    lumascan_rtsp_server *server = g_new0(lumascan_rtsp_server, 1);
    GError *error = NULL;
    server->server = gst_rtsp_server_new();
    gst_rtsp_server_set_address(server->server, address);
    gst_rtsp_server_set_service(server->server, port);
    GstRTSPSessionPool *sessions = gst_rtsp_server_get_session_pool(server->server);
    gst_rtsp_session_pool_set_max_sessions(sessions, CLIENT_LIMIT);
    g_object_unref(sessions);
    if (user != NULL && password != NULL) {
        GstRTSPAuth *auth = gst_rtsp_auth_new();
        GstRTSPToken *token = gst_rtsp_token_new(GST_RTSP_TOKEN_MEDIA_FACTORY_ROLE, G_TYPE_STRING, ROLE, NULL);
        gst_rtsp_auth_set_supported_methods(auth, GST_RTSP_AUTH_DIGEST);
        gst_rtsp_auth_add_digest(auth, user, password, token);
        gst_rtsp_token_unref(token);
        gst_rtsp_server_set_auth(server->server, auth);
        g_object_unref(auth);
        server->is_protected = TRUE;
    }
    server->context = g_main_context_new();
    GSource *source = gst_rtsp_server_create_source(server->server, NULL, &error);
    if (source == NULL) {
        *problem = g_strdup(error != NULL ? error->message : "cannot listen");
        g_clear_error(&error);
        lumascan_rtsp_server_free(server);
        return NULL;
    }
    g_source_set_callback(source, (GSourceFunc)G_CALLBACK(gst_rtsp_server_io_func), server->server, NULL);
    server->source = g_source_attach(source, server->context);
    g_source_unref(source);
    server->loop = g_main_loop_new(server->context, FALSE);
    server->thread = g_thread_new("rtsp", serve, server);
    return server;
}

int lumascan_rtsp_server_port(const lumascan_rtsp_server *server) {
    return gst_rtsp_server_get_bound_port(server->server);
}

void lumascan_rtsp_server_mount(
    lumascan_rtsp_server *server, const char *path, const char *description, lumascan_rtsp_callbacks callbacks,
    void *data) {
    Mounted *mounted = g_new0(Mounted, 1);
    mounted->callbacks = callbacks;
    mounted->data = data;
    mounted->is_mounted = TRUE;
    g_mutex_init(&mounted->lock);
    GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new();
    gst_rtsp_media_factory_set_launch(factory, description);
    gst_rtsp_media_factory_set_shared(factory, TRUE);
    if (server->is_protected)
        gst_rtsp_media_factory_add_role(factory, ROLE, GST_RTSP_PERM_MEDIA_FACTORY_ACCESS, G_TYPE_BOOLEAN, TRUE,
                                        GST_RTSP_PERM_MEDIA_FACTORY_CONSTRUCT, G_TYPE_BOOLEAN, TRUE, NULL);
    g_object_set_data_full(G_OBJECT(factory), "lumascan-mounted", mounted, mounted_free);
    g_signal_connect(factory, "media-configure", G_CALLBACK(tell_begin), mounted);
    GstRTSPMountPoints *mounts = gst_rtsp_server_get_mount_points(server->server);
    gst_rtsp_mount_points_add_factory(mounts, path, factory);
    g_object_unref(mounts);
}

// Whose client watches the path is let go.
static GstRTSPFilterResult drop_session(GstRTSPClient *client, GstRTSPSession *session, gpointer path) {
    gint matched = 0;
    GstRTSPSessionMedia *media = gst_rtsp_session_get_media(session, path, &matched);
    return media != NULL ? GST_RTSP_FILTER_REMOVE : GST_RTSP_FILTER_KEEP;
}

static GstRTSPFilterResult drop_client(GstRTSPServer *server, GstRTSPClient *client, gpointer path) {
    g_list_free_full(gst_rtsp_client_session_filter(client, drop_session, path), g_object_unref);
    return GST_RTSP_FILTER_KEEP;
}

void lumascan_rtsp_server_unmount(lumascan_rtsp_server *server, const char *path) {
    gint matched = 0;
    GstRTSPMountPoints *mounts = gst_rtsp_server_get_mount_points(server->server);
    GstRTSPMediaFactory *factory = gst_rtsp_mount_points_match(mounts, path, &matched);
    gst_rtsp_mount_points_remove_factory(mounts, path);
    g_object_unref(mounts);
    g_list_free_full(gst_rtsp_server_client_filter(server->server, drop_client, (gpointer)path), g_object_unref);
    if (factory == NULL) return;
    Mounted *mounted = g_object_get_data(G_OBJECT(factory), "lumascan-mounted");
    g_mutex_lock(&mounted->lock);
    mounted->is_mounted = FALSE;
    g_mutex_unlock(&mounted->lock);
    g_object_unref(factory);
}

static GstRTSPFilterResult drop_any_client(GstRTSPServer *server, GstRTSPClient *client, gpointer data) {
    return GST_RTSP_FILTER_REMOVE;
}

void lumascan_rtsp_server_free(lumascan_rtsp_server *server) {
    if (server->thread != NULL) {
        g_list_free_full(gst_rtsp_server_client_filter(server->server, drop_any_client, NULL), g_object_unref);
        g_main_loop_quit(server->loop);
        g_thread_join(server->thread);
        g_main_loop_unref(server->loop);
        GSource *source = g_main_context_find_source_by_id(server->context, server->source);
        if (source != NULL) g_source_destroy(source);
    }
    g_main_context_unref(server->context);
    g_object_unref(server->server);
    g_free(server);
}

void lumascan_rtsp_free_text(char *text) { g_free(text); }
