#pragma once

// An RTSP server that sends the frames of an appsrc, behind types of our own. Every function may be called from any
// thread; callbacks come on threads of the server.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lumascan_rtsp_server lumascan_rtsp_server;

/// What is told of a mounted stream: `begin` when its first client came, with an appsrc (GstElement, a reference that is
/// handed over); `end` when its last client is gone; `release` when nothing more is told.
typedef struct {
    void (*begin)(void *data, void *appsrc);
    void (*end)(void *data);
    void (*release)(void *data);
} lumascan_rtsp_callbacks;

/// Listens. `user` and `password` are asked of every client (Digest), or both are NULL.
/// Returns NULL where it cannot listen, and then `problem` is a text to be freed with `lumascan_rtsp_free_text`.
lumascan_rtsp_server *lumascan_rtsp_server_new(
    const char *address, const char *port, const char *user, const char *password, char **problem);

/// The port that it listens at.
int lumascan_rtsp_server_port(const lumascan_rtsp_server *server);

/// Gives clients that ask for `path` (with its slash) a stream that is made when the first comes and shared by all:
/// `description` in gst-launch syntax, in round brackets, with `appsrc name=frames` and a payloader `pay0`.
/// `data` is taken over.
void lumascan_rtsp_server_mount(
    lumascan_rtsp_server *server, const char *path, const char *description, lumascan_rtsp_callbacks callbacks,
    void *data);

/// Ends the stream of its clients; nothing is told of it when this has returned.
void lumascan_rtsp_server_unmount(lumascan_rtsp_server *server, const char *path);

/// Ends everything. Not to be called by a callback.
void lumascan_rtsp_server_free(lumascan_rtsp_server *server);

void lumascan_rtsp_free_text(char *text);

#ifdef __cplusplus
}
#endif
