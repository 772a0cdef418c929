import Dispatch
import Foundation
import Synchronization

/// A program that runs: started without a shell, bounded in time, killed when nobody waits for it any more.
package final class Command {
    /// What a program left behind.
    package struct Result: Sendable {
        /// Exit status, or 128 + the signal's number if a signal ended it.
        package var status: Int32
        package var output: [UInt8]
        package var errors: [UInt8]
        package var outputText: String { String(decoding: output, as: UTF8.self) }
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// What a program reads.
    package enum Input: Sendable {
        /// `/dev/null`.
        case none
        /// A pipe that carries these bytes.
        case bytes([UInt8])
        /// A pipe that carries what the closure returns, until it returns nil. Called on a thread of its own.
        case chunks(@Sendable () -> [UInt8]?)
    }

    package enum Failure: Error {
        case notFound(String)
        case timedOut([String], seconds: Double, errors: String)
        case failed([String], status: Int32, errors: String)
    }

    private let argv: [String]
    private let process = Process()
    private let ended = DispatchSemaphore(value: 0)
    private let folder: TemporaryFolder

    /// Starts `argv[0]`, looked for in PATH unless it holds a slash.
    /// - Parameter environment: added to the environment of the tests.
    package init(_ argv: [String], input: Input = .none, environment: [String: String] = [:]) throws {
        self.argv = argv
        folder = try TemporaryFolder()
        process.executableURL = URL(filePath: try Command.find(argv.first ?? ""))
        process.arguments = Array(argv.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, not pipes: nothing blocks when a program writes much, and grandchildren cannot hold them open.
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: "stdout")))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.write([], to: "stderr")))
        let ended = self.ended
        process.terminationHandler = { _ in ended.signal() }
        switch input {
        case .none:
            process.standardInput = FileHandle.nullDevice
            try spawn()
        case .bytes(let bytes):
            let chunks = OneChunk(bytes)
            try start(feeding: { chunks.next() })
        case .chunks(let next):
            try start(feeding: next)
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The number of the process.
    package var processIdentifier: Int32 { process.processIdentifier }

    /// Sends a signal, for example SIGINT.
    package func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// What the program wrote to standard output so far.
    package func outputSoFar() throws -> [UInt8] { try folder.read("stdout") }

    /// What the program wrote to standard error so far.
    package func errorsSoFar() throws -> [UInt8] { try folder.read("stderr") }

    /// Waits for the end; kills the program and throws if it does not end in time.
    package func wait(timeout seconds: Double = 60) throws -> Result {
        guard ended.wait(timeout: .now() + seconds) == .success else {
            kill(process.processIdentifier, SIGKILL)
            let errors = String(decoding: try folder.read("stderr"), as: UTF8.self)
            throw Failure.timedOut(argv, seconds: seconds, errors: errors)
        }
        let signalled = process.terminationReason == .uncaughtSignal
        return Result(
            status: signalled ? 128 + process.terminationStatus : process.terminationStatus,
            output: try folder.read("stdout"), errors: try folder.read("stderr"))
    }

    /// Runs a program to its end.
    package static func run(
        _ argv: [String], input: Input = .none, environment: [String: String] = [:], timeout seconds: Double = 60
    ) throws -> Result {
        try Command(argv, input: input, environment: environment).wait(timeout: seconds)
    }

    /// Runs a program to its end and returns its standard output; throws unless its exit status is 0.
    @discardableResult
    package static func output(
        of argv: [String], input: Input = .none, timeout seconds: Double = 60
    ) throws -> [UInt8] {
        let result = try run(argv, input: input, timeout: seconds)
        guard result.status == 0 else {
            throw Failure.failed(argv, status: result.status, errors: result.errorText)
        }
        return result.output
    }

    private func start(feeding next: @escaping @Sendable () -> [UInt8]?) throws {
        let pipe = Pipe()
        process.standardInput = pipe
        try spawn()
        let end = pipe.fileHandleForWriting
        Thread.detachNewThread {
            // A program may stop reading: then the write fails with EPIPE, and its signal stays pending in this thread.
            var signals = sigset_t()
            // SAFETY: both calls are given the address of a local that outlives them.
            unsafe sigemptyset(&signals)
            unsafe sigaddset(&signals, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
            while let chunk = next() {
                guard (try? end.write(contentsOf: Data(chunk))) != nil else { break }
            }
            try? end.close()
        }
    }

    /// Starts the process with no signal blocked: a program inherits the mask of the thread that starts it, and Swift's
    /// pool threads block SIGINT and SIGTERM.
    private func spawn() throws {
        var none = sigset_t()
        var before = sigset_t()
        // SAFETY: the calls are given the addresses of locals that outlive them.
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        // SAFETY: as above; the mask is the one that the call before has filled in.
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    private static func find(_ name: String) throws -> String {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
        let candidates = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Failure.notFound(name)
        }
        return path
    }
}

/// Gives its bytes once.
private final class OneChunk: Sendable {
    private let rest: Mutex<[UInt8]?>
    init(_ bytes: [UInt8]) { rest = Mutex(bytes) }
    func next() -> [UInt8]? {
        rest.withLock { rest in
            defer { rest = nil }
            return rest
        }
    }
}
