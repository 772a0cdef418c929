import CPangoCairo
import Media

/// Paints labels: a line of text with a mark in the track's colour on a dark translucent plate.
///
/// Has its own font map, so that it can move from thread to thread: pango's default one belongs to a thread.
@safe final class LabelPainter {
    /// What a label's pixels depend on. Two keys that are equal give the same pixels.
    struct Key: Hashable {
        var text: LabelText
        /// Pixels of an em.
        var fontSize: Double
        var color: Color
        /// The most columns that the plate may have.
        var widthLimit: Int
    }

    private let layout: OpaquePointer

    init() {
        // SAFETY: each object is owned here and keeps what it was made from; `layout` is dropped in `deinit`.
        let map = unsafe pango_cairo_font_map_new()
        let context = unsafe pango_font_map_create_context(map)
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe layout = pango_layout_new(context)
        unsafe pango_layout_set_single_paragraph_mode(layout, 1)
        unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        unsafe cairo_font_options_destroy(options)
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        unsafe g_object_unref(UnsafeMutableRawPointer(map))
    }

    deinit {
        // SAFETY: made in `init`.
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// The label, nil where the width limit leaves no room for a letter or memory is short.
    func paint(_ key: Key) -> OverlayPicture? {
        let plate = Plate(fontSize: key.fontSize)
        let room = key.widthLimit - plate.textLeft - plate.padding
        guard Double(room) >= key.fontSize else { return nil }
        let text = measure(key, room: room)
        let width = plate.textLeft + text.width + plate.padding
        // SAFETY: the memory is used inside the closure only.
        return unsafe OverlayPicture(width: width, height: plate.height) { bytes, stride in
            unsafe draw(bytes, stride, plate, key, text)
        }
    }

    /// The extent of the text in pixels, as pango lays it out: `left` is where it begins in the layout.
    private struct Extent {
        var left: Int
        var width: Int
        var baseline: Int
    }

    private func measure(_ key: Key, room: Int) -> Extent {
        // SAFETY: the layout is alive and takes copies; the text has a length, so it need not end with NUL.
        unsafe pango_layout_set_text(layout, key.text.value, CInt(key.text.value.utf8.count))
        let font = unsafe pango_font_description_from_string("Sans Semi-Bold")
        unsafe pango_font_description_set_absolute_size(font, key.fontSize * Double(PANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        unsafe pango_layout_set_width(layout, CInt(room) * PANGO_SCALE)
        var logical = PangoRectangle()
        unsafe pango_layout_get_pixel_extents(layout, nil, &logical)
        let baseline = unsafe Int(pango_layout_get_baseline(layout) / PANGO_SCALE)
        return Extent(left: Int(logical.x), width: min(max(1, Int(logical.width)), room), baseline: baseline)
    }

    private func draw(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ stride: Int, _ plate: Plate, _ key: Key, _ text: Extent
    ) {
        let width = plate.textLeft + text.width + plate.padding
        // SAFETY: `bytes` holds `height` rows of `stride` bytes; surface and context end in this scope.
        let surface = unsafe cairo_image_surface_create_for_data(
            bytes.baseAddress, CAIRO_FORMAT_ARGB32, CInt(width), CInt(plate.height), CInt(stride))
        let context = unsafe cairo_create(surface)
        unsafe plate.draw(on: context, width: width, mark: key.color)
        unsafe cairo_set_source_rgba(context, 1, 1, 1, 1)
        unsafe cairo_move_to(context, Double(plate.textLeft - text.left), Double(plate.baseline - text.baseline))
        unsafe pango_cairo_show_layout(context, layout)
        unsafe cairo_destroy(context)
        unsafe cairo_surface_flush(surface)
        unsafe cairo_surface_destroy(surface)
    }
}
