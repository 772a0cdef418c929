internal import CGStreamer

extension CameraMode {
    /// The modes that caps stand for; those of memory that is not the system's are left out.
    static func all(in caps: borrowing CapsRef) -> [CameraMode] {
        // SAFETY: structures and features belong to the caps and are only read.
        let count = unsafe gst_caps_get_size(caps.raw)
        var modes: [CameraMode] = []
        for index in 0..<count where modes.count < most {
            guard let structure = unsafe gst_caps_get_structure(caps.raw, index),
                let features = unsafe gst_caps_get_features(caps.raw, index),
                unsafe gst_caps_features_contains(features, "memory:SystemMemory") != 0
            else { continue }
            for mode in unsafe all(in: structure) where !modes.contains(mode) && modes.count < most {
                modes.append(mode)
            }
        }
        return modes
    }

    /// More modes than any camera has.
    private static let most = 500

    private static func all(in structure: UnsafeMutablePointer<GstStructure>) -> [CameraMode] {
        // SAFETY: the values belong to the structure and are only read.
        let values = unsafe (
            widths: sizes(gst_structure_get_value(structure, "width")),
            heights: sizes(gst_structure_get_value(structure, "height")),
            rates: rates(gst_structure_get_value(structure, "framerate"))
        )
        let codings = unsafe codings(of: structure)
        return codings.flatMap { coding in
            values.widths.flatMap { width in
                values.heights.map { height in
                    CameraMode(coding: coding, widths: width, heights: height, rates: values.rates)
                }
            }
        }
    }

    private static func codings(of structure: UnsafeMutablePointer<GstStructure>) -> [Coding] {
        // SAFETY: as above.
        let mediaType = unsafe gst_structure_get_name(structure).map { unsafe String(cString: $0) } ?? ""
        switch mediaType {
        case "video/x-raw":
            let formats = unsafe items(gst_structure_get_value(structure, "format")) { value -> String? in
                guard unsafe g_type_check_value_holds(value, lumascan_type_string()) != 0,
                    let text = unsafe g_value_get_string(value)
                else { return nil }
                return unsafe String(cString: text)
            }
            // Every name of GStreamer's is of this kind.
            return formats.filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } }
                .map(Coding.raw)
        case "image/jpeg": return [.jpeg]
        case "video/x-h264": return [.h264]
        default: return [.other(mediaType)]
        }
    }

    private static func sizes(_ value: UnsafePointer<GValue>?) -> [ClosedRange<Int>] {
        unsafe items(value) { value in
            // SAFETY: the type is checked before the value is read as one.
            if unsafe g_type_check_value_holds(value, lumascan_type_int()) != 0 {
                let size = unsafe Int(g_value_get_int(value))
                return size > 0 ? size...size : nil
            }
            guard unsafe g_type_check_value_holds(value, gst_int_range_get_type()) != 0 else { return nil }
            let least = unsafe max(1, Int(gst_value_get_int_range_min(value)))
            let largest = unsafe Int(gst_value_get_int_range_max(value))
            return least <= largest ? least...largest : nil
        }
    }

    private static func rates(_ value: UnsafePointer<GValue>?) -> [ClosedRange<FrameRate>] {
        let rates: [ClosedRange<FrameRate>] = unsafe items(value) { value in
            // SAFETY: as above; the ends of a range belong to it.
            if let rate = unsafe rate(value) { return rate...rate }
            guard unsafe g_type_check_value_holds(value, gst_fraction_range_get_type()) != 0,
                let highest = unsafe rate(gst_value_get_fraction_range_max(value))
            else { return nil }
            // From 0 on means from a rate that is not told.
            guard let least = unsafe rate(gst_value_get_fraction_range_min(value)) ?? FrameRate(1, 1) else {
                return nil
            }
            return least <= highest ? least...highest : highest...highest
        }
        return rates
    }

    private static func rate(_ value: UnsafePointer<GValue>?) -> FrameRate? {
        // SAFETY: as above.
        guard let value = unsafe value, unsafe g_type_check_value_holds(value, gst_fraction_get_type()) != 0 else {
            return nil
        }
        return unsafe FrameRate(
            Int(gst_value_get_fraction_numerator(value)), Int(gst_value_get_fraction_denominator(value)))
    }

    /// The value, or those of the list that it is, at most 64.
    private static func items<Item>(
        _ value: UnsafePointer<GValue>?, _ read: (UnsafePointer<GValue>) -> Item?
    ) -> [Item] {
        guard let value = unsafe value else { return [] }
        // SAFETY: the items belong to the list and are only read.
        guard unsafe g_type_check_value_holds(value, gst_value_list_get_type()) != 0 else {
            return unsafe read(value).map { [$0] } ?? []
        }
        return unsafe (0..<min(64, gst_value_list_get_size(value))).compactMap { index in
            unsafe gst_value_list_get_value(value, index).flatMap { unsafe read($0) }
        }
    }
}
