internal import CGStreamer

/// What a navigation event of a window says that the user points at.
enum Pointing {
    /// Where the first mouse button or a finger was put down, in pixels of the picture; nil for anything else.
    static func place(in event: UnsafeMutablePointer<GstEvent>) -> (x: Double, y: Double)? {
        var (x, y): (gdouble, gdouble) = (0, 0)
        // SAFETY: a navigation event; values are written only on success.
        switch unsafe gst_navigation_event_get_type(event) {
        case GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS:
            var button: gint = 0
            guard unsafe gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) != 0, button == 1
            else { return nil }
        case GST_NAVIGATION_EVENT_TOUCH_DOWN:
            guard unsafe gst_navigation_event_parse_touch_event(event, nil, &x, &y, nil) != 0 else { return nil }
        default: return nil
        }
        return (x, y)
    }
}
