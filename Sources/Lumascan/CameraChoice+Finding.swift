internal import Media

extension CameraChoice {
    /// The camera that is meant.
    /// - Parameters:
    ///   - known: the camera that was found before: no other one is taken in its place.
    ///   - all: the cameras that are there.
    /// - Throws: `notFound`, with what there is in the hint.
    func find(known: CameraDevice?, among all: () throws(MediaError) -> [CameraDevice]) throws(MediaError)
        -> CameraSource
    {
        if case .device(let path) = self { return .path(path) }
        let devices = try all()
        if let known {
            // After it was unplugged its path may be another one.
            let namesakes = devices.filter { $0.name == known.name }
            guard let again = namesakes.first(where: { $0.path == known.path }) ?? namesakes.first else {
                throw MediaError(.notFound, "“\(known.name)” is not there any more", hint: "plug it in again")
            }
            return .device(again)
        }
        let matches = matches(among: devices)
        guard let first = matches.first else { throw notFound(among: devices) }
        if case .named = self, matches.count > 1, first.name != matches[1].name {
            throw MediaError(.notFound, "more than one camera has such a name", hint: Self.list(of: devices))
        }
        return .device(first)
    }

    private func matches(among devices: [CameraDevice]) -> [CameraDevice] {
        switch self {
        case .first: return devices
        case .number(let number): return devices.indices.contains(number) ? [devices[number]] : []
        case .place(let place): return devices.filter { $0.place?.rawValue == place.rawValue }
        case .device: return []
        case .named(let name):
            let same = devices.filter { $0.name == name }
            guard same.isEmpty else { return same }
            return devices.filter { $0.name.lowercased().contains(name.lowercased()) }
        }
    }

    private func notFound(among devices: [CameraDevice]) -> MediaError {
        guard !devices.isEmpty else {
            return MediaError(.notFound, "there is no camera", hint: "plug one in, and see: lumascan devices")
        }
        let message =
            switch self {
            case .place(let place): "no camera says that it is at the \(place.rawValue)"
            case .number: "there is no camera of that number"
            default: "there is no camera of that name"
            }
        return MediaError(.notFound, message, hint: Self.list(of: devices))
    }

    /// `there are: 0 “Front”, 1 “USB Camera”`.
    private static func list(of devices: [CameraDevice]) -> String {
        let texts = devices.prefix(8).enumerated().map { "\($0) “\($1.name)”" }
        return "there are: \(texts.joined(separator: ", "))\(devices.count > texts.count ? ", …" : "")"
    }
}
