package import Foundation

/// Runs a program to its end and collects its output.
package struct Command {
    /// A finished run.
    package struct Result: Sendable {
        /// The exit status, or the number of the signal that ended the program.
        package let status: Int32
        /// The standard output.
        package let output: Data
        /// The standard error.
        package let errors: String

        /// The standard output as text.
        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program to its end.
    ///
    /// Its streams are files, not pipes: a pipe that is full, or held open by another process, would block.
    ///
    /// - Parameters:
    ///   - executable: the program's file.
    ///   - arguments: its arguments, without its name.
    ///   - environment: its environment; nil for that of this process.
    ///   - input: its standard input; nil for none.
    /// - Returns: its output and exit status.
    /// - Throws: the system's error if the program cannot be started.
    package static func run(
        _ executable: URL, _ arguments: [String], environment: [String: String]? = nil, input: Data? = nil
    ) throws -> Result {
        let folder = try TemporaryDirectory("waymark-command")
        let (output, errors) = (folder.file("output"), folder.file("errors"))
        for path in [output, errors] { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
        process.standardInput = FileHandle.nullDevice
        if let input {
            let path = folder.file("input")
            try input.write(to: URL(filePath: path))
            process.standardInput = try FileHandle(forReadingFrom: URL(filePath: path))
        }
        try process.begin()
        let status = process.ended()
        return Result(
            status: status, output: FileManager.default.contents(atPath: output) ?? Data(),
            errors: String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self))
    }
}
