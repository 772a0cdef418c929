import CGStreamer
import Glibc
import TestSupport
import Testing

/// All tests of the element, one after the other: each of them runs pipelines that take every core.
@Suite(
    .serialized,
    .enabled(if: Plugin.isBuilt, "the plugin was not built (swift build --build-tests), or for a sanitizer"),
    .timeLimit(.minutes(3)))
enum Element {}

/// The built plugin, loaded into the tests as GStreamer loads it into any program.
enum Plugin {
    static let path = BuiltProduct.path("libgstlumascan.so")

    /// Whether it is there to be loaded. What is built for a sanitizer asks the program for symbols that it keeps to itself.
    static let isBuilt: Bool = {
        // SAFETY: the name is looked for in the program itself; the result is only compared.
        let isSanitized = unsafe dlsym(nil, "__sanitizer_acquire_crash_state") != nil
        return path != nil && !isSanitized
    }()

    struct NotLoaded: Error { var reason: String }

    /// Loads it once, for good.
    static let loaded = Result {
        // SAFETY: plain initialisation; results are "transfer full".
        gst_init(nil, nil)
        var failure: UnsafeMutablePointer<GError>? = nil
        defer { unsafe g_clear_error(&failure) }
        guard let plugin = unsafe gst_plugin_load_file(path ?? "", &failure) else {
            throw unsafe NotLoaded(reason: failure.map { unsafe String(cString: $0.pointee.message) } ?? "")
        }
        unsafe gst_object_unref(UnsafeMutableRawPointer(plugin))
    }

    /// The environment in which another program finds the plugin, with a registry of its own.
    static func environment(_ folder: TemporaryFolder) throws -> [String: String] {
        let path = try #require(path)
        return [
            "GST_PLUGIN_PATH": String(path.dropLast("/libgstlumascan.so".count)),
            "GST_REGISTRY": folder.file("registry.bin"), "GST_DEBUG_NO_COLOR": "1",
        ]
    }
}

/// One strong reference to an element or a pipeline.
///
/// `@unchecked Sendable`: the reference never changes, and GObject's functions that are called here are thread-safe.
@safe final class Handle: @unchecked Sendable {
    let raw: UnsafeMutablePointer<GstElement>

    /// "transfer full".
    init(taking raw: UnsafeMutablePointer<GstElement>) { unsafe self.raw = raw }

    deinit { unsafe gst_object_unref(raw) }

    /// A new element with properties as gst-launch spells them: `["mode": "recorded"]`.
    static func make(_ factory: String, _ properties: KeyValuePairs<String, String> = [:]) throws -> Handle {
        try Plugin.loaded.get()
        // SAFETY: a floating reference is made ours.
        let raw = try unsafe present(gst_element_factory_make(factory, nil), factory)
        let handle = unsafe Handle(
            taking: UnsafeMutableRawPointer(gst_object_ref_sink(raw)).assumingMemoryBound(to: GstElement.self))
        for (name, value) in properties { handle.set(name, value) }
        return handle
    }

    // SAFETY of all below: a live element; strings live for the calls.

    func set(_ property: String, _ value: String) {
        unsafe gst_util_set_object_arg(cast(raw), property, value)
    }

    /// The fields of a property that is a structure.
    func structure(_ property: String) throws -> Fields {
        var value = GValue()
        unsafe g_object_get_property(cast(raw), property, &value)
        defer { unsafe g_value_unset(&value) }
        return try unsafe present(Fields(valueOf: &value), property)
    }

    func pad(_ name: String) throws -> UnsafeMutablePointer<GstPad> {
        // The element keeps its pads.
        let pad = try unsafe present(gst_element_get_static_pad(raw, name), name)
        unsafe gst_object_unref(pad)
        return unsafe pad
    }
}

/// The same address as a pointer to a C structure that begins with the other.
func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    // SAFETY: GObject's structures begin with those of their parents.
    unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// What a C function that may give nothing should have given.
struct Missing: Error { var what: String }

/// The pointer, which `#require` cannot take.
func present<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw Missing(what: what) }
    return value
}

extension Handle {
    /// The formats in the template of a pad.
    func formats(_ pad: String) throws -> [String] {
        // SAFETY: the template's caps are "transfer full"; the list belongs to them.
        let template = try unsafe present(gst_pad_get_pad_template_caps(self.pad(pad)), "template")
        defer { unsafe gst_mini_object_unref(cast(template)) }
        let structure = try unsafe present(gst_caps_get_structure(template, 0), "structure")
        let list = try unsafe present(gst_structure_get_value(structure, "format"), "format")
        return unsafe (0..<gst_value_list_get_size(list)).compactMap { index in
            unsafe gst_value_list_get_value(list, index).flatMap { unsafe g_value_get_string($0) }.map {
                unsafe String(cString: $0)
            }
        }
    }
}
