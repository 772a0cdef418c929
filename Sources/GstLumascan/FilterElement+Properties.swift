internal import CGstLumascan
internal import Glibc
internal import Media

// SAFETY of all: the filter belongs to a live element of the class that answers these calls.
extension FilterElement {
    /// What may change from frame to frame.
    var switches: LumascanSwitches { unsafe lumascan_element_switches(address) }

    /// What the properties ask for now.
    var settings: ElementSettings {
        get throws(MediaError) {
            try ElementSettings(
                unsafe lumascan_element_properties(address), formats: unsafe taken(lumascan_element_formats(address)),
                region: unsafe taken(lumascan_element_region(address)))
        }
    }

    private func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
