internal import CGLib
internal import Glibc
internal import Media

/// The arguments of a command, taken apart but not yet understood.
struct ParsedArguments: Equatable {
    var flags: Set<String> = []
    var values: [String: String] = [:]
    /// What is not an option, as bytes: file names need not be UTF-8.
    var rest: [[UInt8]] = []
    /// Whether the environment says what is not given here.
    var heedsEnvironment = true
}

/// Takes a command line apart with GLib's GOption, GStreamer's own options included.
///
/// An option with a value takes it after `=` or as the next argument, the last of several counts, `--` ends the
/// options.
struct ArgumentParser {
    let options: [ProgramOption]

    /// - Parameter arguments: what follows the command's word, without NUL.
    /// - Throws: `UsageError` for an unknown option, a missing value and a value that is not UTF-8.
    func parse(_ arguments: [[UInt8]]) throws(UsageError) -> ParsedArguments {
        let slots = Slots(options)
        // SAFETY: copies that end with NUL, freed below; the vector ends with NULL.
        var vector = unsafe ([Array("lumascan".utf8)] + arguments).map { argument in
            unsafe UnsafePointer(strdup(argument.map(CChar.init(bitPattern:)) + [0]))
        }
        unsafe vector.append(nil)
        let copyCount = arguments.count + 1
        defer { for index in 0..<copyCount { unsafe free(UnsafeMutablePointer(mutating: vector[index])) } }
        // SAFETY: the slots are alive, the group is taken over, and the text is freed here.
        let group = unsafe MediaLibrary.optionGroup().map { unsafe UnsafeMutableRawPointer($0) }
        let problem = unsafe lumascan_options_parse(slots.entries, slots.count, group, vector)
        if let problem = unsafe problem {
            defer { unsafe lumascan_text_free(problem) }
            var message = unsafe SafeText.escaped(bytes(of: problem))[...]
            // A value may be a secret that was given to a mistyped option.
            if message.hasPrefix("Unknown option") { message = message.prefix { $0 != "=" } }
            throw UsageError(message.prefix(1).lowercased() + message.dropFirst())
        }
        return try slots.parsed(options)
    }

    /// The help on GStreamer's options.
    static func streamerHelp() -> String {
        // SAFETY: the group is taken over, the text is freed here.
        guard let group = unsafe MediaLibrary.optionGroup(),
            let text = unsafe lumascan_options_help(UnsafeMutableRawPointer(group))
        else { return "" }
        defer { unsafe lumascan_text_free(text) }
        return unsafe String(cString: text)
    }
}

/// The memory that GOption writes into, and the entries that point there: one an option, and one for the rest.
@safe private final class Slots {
    let entries: UnsafeMutablePointer<lumascan_option>
    let count: Int
    private let flags: UnsafeMutablePointer<Int32>
    private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let rest: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>

    init(_ options: [ProgramOption]) {
        count = options.count + 1
        // SAFETY: everything is allocated and initialised here and freed in `deinit`.
        unsafe flags = .allocate(capacity: count)
        unsafe flags.initialize(repeating: 0, count: count)
        unsafe values = .allocate(capacity: count)
        unsafe values.initialize(repeating: nil, count: count)
        unsafe rest = .allocate(capacity: 1)
        unsafe rest.initialize(to: nil)
        unsafe entries = .allocate(capacity: count)
        for (index, option) in options.enumerated() {
            let letter = option.letter?.asciiValue.map(CChar.init(bitPattern:)) ?? 0
            let isFlag = option.value == nil
            unsafe (entries + index).initialize(
                to: lumascan_option(
                    name: strdup(option.name), letter: letter, flag: isFlag ? flags + index : nil,
                    value: isFlag ? nil : values + index, rest: nil))
        }
        unsafe (entries + options.count).initialize(
            to: lumascan_option(name: strdup(""), letter: 0, flag: nil, value: nil, rest: rest))
    }

    deinit {
        // SAFETY: nothing points here any more.
        unsafe lumascan_options_clear(entries, count)
        for index in 0..<count { unsafe free(UnsafeMutablePointer(mutating: entries[index].name)) }
        unsafe flags.deallocate()
        unsafe values.deallocate()
        unsafe rest.deallocate()
        unsafe entries.deallocate()
    }

    func parsed(_ options: [ProgramOption]) throws(UsageError) -> ParsedArguments {
        var result = ParsedArguments()
        for (index, option) in options.enumerated() {
            // SAFETY: `index` is within the slots.
            if unsafe flags[index] != 0 { result.flags.insert(option.name) }
            guard let value = unsafe values[index] else { continue }
            let bytes = unsafe bytes(of: value)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw UsageError("--\(option.name): “\(SafeText.escaped(bytes))” is not valid UTF-8")
            }
            result.values[option.name] = text
        }
        guard let names = unsafe rest.pointee else { return result }
        var index = 0
        // SAFETY: a NULL-terminated vector of strings.
        while let name = unsafe names[index] {
            unsafe result.rest.append(bytes(of: name))
            index += 1
        }
        return result
    }
}

/// The bytes of a C string, without its NUL.
@unsafe func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    // SAFETY: the caller's string ends with NUL.
    unsafe UnsafeBufferPointer(start: text, count: Int(strlen(text))).map(UInt8.init(bitPattern:))
}
