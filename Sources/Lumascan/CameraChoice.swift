/// Which camera is meant.
public enum CameraChoice: Sendable, Hashable {
    /// The first one.
    case first
    /// By its number in the list of cameras, from 0.
    case number(Int)
    /// By its name, or a part of it that no other camera's name has.
    case named(String)
    /// The first one that is said to be there.
    case place(Camera.Place)
    /// By the path of its device, `/dev/video0`.
    case device(path: String)

    /// What a text means: nothing is the first camera, digits are a number, `front` and `back` a place, what begins with
    /// `/` a device, and everything else a name.
    public init(_ text: String) {
        if text.isEmpty {
            self = .first
        } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
            self = .number(number)
        } else if let place = Camera.Place(rawValue: text) {
            self = .place(place)
        } else {
            self = text.hasPrefix("/") ? .device(path: text) : .named(text)
        }
    }

    /// Whether a path is meant for a camera: it is a Video4Linux device, or is called as they are.
    package static func isDevice(_ path: String) -> Bool {
        path.hasPrefix("/dev/video") || FileFacts(path: path)?.isCamera == true
    }

    /// As it is written: `camera:front`, `/dev/video0`.
    var name: String {
        switch self {
        case .first: "camera"
        case .number(let number): "camera:\(number)"
        case .named(let name): "camera:\(name)"
        case .place(let place): "camera:\(place.rawValue)"
        case .device(let path): path
        }
    }
}
