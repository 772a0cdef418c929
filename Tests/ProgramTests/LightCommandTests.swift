import Foundation
import TestSupport
import Testing

extension BuiltProgram {
    @Suite("Commands on light")
    struct LightCommandTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Two seconds of black, then two of white.
        private func film() throws -> String {
            let path = folder.file("film.mkv")
            let caps = "video/x-raw,format=I420,width=320,height=240,framerate=10/1"
            try Clips.launch(
                "concat name=c ! jpegenc ! matroskamux ! filesink location=\(path) "
                    + "videotestsrc num-buffers=20 pattern=black ! \(caps) ! c. "
                    + "videotestsrc num-buffers=20 pattern=white ! \(caps) ! c.")
            return path
        }

        private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

        @Test("Low and ok each run their own, with the facts in the environment")
        func facts() throws {
            let variables = ["EVENT", "STREAM", "SOURCE", "LEVEL", "CONTRAST", "REASON", "PTS"]
            let format = variables.map { "$LUMASCAN_\($0)" }.joined(separator: "|")
            let script = "sh -c 'echo \"\(format)\" >> \(folder.file("facts"))'"
            let film = try film()
            let result = try Lumascan.run(["scan", "--on-light-low", script, "--on-light-ok", script, film])
            #expect(result.status == 1)
            #expect(
                try text("facts")
                    == "light.low|\(film)|\(film)|0.0627|0|dark|500000000\nlight.ok|\(film)|\(film)|0.9176|0||2500000000\n"
            )
        }

        @Test("One that fails is told in one harmless line, and the scan goes on")
        func failing() throws {
            let film = try film()
            let result = try Lumascan.run([
                "scan", "--json", "--on-light-low", #"sh -c "printf '\\033[2Jno lamp\n'; exit 7""#, film,
            ])
            #expect(result.status == 1)
            let line = "lumascan: \(film): --on-light-low: “sh” ended with status 7: \\x1b[2Jno lamp"
            #expect(result.errorLines.filter { $0.contains("on-light-low") } == [line])
            let events = try EventLine.all(in: result.outputText)
            #expect(events.filter { $0.event == "action.failed" }.map(\.pts) == [500_000_000])
            #expect(events.last?.event == "stream.ended")
        }

        @Test("What can never run is wrong usage")
        func missing() throws {
            let result = try Lumascan.run(["scan", "--on-light-low", "no-such-lamp --key secret", "clip.mp4"])
            #expect(result.status == 2)
            #expect(
                result.errorText
                    == "lumascan: --on-light-low: names “no-such-lamp”, and there is no such program"
                    + " — try 'lumascan scan --help'\n")
        }

        /// Starts a scan of the test video whose command hangs, and returns when that runs.
        private func startHanging(_ options: [String] = []) throws -> (program: Command, child: pid_t) {
            let script = "sh -c 'trap \"\" TERM; echo $$ > \(folder.file("pid")); while :; do sleep 1; done'"
            let program = try Lumascan.start(
                ["scan", "--light-interval", "0", "--on-light-ok", script] + options + ["test:"])
            for _ in 0..<1500 where (try? text("pid").hasSuffix("\n")) != true { usleep(10_000) }
            return (program, try #require(pid_t(try text("pid").trimmingCharacters(in: .newlines))))
        }

        /// Whether the process still does something; one that nobody reaped does not.
        private func lives(_ process: pid_t) -> Bool {
            let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            return stat.map { !$0.contains(") Z ") } ?? false
        }

        @Test("An end while one hangs gives it its time, and leaves nothing behind")
        func hanging() throws {
            let (program, child) = try startHanging(["--command-timeout", "1"])
            program.send(SIGINT)
            #expect(try program.wait(timeout: 30).status == 130)
            #expect(!lives(child))
        }

        @Test("The second interruption does not wait for it, and leaves nothing behind")
        func urgent() throws {
            let (program, child) = try startHanging(["--command-timeout", "15"])
            program.send(SIGINT)
            program.send(SIGTERM)
            let result = try program.wait(timeout: 30)
            #expect(result.status == 130)
            #expect(!result.errorText.contains("took longer"))
            #expect(!lives(child))
        }
    }
}
