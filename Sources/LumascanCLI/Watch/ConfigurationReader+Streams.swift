internal import Lumascan

/// Streams out of groups: the options are understood as those of `lumascan scan`.
extension ConfigurationReader {
    /// The streams with which nothing is wrong, in the order of the files.
    mutating func streams() -> [WatchedStream] {
        sections.compactMap { section in
            guard case .stream(let name) = section.kind else { return nil }
            return stream(named: name, section)
        }
    }

    private mutating func stream(named name: String, _ section: Section) -> WatchedStream? {
        let own = settings(of: section.kind)
        if section.settings[StreamKeys.source] == nil {
            complain(section.file, section.line, "[stream \(name)]", "has no uri")
        }
        var settings = settings(of: .defaults).merging(own) { $1 }
        for key in inheritedCredentials(own) { settings[key] = nil }
        var isWhole = section.settings.values.allSatisfy(\.isRight) && own[StreamKeys.source] != nil
        if checkCredentials(&settings) { isWhole = false }
        if checkOwners(settings, of: name) { isWhole = false }
        // What is wrong with one key hides what is wrong with others: it is left out and all is tried again.
        while true {
            do throws(UsageError) {
                let stream = try WatchedStream(name: name, arguments: Self.arguments(settings))
                return isWhole ? stream : nil
            } catch {
                isWhole = false
                let (key, reason) = Self.parted(error.message, among: settings)
                guard let key, let setting = settings.removeValue(forKey: key) else {
                    complain(section.file, section.line, "[stream \(name)]", reason)
                    return nil
                }
                complain(setting, key, reason)
            }
        }
    }

    /// What a stream does not take from the defaults: a password beside its own, credentials beside those of its URI.
    private func inheritedCredentials(_ own: [String: Setting]) -> Set<String> {
        if own[StreamKeys.source].map({ Source.uri($0.value).holdsCredentials }) == true {
            return StreamKeys.credentials.subtracting(own.keys)
        }
        let passwords = StreamKeys.credentials.subtracting([StreamKeys.user])
        return passwords.isDisjoint(with: own.keys) ? [] : passwords.subtracting(own.keys)
    }

    /// - Returns: whether something is wrong; it is taken out.
    private mutating func checkCredentials(_ settings: inout [String: Setting]) -> Bool {
        var isWrong = false
        if let password = settings[StreamKeys.password], settings[StreamKeys.passwordFile] != nil {
            complain(password, StreamKeys.password, "there is a password-file as well")
            settings[StreamKeys.passwordFile] = nil
            isWrong = true
        }
        for key in [StreamKeys.password, StreamKeys.passwordFile] where settings[StreamKeys.user] == nil {
            guard let setting = settings.removeValue(forKey: key) else { continue }
            complain(setting, key, "has no user beside it")
            isWrong = true
        }
        return isWrong
    }

    /// - Returns: whether another stream has something that only one can have.
    private mutating func checkOwners(_ settings: [String: Setting], of name: String) -> Bool {
        var isWrong = false
        for key in StreamKeys.exclusive {
            guard let setting = settings[key] else { continue }
            guard let owner = owners.updateValue(name, forKey: [key, setting.value]) else { continue }
            complain(setting, key, "[stream \(owner)] and [stream \(name)] cannot both have it")
            isWrong = true
        }
        return isWrong
    }

    private static func arguments(_ settings: [String: Setting]) -> ParsedArguments {
        // The environment is one for all streams, and none of a configuration's.
        var arguments = ParsedArguments(heedsEnvironment: false)
        for (key, setting) in settings {
            if key == StreamKeys.source {
                arguments.rest = [Array(setting.value.utf8)]
            } else if !StreamKeys.isFlag(key) {
                arguments.values[key] = setting.value
            } else if setting.value == "true" {
                arguments.flags.insert(key)
            }
        }
        // A stream without a source is never run; its options are to be checked all the same.
        if arguments.rest.isEmpty { arguments.rest = [Array("none".utf8)] }
        return arguments
    }

    /// Parts what `scan` says of an option into the key and the rest.
    ///
    /// Such a message begins with the option's name; where that stands in no file, another one that it names is meant.
    private static func parted(_ message: String, among settings: [String: Setting]) -> (key: String?, reason: String) {
        let names = message.matches(of: /--([a-z][a-z-]*)/).map { (range: $0.range, name: String($0.1)) }
        let key = names.map(\.name).first { settings[$0] != nil }
        var reason = message[...]
        if let first = names.first, first.name == key, first.range.lowerBound == message.startIndex {
            reason = message[first.range.upperBound...].trimmingPrefix { $0 == ":" || $0 == " " }
        }
        return (key, String(reason.replacing(/--(?=[a-z])/, with: "")))
    }
}
