internal import Foundation
internal import Glibc

/// Where recordings of one stream go and how they are named: `front-door-20261130T181500Z.mkv`, written under a hidden
/// name and renamed when whole.
package struct Recording: Sendable, Hashable {
    /// An existing folder.
    package var folder: String
    /// The stream's name; what does not suit a file's name stands as `-`.
    package let prefix: String
    /// The longest time in one file.
    package var segment: Duration
    /// Files older than so many days are removed; nil keeps all.
    package var keptDays: Int?

    package init(folder: String, stream: String, segment: Duration, keptDays: Int?) {
        self.folder = folder
        prefix = Self.fileName(of: stream)
        self.segment = segment
        self.keptDays = keptDays
    }

    /// At most 80 letters, digits, points and dashes, not beginning with a point.
    private static func fileName(of stream: String) -> String {
        var result = ""
        for scalar in stream.unicodeScalars {
            let isPlain =
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "._".unicodeScalars.contains(scalar)
            if isPlain { result.unicodeScalars.append(scalar) } else if !result.hasSuffix("-") { result += "-" }
        }
        let trimmed = result.drop { $0 == "." || $0 == "-" }.prefix(80)
        let name = trimmed.reversed().drop { $0 == "-" }.reversed()
        return name.isEmpty ? "stream" : String(name)
    }

    /// Makes the file that begins at `date` under a hidden name that is nobody else's.
    /// - Returns: where it is written, and its path when it is whole; a number is added where there is one already.
    func makeFile(at date: Date, process: Int32) -> (hidden: String, whole: String)? {
        for number in 1...Self.attempts {
            let name = "\(prefix)-\(Self.text(date))" + (number > 1 ? "-\(number)" : "")
            let (hidden, whole) = ("\(folder)/.\(name).\(process).partial.mkv", "\(folder)/\(name).mkv")
            guard !FileManager.default.fileExists(atPath: whole) else { continue }
            // SAFETY: the path lives for the call.
            let descriptor = unsafe open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                if errno == EEXIST { continue }
                return nil
            }
            close(descriptor)
            return (hidden, whole)
        }
        return nil
    }

    /// Files of one name that may begin in the same second.
    private static let attempts = 1000

    /// What a process left behind that was killed: the hidden path, and the path under which what was there plays.
    /// - Parameter isWritten: whether the file at a hidden path, made by the process of that number, is still written.
    func leftovers(
        isWritten: (_ hidden: String, _ process: Int32) -> Bool
    ) -> [(hidden: String, whole: String)] {
        names.compactMap { name in
            guard let parts = name.wholeMatch(of: /\.(.+)\.([0-9]+)\.partial\.mkv/),
                isOwn(parts.1 + ".mkv"), let process = Int32(parts.2)
            else { return nil }
            let hidden = "\(folder)/\(name)"
            return isWritten(hidden, process) ? nil : (hidden, "\(folder)/\(parts.1).mkv")
        }
    }

    /// Whole files of this stream that are older than they are to be kept.
    func expired(at date: Date) -> [String] {
        guard let keptDays else { return [] }
        let oldest = Self.text(date.addingTimeInterval(-86_400 * Double(keptDays)))
        return names.filter { name in
            isOwn(name) && name.dropFirst(prefix.count + 1).prefix(oldest.count) < oldest[...]
        }.map { "\(folder)/\($0)" }
    }

    /// Whether a file's name is that of a whole file of this stream.
    private func isOwn(_ name: String) -> Bool {
        guard name.hasPrefix("\(prefix)-") else { return false }
        return name.dropFirst(prefix.count + 1).wholeMatch(of: /[0-9]{8}T[0-9]{6}Z(-[0-9]+)?\.mkv/) != nil
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

    /// `20261130T181500Z`: sorts by time.
    private static func text(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day().dateSeparator(.omitted).time(
            includingFractionalSeconds: false
        ).timeSeparator(.omitted)
        return style.format(date) + "Z"
    }
}
