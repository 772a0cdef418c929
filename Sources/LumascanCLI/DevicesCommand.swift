internal import Delivery
internal import Glibc
internal import Lumascan

/// `lumascan devices`: lists the cameras of this machine and what they give.
struct DevicesCommand: Sendable {
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        guard arguments.rest.isEmpty else { throw UsageError("devices takes options alone") }
        isJSON = ValueReader(arguments: arguments).has("json")
    }

    /// - Returns: the exit status.
    func run(_ console: Console) async -> Int32 {
        let cameras: [Camera]
        do throws(ScanError) {
            cameras = try await Camera.all()
        } catch {
            console.say(PlainText.error(error.message, hint: error.hint))
            return ExitStatus.failed
        }
        guard !cameras.isEmpty else {
            console.say(
                PlainText.error(
                    "there is no camera", hint: "plug one in; or try things out with: lumascan scan test:"))
            return ExitStatus.nothingFound
        }
        do throws(WriteFailure) {
            for (number, camera) in cameras.enumerated() {
                let lines = isJSON ? [Self.json(camera, number)] : Self.text(camera, number)
                for line in lines { try LineWriter.standardOutput.write(line: line) }
            }
        } catch {
            if error.isReaderGone { return ExitStatus.signal(SIGPIPE) }
            console.say(PlainText.error(error.message, hint: nil))
            return ExitStatus.failed
        }
        return ExitStatus.found
    }

    /// A line for the camera, and one below it for each size and format; fields are parted by tabs.
    static func text(_ camera: Camera, _ number: Int) -> [String] {
        let fields = [SafeText.escaped(camera.name), camera.path.map(SafeText.escaped), camera.place?.rawValue]
        let head = "camera:\(number)\t" + fields.compactMap(\.self).joined(separator: "\t")
        return [head]
            + camera.modes.map { mode in
                let parts = ["", mode.sizeText, SafeText.escaped(mode.format), mode.rateTexts.joined(separator: ", ")]
                return parts.joined(separator: "\t")
            }
    }

    static func json(_ camera: Camera, _ number: Int) -> String {
        var object = JSONObject()
        object.add("number", number)
        object.add("name", camera.name)
        if let path = camera.path { object.add("device", path) }
        if let place = camera.place { object.add("place", place.rawValue) }
        object.add("formats", camera.modes) { mode, object in
            object.add("format", mode.format)
            object.add("width", mode.widths.upperBound)
            object.add("height", mode.heights.upperBound)
            if mode.widths.count > 1 || mode.heights.count > 1 {
                object.add("leastWidth", mode.widths.lowerBound)
                object.add("leastHeight", mode.heights.lowerBound)
            }
            object.add("rates", mode.rates.map { [$0.lowerBound, $0.upperBound] }, decimals: 3)
        }
        return object.text
    }

    static let syntax = CommandSyntax(
        name: "devices", arguments: "[options]",
        summary: """
            List the cameras of this machine: for each its number, name, device and place, and below it the
            sizes, formats and rates that it gives, parted by tabs.

            'camera:NUMBER' or 'camera:NAME' is then a source; 'camera:' is the first one, 'camera:front' and
            'camera:back' are those that tell their place.
            """,
        groups: [
            CommandSyntax.Group(
                title: "Output", options: [ProgramOption("json", letter: "j", "print a JSON object for each camera")])
        ],
        notes: [
            (
                "Examples",
                ["lumascan devices", "lumascan scan --camera-format 1280x720@30 camera:0"]
            ),
            ("Exit status", ["0 there are cameras, 1 there is none, 2 wrong usage, 3 failed"]),
        ])
}
