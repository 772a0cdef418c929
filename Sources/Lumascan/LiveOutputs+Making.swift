internal import Outputs

extension LiveOutputs {
    /// The outputs, not yet begun.
    /// - Parameter stream: the stream's name.
    /// - Throws: `badOption` for an address that is none.
    func make(stream: String) throws(ScanError) -> [any LiveOutput] {
        var outputs: [any LiveOutput] = []
        if showsWindow { outputs.append(WindowOutput(title: stream)) }
        if let restream { outputs.append(try Self.restream(to: restream)) }
        if let recording {
            outputs.append(
                RecordingOutput(
                    Outputs.Recording(
                        folder: recording.folder, stream: stream, segment: recording.segment,
                        keptDays: recording.keptDays)))
        }
        if let sharedMemory { outputs.append(SharedMemoryOutput(path: sharedMemory)) }
        return outputs
    }

    private static func restream(to text: String) throws(ScanError) -> RestreamOutput {
        let address = SourceAddress(text)
        let rest = address.uri.dropFirst("rtsp://".count)
        let authority = rest.prefix { $0 != "/" }
        let path = String(rest[authority.endIndex...])
        guard address.uri.lowercased().hasPrefix("rtsp://"), let colon = authority.lastIndex(of: ":"),
            let port = UInt16(authority[authority.index(after: colon)...]), path.count > 1,
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !#""'\?#"#.utf8.contains($0) })
        else {
            throw ScanError(
                .badOption, "\(address.shown): is not an address to send from",
                hint: "give rtsp://:PORT/NAME or rtsp://ADDRESS:PORT/NAME")
        }
        let host = authority[..<colon].trimmingBrackets
        return RestreamOutput(
            address: host, port: "\(port)", path: path, user: address.credentials?.user,
            password: address.credentials?.password)
    }
}

extension Substring {
    /// `[::1]` without the brackets of an IPv6 address.
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
    }
}
