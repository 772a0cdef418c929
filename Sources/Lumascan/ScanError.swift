internal import Media

/// Why a scanner cannot run, or stopped.
public struct ScanError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Kind: String, Sendable {
        /// The file, folder, device or host does not exist.
        case sourceNotFound
        /// The source exists and may not be opened, or cannot be read.
        case sourceNotOpened
        /// The source holds no video that can be decoded here.
        case notDecodable
        /// A plugin is not installed.
        case missingPlugin
        /// An option or a pipeline description is wrong.
        case badOption
        /// The output cannot be written.
        case outputFailed
        /// The source failed after it had begun.
        case streamFailed
    }

    /// What is wrong.
    public var kind: Kind
    /// One line that says what failed, on what.
    public var message: String
    /// What to do about it, where that is known.
    public var hint: String?
    /// The library's own words, for a log.
    public var detail: String?

    /// An error of that kind.
    public init(_ kind: Kind, _ message: String, hint: String? = nil, detail: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.detail = detail
    }
}

extension ScanError {
    /// - Parameters:
    ///   - source, output: as they are shown.
    ///   - hasStarted: whether frames had come.
    init(_ error: MediaError, source: String, output: String?, hasStarted: Bool) {
        let kind: Kind =
            switch error.kind {
            case _ where error.isOutput && ![.missingPlugin, .badDescription].contains(error.kind): .outputFailed
            case .notFound: .sourceNotFound
            case .notPermitted, .busy, .unreadable, .unreachable: .sourceNotOpened
            case .missingPlugin: .missingPlugin
            case .badDescription: .badOption
            case .unwritable, .noSpace: .outputFailed
            case .notDecodable, .noVideo, .notNegotiated: hasStarted ? .streamFailed : .notDecodable
            case .failed: .streamFailed
            }
        let subject = kind == .outputFailed || error.isOutput ? output ?? source : source
        let message = SecretLog.clean(Redaction.withoutCredentials(error.message))
        let detail = error.detail.map { SecretLog.clean(Redaction.withoutCredentials($0)) }
        if error.kind == .notDecodable, kind == .notDecodable {
            self.init(
                kind, "\(subject): no video or picture that can be decoded (\(message))",
                hint: error.hint ?? "see what it is with: gst-discoverer-1.0", detail: detail)
        } else {
            self.init(kind, "\(subject): \(message)", hint: error.hint, detail: detail)
        }
    }
}
