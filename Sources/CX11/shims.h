#pragma once
#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>

// The client message by which a window manager asks a window to close.
static inline int lumascan_asks_to_close(const XEvent *event, Atom protocols, Atom close) {
    return event->type == ClientMessage && event->xclient.message_type == protocols &&
           (Atom)event->xclient.data.l[0] == close;
}

static inline int lumascan_event_type(const XEvent *event) { return event->type; }
static inline int lumascan_visibility(const XEvent *event) { return event->xvisibility.state; }
