import CGStreamer

/// The fields of a GstStructure as values that can be compared, types included.
@safe struct Fields: Equatable, Sendable {
    enum Value: Equatable, Sendable {
        case string(String)
        case int(Int32)
        case uint(UInt32)
        case uint64(UInt64)
        case double(Double)
        case doubles([Double])
        case bytes([UInt8])
        case structure(Fields)
        /// The caps of a sample, and how many bytes its buffer holds.
        case sample(caps: String, byteCount: Int)
        case other(String)

        /// GObject's name of the type.
        var typeName: String {
            switch self {
            case .string: "gchararray"
            case .int: "gint"
            case .uint: "guint"
            case .uint64: "guint64"
            case .double: "gdouble"
            case .doubles: "GstValueArray"
            case .bytes: "GBytes"
            case .structure: "GstStructure"
            case .sample: "GstSample"
            case .other(let name): name
            }
        }
    }

    var name: String
    /// In the order of the structure.
    var names: [String] = []
    var values: [String: Value] = [:]

    init(_ structure: UnsafePointer<GstStructure>) {
        // SAFETY: a live structure; names and values belong to it.
        unsafe name = String(cString: gst_structure_get_name(structure))
        let count = unsafe gst_structure_n_fields(structure)
        for index in 0..<count {
            guard let field = unsafe gst_structure_nth_field_name(structure, UInt32(index)),
                let value = unsafe gst_structure_get_value(structure, field)
            else { continue }
            let name = unsafe String(cString: field)
            names.append(name)
            values[name] = unsafe Value(value)
        }
    }

    /// From a value that holds a structure.
    init?(valueOf value: UnsafePointer<GValue>) {
        guard let structure = unsafe gst_value_get_structure(value) else { return nil }
        unsafe self.init(structure)
    }

    subscript(_ field: String) -> Value? { values[field] }

    func text(_ field: String) -> String? {
        if case .string(let text)? = values[field] { text } else { nil }
    }

    func time(_ field: String) -> UInt64? {
        if case .uint64(let time)? = values[field] { time } else { nil }
    }

    func count(_ field: String) -> Int? {
        switch values[field] {
        case .uint(let count)?: Int(count)
        case .uint64(let count)?: Int(count)
        case .int(let count)?: Int(count)
        default: nil
        }
    }

    func number(_ field: String) -> Double? {
        if case .double(let number)? = values[field] { number } else { nil }
    }

    func doubles(_ field: String) -> [Double]? {
        if case .doubles(let numbers)? = values[field] { numbers } else { nil }
    }

    /// GObject's names of the fields' types.
    var types: [String: String] { values.mapValues(\.typeName) }
}

extension Fields.Value {
    /// SAFETY of all: the value is alive and of the type that its name says.
    init(_ value: UnsafePointer<GValue>) {
        let type = unsafe String(cString: g_type_name(value.pointee.g_type))
        switch type {
        case "gchararray": self = unsafe .string(String(cString: g_value_get_string(value)))
        case "gint": self = unsafe .int(g_value_get_int(value))
        case "guint": self = unsafe .uint(g_value_get_uint(value))
        case "guint64": self = unsafe .uint64(UInt64(g_value_get_uint64(value)))
        case "gdouble": self = unsafe .double(g_value_get_double(value))
        case "GstValueArray":
            self = .doubles(
                unsafe (0..<gst_value_array_get_size(value)).compactMap { index in
                    guard let item = unsafe gst_value_array_get_value(value, index) else { return nil }
                    return unsafe g_value_get_double(item)
                })
        case "GstStructure":
            self = unsafe Fields(valueOf: value).map { .structure($0) } ?? .other(type)
        case "GBytes":
            var count: gsize = 0
            guard let bytes = unsafe g_value_get_boxed(value),
                let start = unsafe g_bytes_get_data(OpaquePointer(bytes), &count)
            else {
                self = .bytes([])
                return
            }
            self = unsafe .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: Int(count))))
        case "GstSample":
            guard let sample = unsafe g_value_get_boxed(value).map({ OpaquePointer($0) }),
                let buffer = unsafe gst_sample_get_buffer(sample), let caps = unsafe gst_sample_get_caps(sample),
                let text = unsafe gst_caps_to_string(caps)
            else {
                self = .other(type)
                return
            }
            defer { unsafe g_free(text) }
            self = unsafe .sample(caps: String(cString: text), byteCount: Int(gst_buffer_get_size(buffer)))
        default: self = .other(type)
        }
    }
}
