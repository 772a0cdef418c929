internal import CGStreamer

/// A camera that GStreamer's device monitor knows.
///
/// `@unchecked Sendable`: the stored pointer never changes, and a GstDevice counts its references atomically and is not
/// changed once it is made.
@safe package final class CameraDevice: @unchecked Sendable {
    /// On which side of its device a camera looks out.
    package enum Place: String, Sendable {
        case front, back
    }

    private let raw: UnsafeMutablePointer<GstDevice>
    /// As it is shown to people.
    package let name: String
    /// `/dev/video0`; nil where it has none.
    package let path: String?
    /// Where it is, if it says so.
    package let place: Place?
    /// What it gives; empty where it does not say.
    package let modes: [CameraMode]

    /// "transfer full".
    init(taking raw: UnsafeMutablePointer<GstDevice>) {
        unsafe self.raw = raw
        // SAFETY: a live device; what it gives is "transfer full".
        name = unsafe takeString(gst_device_get_display_name(raw)) ?? "camera"
        modes = unsafe gst_device_get_caps(raw).map { unsafe CameraMode.all(in: CapsRef(taking: $0)) } ?? []
        let properties = unsafe gst_device_get_properties(raw)
        defer { if let properties = unsafe properties { unsafe gst_structure_free(properties) } }
        func text(_ field: String) -> String? {
            guard let properties = unsafe properties, let text = unsafe gst_structure_get_string(properties, field)
            else { return nil }
            return unsafe String(cString: text)
        }
        // PipeWire names the device of a camera `v4l2:/dev/video0`.
        let object = text("object.path").flatMap { $0.hasPrefix("v4l2:/") ? String($0.dropFirst(5)) : nil }
        path = text("device.path") ?? text("api.v4l2.path") ?? object
        place =
            (text("api.libcamera.location") ?? text("device.location")).flatMap(Place.init(rawValue:))
            ?? Place(inName: name)
    }

    deinit {
        // SAFETY: this value owns one reference.
        unsafe gst_object_unref(raw)
    }

    /// A new element that reads the camera.
    func makeElement() throws(MediaError) -> Element {
        // SAFETY: a floating reference, sunk by Element.
        guard let made = unsafe gst_device_create_element(raw, nil) else {
            throw MediaError(.unreadable, "no element can be made for it", hint: "is the camera still plugged in?")
        }
        let element = unsafe Element(taking: made)
        element.rename(CameraChain.name)
        return element
    }
}

extension CameraDevice {
    /// The cameras that are there now, each once. Takes as long as their drivers take to answer.
    package static func all() throws(MediaError) -> [CameraDevice] {
        try MediaLibrary.start()
        guard let monitor = unsafe gst_device_monitor_new() else { return [] }
        // SAFETY: a floating reference, which becomes ours.
        unsafe gst_object_ref_sink(monitor)
        defer { unsafe gst_object_unref(monitor) }
        guard unsafe gst_device_monitor_add_filter(monitor, "Video/Source", nil) != 0 else { return [] }
        // SAFETY: list and devices are "transfer full"; the devices are taken over.
        let list = unsafe gst_device_monitor_get_devices(monitor)
        defer { unsafe g_list_free(list) }
        var devices: [CameraDevice] = []
        var item = unsafe list
        while let link = unsafe item {
            if let data = unsafe link.pointee.data {
                devices.append(unsafe CameraDevice(taking: data.assumingMemoryBound(to: GstDevice.self)))
            }
            unsafe item = link.pointee.next
        }
        return devices.withoutRepeats
    }
}

extension [CameraDevice] {
    /// Each device path once, as the first of the providers that know it shows it.
    fileprivate var withoutRepeats: [CameraDevice] {
        var paths: Set<String> = []
        return filter { device in device.path.map { paths.insert($0).inserted } ?? true }
    }
}

extension CameraDevice.Place {
    /// The place that a name tells: “Front Camera”, “Rear (12 MP)”.
    init?(inName name: String) {
        let words = Set(name.lowercased().split { !$0.isLetter })
        let isFront = words.contains("front")
        let isBack = !words.isDisjoint(with: ["back", "rear"])
        guard isFront != isBack else { return nil }
        self = isFront ? .front : .back
    }
}
