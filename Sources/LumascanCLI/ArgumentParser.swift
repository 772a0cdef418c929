internal import CGLib
internal import Media

/// The arguments of a command, taken apart but not yet understood.
struct ParsedArguments: Equatable {
    var flags: Set<String> = []
    var values: [String: String] = [:]
    /// What is not an option, as bytes: file names need not be UTF-8.
    var rest: [[UInt8]] = []
}

/// Takes a command line apart with GLib's GOption, GStreamer's own options included.
///
/// An option with a value takes it after `=` or as the next argument, the last of several counts, `--` ends the
/// options. Options that have no value here are GOption's `ARG_NONE`, all others `ARG_FILENAME`, which leaves
/// the bytes as they are.
struct ArgumentParser {
    let options: [ProgramOption]

    /// - Parameter arguments: what follows the command's word, without NUL.
    /// - Throws: `UsageError` for an unknown option, a missing value and a value that is not UTF-8.
    func parse(_ arguments: [[UInt8]]) throws(UsageError) -> ParsedArguments {
        let slots = Slots(options)
        // SAFETY: the context is freed at the end; its entries point into `slots`, which lives as long.
        let context = unsafe g_option_context_new(nil)
        defer {
            unsafe g_option_context_free(context)
            withExtendedLifetime(slots) {}
        }
        unsafe g_option_context_set_help_enabled(context, 0)
        unsafe g_option_context_add_main_entries(context, slots.entries, nil)
        // SAFETY: the context takes the group over.
        if let group = unsafe MediaLibrary.optionGroup() { unsafe g_option_context_add_group(context, group) }
        try unsafe run(context, on: arguments)
        return try slots.parsed(options)
    }

    /// The help on GStreamer's options.
    static func streamerHelp() -> String {
        // SAFETY: context and text are freed here, the context takes the group over and frees it.
        let context = unsafe g_option_context_new(nil)
        defer { unsafe g_option_context_free(context) }
        unsafe g_option_context_set_help_enabled(context, 0)
        guard let group = unsafe MediaLibrary.optionGroup() else { return "" }
        unsafe g_option_context_add_group(context, group)
        guard let text = unsafe g_option_context_get_help(context, 0, group) else { return "" }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    private func run(_ context: OpaquePointer?, on arguments: [[UInt8]]) throws(UsageError) {
        // SAFETY: a NULL-terminated vector of copies from GLib's allocator, as `parse_strv` wants to own and change.
        var vector = unsafe UnsafeMutableRawPointer(
            g_malloc0(gsize(arguments.count + 2) * gsize(MemoryLayout<UnsafeMutablePointer<CChar>?>.stride))
        )?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
        for (index, argument) in ([Array("lumascan".utf8)] + arguments).enumerated() {
            unsafe vector?[index] = argument.map(CChar.init(bitPattern:)).withUnsafeBufferPointer {
                unsafe g_strndup($0.baseAddress, gsize($0.count))
            }
        }
        defer { unsafe g_strfreev(vector) }
        var failure: UnsafeMutablePointer<GError>? = nil
        // SAFETY: the error is freed below.
        guard unsafe g_option_context_parse_strv(context, &vector, &failure) == 0 else { return }
        defer { unsafe g_clear_error(&failure) }
        guard let text = unsafe failure?.pointee.message else { throw UsageError("the arguments cannot be parsed") }
        let message = unsafe SafeText.escaped(bytes(of: text))
        throw UsageError(message.prefix(1).lowercased() + message.dropFirst())
    }
}

/// The memory that GOption writes into, and the entries that point there.
@safe private final class Slots {
    let entries: UnsafeMutablePointer<GOptionEntry>
    private let flags: UnsafeMutablePointer<gint>
    private let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let rest: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
    private let count: Int

    init(_ options: [ProgramOption]) {
        count = options.count
        // SAFETY: one slot an option, all initialised here, freed in `deinit`; names are interned, so never freed.
        unsafe flags = .allocate(capacity: count)
        unsafe flags.initialize(repeating: 0, count: count)
        unsafe values = .allocate(capacity: count)
        unsafe values.initialize(repeating: nil, count: count)
        unsafe rest = .allocate(capacity: 1)
        unsafe rest.initialize(to: nil)
        unsafe entries = .allocate(capacity: count + 2)
        unsafe entries.initialize(repeating: GOptionEntry(), count: count + 2)
        for (index, option) in options.enumerated() {
            unsafe entries[index].long_name = g_intern_string(option.name)
            unsafe entries[index].short_name = option.letter?.asciiValue.map(gchar.init(bitPattern:)) ?? 0
            unsafe entries[index].arg = option.value == nil ? G_OPTION_ARG_NONE : G_OPTION_ARG_FILENAME
            unsafe entries[index].arg_data =
                option.value == nil
                ? UnsafeMutableRawPointer(flags + index) : UnsafeMutableRawPointer(values + index)
        }
        unsafe entries[count].long_name = g_intern_string("")
        unsafe entries[count].arg = G_OPTION_ARG_FILENAME_ARRAY
        unsafe entries[count].arg_data = UnsafeMutableRawPointer(rest)
    }

    deinit {
        // SAFETY: the texts are GOption's copies for us, the rest is ours.
        for index in 0..<count { unsafe g_free(values[index]) }
        unsafe g_strfreev(rest.pointee)
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
