internal import Lumascan
internal import Processor

/// Turns the texts of options into values, each with one line where that cannot be.
///
/// Numbers are written with a point whatever the locale is.
struct ValueReader {
    let arguments: ParsedArguments

    /// The longest time that an option may name: 1000 hours.
    private static let longest = Duration.seconds(3_600_000)

    func has(_ name: String) -> Bool { arguments.flags.contains(name) }

    func text(_ name: String) -> String? { arguments.values[name] }

    /// A count within the range.
    func count(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(name) else { return nil }
        guard text.utf8.allSatisfy(Decimal.isDigit), let value = Int(text), range.contains(value) else {
            throw wrong(name, "is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// A fraction, 0 to 1.
    func fraction(_ name: String) throws(UsageError) -> Double? {
        guard let text = text(name) else { return nil }
        guard let value = Decimal.number(text), value <= 1 else {
            throw wrong(name, "is not a number from 0 to 1, such as 0.16")
        }
        return value
    }

    func milliseconds(_ name: String) throws(UsageError) -> Duration? {
        guard let text = text(name) else { return nil }
        guard let value = Decimal.duration(text, decimalsOfSecond: 3), value <= Self.longest else {
            throw wrong(name, "is not a number of milliseconds")
        }
        return value
    }

    /// A time: seconds, or `[HH:]MM:SS`, with decimals if wanted.
    func time(_ name: String) throws(UsageError) -> Duration? {
        guard let text = text(name) else { return nil }
        guard let value = Decimal.clockTime(text), value <= Self.longest else {
            throw wrong(name, "is not a time in seconds or [HH:]MM:SS, such as 90.5 or 1:30.5")
        }
        return value
    }

    func region(_ name: String) throws(UsageError) -> Options.Region? {
        guard let text = text(name) else { return nil }
        do throws(ScanRegion.TextError) {
            let region = try ScanRegion(text)
            return region.unit == .pixel ? .pixels(region.box) : .fractions(region.box)
        } catch {
            throw wrong(name, error.problem)
        }
    }

    /// `1280x720`, `1280x720@30`, `640x480@30000/1001`.
    func cameraFormat(_ name: String) throws(UsageError) -> Options.CameraFormat? {
        guard let text = text(name) else { return nil }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let size = parts[0].split(separator: "x", omittingEmptySubsequences: false).compactMap { Self.side(String($0)) }
        let rate = parts.count > 1 ? Self.rate(parts[1]) : nil
        guard size.count == 2, parts[0].filter({ $0 == "x" }).count == 1, parts.count == 1 || rate != nil else {
            throw wrong(name, "is not a size and a rate, such as 1280x720@30")
        }
        return Options.CameraFormat(width: size[0], height: size[1], rate: rate)
    }

    private static func side(_ text: String) -> Int? {
        guard text.utf8.allSatisfy(Decimal.isDigit), let value = Int(text), (1...16384).contains(value) else {
            return nil
        }
        return value
    }

    private static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Decimal.number(String($0)) }
        guard parts.count <= 2, let first = parts[0], let second = parts.count == 2 ? parts[1] : 1, second > 0,
            (0.01...1000).contains(first / second)
        else { return nil }
        return first / second
    }

    /// A program with its arguments.
    func command(_ name: String) throws(UsageError) -> Command? {
        guard let text = text(name) else { return nil }
        do throws(Command.Problem) {
            return try Command(text)
        } catch {
            // The text may hold a password.
            throw UsageError("--\(name): \(SafeText.escaped(error.message))")
        }
    }

    /// The error of an option whose value is wrong.
    func wrong(_ name: String, _ problem: String) -> UsageError {
        UsageError("--\(name): “\(SafeText.escaped(text(name) ?? ""))” \(problem)")
    }
}

extension Decimal {
    /// The number as a time, exact to the nanosecond.
    /// - Parameter decimalsOfSecond: the unit as a power of ten: 0 for seconds, 3 for milliseconds.
    static func duration(_ text: String, decimalsOfSecond: Int) -> Duration? {
        guard number(text) != nil else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = 9 - decimalsOfSecond
        let fraction = parts.count > 1 ? String(parts[1].prefix(decimals)) : ""
        let padded = fraction + String(repeating: "0", count: decimals - fraction.utf8.count)
        return Int64("0" + parts[0] + padded).map(Duration.nanoseconds)
    }

    /// `90.5`, `1:30.5`, `0:01:30.5`; minutes and seconds after a colon are under 60.
    static func clockTime(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last,
            let seconds = duration(String(last), decimalsOfSecond: 0)
        else { return nil }
        var total = Duration.zero
        for (index, part) in parts.dropLast().enumerated() {
            guard part.utf8.count <= 6, part.utf8.allSatisfy(isDigit), let value = Int(part),
                index == 0 || value < 60
            else { return nil }
            total = total * 60 + .seconds(value)
        }
        guard parts.count == 1 || seconds < .seconds(60) else { return nil }
        return total * 60 + seconds
    }
}
