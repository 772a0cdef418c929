#pragma once
// What a base transform asks of the Swift half of its element.
#include <gst/gst.h>

typedef struct {
    // READY to PAUSED; FALSE after an error message was posted.
    gboolean (*start)(gpointer half);
    // PAUSED to READY: everything of the stream is forgotten.
    void (*stop)(gpointer half);
    gboolean (*set_caps)(gpointer half, GstCaps *caps);
    // Takes over the buffer. May wait.
    GstFlowReturn (*submit)(gpointer half, const GstSegment *segment, GstBuffer *buffer);
    // The next buffer that goes on, "transfer full", or NULL.
    GstFlowReturn (*generate)(gpointer half, GstBuffer **buffer);
    // TRUE where the event waits behind held frames and is sent on later: a reference was taken.
    gboolean (*sink_event)(gpointer half, GstEvent *event);
    // Pushes what is held; called where upstream wants its buffers back, on the streaming thread.
    void (*drain)(gpointer half);
    // FALSE where the event is not to go upstream.
    gboolean (*source_event)(gpointer half, GstEvent *event);
    // How long frames are held, by which a live pipeline's latency grows.
    GstClockTime (*latency)(gpointer half);
    // Whether buffers go on as they come, so that the allocation is between upstream and downstream.
    gboolean (*is_passthrough)(gpointer half);
    // Counts, "transfer full".
    GstStructure *(*stats)(gpointer half);
    void (*release)(gpointer half);
} LumascanTransform;
