internal import Lumascan

/// How the program ends, as the shell sees it.
enum ExitStatus {
    /// Codes were found; or an annotation or a pipeline completed.
    static let found: Int32 = 0
    /// Everything was read and there was no code.
    static let nothingFound: Int32 = 1
    /// The command line is wrong.
    static let usage: Int32 = 2
    /// A source or an output failed.
    static let failed: Int32 = 3

    /// The status of a program that a signal ended, by the shell's custom: 130 for SIGINT.
    static func signal(_ number: Int32) -> Int32 { 128 + number }

    static func of(_ error: ScanError) -> Int32 { error.kind == .badOption ? usage : failed }
}
