import Testing

@testable import LumascanCLI

@Suite("Launch files")
struct LaunchFileTests {
    @Test("comments go, lines are joined")
    func lines() {
        let file = LaunchFile("# a comment\nfilesrc ! decodebin\r\n  # {another}\n\n    ! appsink name=scan # kept\n")
        #expect(file.template == "filesrc ! decodebin ! appsink name=scan # kept")
    }

    @Test(
        "names are filled, lists of formats stay",
        arguments: [
            ("a={x} b={x}!", "1", "a=1 b=1!"), ("{ I420, NV12 } {I420} {X} {} {x", "", nil),
            ("rtsp://{x}/s", "host", "rtsp://host/s"), ("{ {x} }", "2", "{ 2 }"), ("é{x}é", "v", "évé"),
        ] as [(String, String, String?)])
    func filling(template: String, value: String, filled: String?) throws {
        if let filled {
            #expect(try LaunchFile(template).filled(with: [("x", value)]) == filled)
        } else {
            #expect(try LaunchFile(template).filled(with: []) == template)
        }
    }

    @Test(
        "a value is one word of gst-launch whatever is in it",
        arguments: [
            ("clip_1", "clip_1"), ("a b.mp4", #"a\ b\.mp4"#), (#"x" ! fakesink "#, #"x\"\ \!\ fakesink\ "#),
            (#"end\"#, #"end\\"#), ("日本é", "日本é"), ("a\tb", "a\\\tb"), ("", ""),
        ])
    func quoting(value: String, quoted: String) {
        #expect(LaunchFile.quoted(value) == quoted)
    }

    @Test("a missing value, a needless one and a line break are named")
    func problems() {
        #expect(throws: UsageError("the description needs a value for {file}: add file=VALUE")) {
            try LaunchFile("a={file}").filled(with: [])
        }
        #expect(throws: UsageError("the description has no {other}")) {
            try LaunchFile("a={file}").filled(with: [("file", "1"), ("other", "2")])
        }
        #expect(throws: UsageError("the value of “file” has a line break")) {
            try LaunchFile("a={file}").filled(with: [("file", "1\n2")])
        }
    }

    @Test(
        "video on standard output is seen",
        arguments: [
            ("a ! fdsink", true), ("a ! fdsink fd=1", true), ("a ! fdsink sync=false fd=1", true),
            ("a ! fdsink fd=2", false), ("a ! fdsink name=x fd=3 b ! c fd=1", false), ("fdsrc ! appsink", false),
            ("a ! fdsink b fd=2 ! c", true), ("a ! filesink location=fdsink", false),
        ])
    func standardOutput(description: String, isUsed: Bool) {
        #expect(LaunchFile.writesToStandardOutput(description) == isUsed)
    }
}
