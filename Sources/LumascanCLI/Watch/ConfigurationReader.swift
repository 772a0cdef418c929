internal import Delivery

/// Merges the files of a configuration; keeps everything that is wrong in them.
struct ConfigurationReader {
    /// A key's value and where it stands.
    struct Setting {
        var value: String
        var file: String
        var line: Int
        /// Whether nothing is wrong with it by itself.
        var isRight: Bool
    }

    /// A group as all files together say it.
    struct Section {
        let kind: Kind
        let file: String
        let line: Int
        var settings: [String: Setting] = [:]
    }

    enum Kind: Hashable {
        case watch, defaults
        case stream(String)

        /// Nil where no group has that name.
        init?(group: String) {
            switch group {
            case "watch": self = .watch
            case "defaults": self = .defaults
            default:
                guard group.hasPrefix("stream ") else { return nil }
                let name = group.dropFirst(7).trimmed
                guard !name.isEmpty else { return nil }
                self = .stream(name)
            }
        }
    }

    /// More files than anybody includes.
    private static let mostIncludes = 64
    private static let include = "include"
    private static let events = "events"

    /// In the order in which they first stand in the files.
    private(set) var sections: [Section] = []
    private var indices: [Kind: Int] = [:]
    private var files: [String] = []
    private var found: Set<ConfigurationProblem> = []
    /// By key and value, the stream that has what no other can have.
    var owners: [[String]: String] = [:]

    init(path: String) {
        add(KeyFile(path: path), isFirst: true)
        guard let include = settings(of: .watch)[Self.include] else { return }
        let names = Self.names(include.value)
        if !(1...Self.mostIncludes).contains(names.count) {
            complain(include, Self.include, "names \(names.count) files, not 1 to \(Self.mostIncludes)")
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        for name in names.prefix(Self.mostIncludes) {
            let included = KeyFile(path: name.hasPrefix("/") ? name : folder + name)
            if files.contains(included.path) {
                complain(include, Self.include, "“\(included.path)” is read already")
            } else {
                add(included, isFirst: false)
            }
        }
    }

    private static func names(_ list: String) -> [String] {
        list.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
    }

    // MARK: What it says

    /// The keys of a group with which nothing is wrong by themselves.
    func settings(of kind: Kind) -> [String: Setting] {
        indices[kind].map { sections[$0].settings.filter(\.value.isRight) } ?? [:]
    }

    /// Where events go; nil for standard output.
    mutating func eventsTarget() -> EventsTarget? {
        guard let setting = settings(of: .watch)[Self.events] else { return nil }
        do throws(UsageError) {
            let target = try EventsTarget(setting.value)
            if files.contains(where: target.isFile) { complain(setting, Self.events, "names a configuration") }
            let sources = sections.compactMap { $0.settings[StreamKeys.source]?.value }
            if sources.contains(where: target.isFile) { complain(setting, Self.events, "names the source of a stream") }
            return target
        } catch {
            complain(setting, Self.events, error.message.trimmingPrefix("--events: ").description)
            return nil
        }
    }

    // MARK: Problems

    /// In the order of the files, and of the lines of each.
    var problems: [ConfigurationProblem] {
        let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return found.sorted { one, other in
            (order[one.file] ?? 0, one.line ?? 0, one.subject ?? "", one.reason)
                < (order[other.file] ?? 0, other.line ?? 0, other.subject ?? "", other.reason)
        }
    }

    mutating func complain(_ setting: Setting, _ key: String, _ reason: String) {
        complain(setting.file, setting.line, key, reason)
    }

    mutating func complain(_ file: String, _ line: Int, _ subject: String, _ reason: String) {
        found.insert(ConfigurationProblem(file: file, line: line, subject: subject, reason: reason))
    }

    // MARK: Merging

    private mutating func add(_ file: KeyFile, isFirst: Bool) {
        files.append(file.path)
        found.formUnion(file.problems)
        var lines: [Kind: Int] = [:]
        for group in file.groups {
            func complain(_ reason: String) { self.complain(file.path, group.line, "[\(group.name)]", reason) }
            guard let kind = Kind(group: group.name) else {
                complain("is none of [watch], [defaults] and [stream NAME]")
                continue
            }
            guard !group.name.unicodeScalars.contains(where: \.drivesTerminals) else {
                complain("the name has control characters")
                continue
            }
            if let line = lines[kind] { complain("stands in line \(line) already") }
            lines[kind] = group.line
            let index = indices[kind] ?? sections.count
            if index == sections.count {
                indices[kind] = index
                sections.append(Section(kind: kind, file: file.path, line: group.line))
            }
            for entry in group.entries { add(entry, to: index, file, isFirst: isFirst) }
        }
    }

    private mutating func add(_ entry: KeyFile.Entry, to index: Int, _ file: KeyFile, isFirst: Bool) {
        if let earlier = sections[index].settings[entry.key] {
            let place = earlier.file == file.path ? "line \(earlier.line)" : "\(earlier.file):\(earlier.line)"
            return complain(file.path, entry.line, entry.key, "is set in \(place) already")
        }
        let value = entry.value ?? ""
        let problem: String? =
            switch sections[index].kind {
            case _ where entry.value == nil: nil
            case .watch where entry.key == Self.include: isFirst ? nil : "an included file includes no other"
            case .watch: entry.key == Self.events ? nil : "is no key of [watch], which has include and events"
            case .defaults, .stream:
                StreamKeys.problem(
                    key: entry.key, value: value, isPrivate: file.isPrivate,
                    isDefault: sections[index].kind == .defaults)
            }
        if let problem { complain(file.path, entry.line, entry.key, problem) }
        sections[index].settings[entry.key] = Setting(
            value: value, file: file.path, line: entry.line, isRight: problem == nil && entry.value != nil)
    }
}

extension Substring {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        lastIndex { !$0.isWhitespace }.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
    }
}
