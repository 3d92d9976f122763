import Foundation
import TestSupport

/// A file that a child process writes and the test reads; in contrast to a pipe, neither waits for the other.
final class TemporaryText {
    let handle: FileHandle
    private let folder: TemporaryDirectory
    /// The path of the file.
    let path: String

    init() throws {
        folder = try TemporaryDirectory("waymark-text")
        path = folder.file("text")
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// The bytes written so far.
    var bytes: [UInt8] { FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? [] }

    /// The text written so far.
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
