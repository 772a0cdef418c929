internal import Foundation
internal import Glibc
internal import Media

/// The file that annotated video goes to: written beside its place under a temporary name, renamed when it is whole.
struct OutputFile: Sendable {
    let path: String
    let temporaryPath: String
    let container: Container

    /// Checks what can be checked before anything runs.
    init(_ output: Output, source: Source) throws(ScanError) {
        path = output.path
        let url = URL(fileURLWithPath: output.path)
        guard let container = Container(fileExtension: url.pathExtension) else {
            let known = Container.allCases.map(\.rawValue).joined(separator: ", ")
            throw ScanError(
                .badOption, "\(output.path): the extension “\(url.pathExtension)” names no known container",
                hint: "use one of: \(known)")
        }
        self.container = container
        let folder = url.deletingLastPathComponent().path
        guard let folderFacts = FileFacts(path: folder), folderFacts.isFolder else {
            throw ScanError(
                .outputFailed, "\(output.path): the folder \(folder) does not exist", hint: "create it first")
        }
        if let existing = FileFacts(path: output.path) {
            if existing.isFolder {
                throw ScanError(.outputFailed, "\(output.path): is a folder", hint: "name a file")
            }
            if case .file(let input) = source, FileFacts(path: input)?.isSameFile(as: existing) == true {
                throw ScanError(
                    .outputFailed, "\(output.path): is the input itself", hint: "choose another name for the output")
            }
            guard output.overwrites else {
                throw ScanError(.outputFailed, "\(output.path): exists already", hint: "allow it with --overwrite")
            }
        }
        let name = ".\(url.deletingPathExtension().lastPathComponent).\(getpid()).partial.\(url.pathExtension)"
        temporaryPath = URL(fileURLWithPath: folder).appendingPathComponent(name).path
        // What stands in the way shows when the file is made.
        // SAFETY: the path lives for the call.
        let descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw ScanError(
                .outputFailed, "\(output.path): cannot be written (\(lastFailure()))",
                hint: "check the folder's permissions")
        }
        close(descriptor)
    }

    /// Puts the whole file in its place.
    func finish() throws(ScanError) {
        // SAFETY: both paths live for the call.
        guard unsafe rename(temporaryPath, path) == 0 else {
            throw ScanError(
                .outputFailed, "\(path): cannot be put in place (\(lastFailure()))",
                hint: "it is left at \(temporaryPath)")
        }
    }

    /// Removes what was written.
    func discard() {
        // SAFETY: the path lives for the call.
        unsafe unlink(temporaryPath)
    }
}
