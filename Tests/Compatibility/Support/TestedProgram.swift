import Foundation
import TestSupport

/// A `waymark` binary: this build's, or an older one while a recording is made.
struct TestedProgram: Sendable {
    let executable: URL

    /// The program that this build made, beside the test bundle.
    static let current = TestedProgram(
        executable: URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("waymark"))

    /// A finished run.
    struct Run: Sendable, Hashable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Runs a command to its end.
    func run(_ arguments: [String], environment: [String: String] = [:], in folder: TemporaryDirectory) throws -> Run {
        let (output, errors) = (folder.file("run-output"), folder.file("run-errors"))
        let process = try start(arguments, environment: environment, output: output, errors: errors, in: folder)
        return Run(status: process.ended(), output: Self.text(output), errors: Self.text(errors))
    }

    /// Starts a server whose settings are all given by the arguments.
    func startServer(_ arguments: [String], in folder: TemporaryDirectory) throws -> Process {
        try start(
            ["serve"] + arguments, environment: ["WAYMARK_ADMIN_TOKEN": RunningServer.adminToken], output: nil,
            errors: folder.file("server-errors"), in: folder)
    }

    fileprivate func start(
        _ arguments: [String], environment: [String: String], output: String?, errors: String,
        in folder: TemporaryDirectory
    ) throws -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        // The caller's settings would change the test, and HOME would select a real configuration file.
        process.environment = Self.sanitizing.merging(["HOME": folder.path, "TZ": "UTC"]) { _, new in new }
            .merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try output.map(Self.newFile) ?? FileHandle.nullDevice
        process.standardError = try Self.newFile(errors)
        try process.begin()
        return process
    }

    /// The variables of `make sanitize`, without which a sanitizer in the program reports what it must not.
    private static let sanitizing = ProcessInfo.processInfo.environment.filter { name, _ in
        ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains(name)
    }

    private static func newFile(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}

/// A server process of a tested program, on a free port of 127.0.0.1.
final class RunningServer {
    /// The administrator's token of every recording; it is valid only for stores of tests.
    static let adminToken = "compatibility-test-administrator"
    /// The fields of an administrator's request that overwrites any state.
    static let adminFields = [
        ("Authorization", "Bearer \(adminToken)"), ("Content-Type", "application/json"), ("If-Match", "*"),
    ].map { RecordedField(name: $0.0, value: $0.1) }

    let port: UInt16
    private let process: Process
    private let errors: String

    var url: String { "http://127.0.0.1:\(port)" }
    var peer: HTTPPeer { HTTPPeer(port: port) }
    /// The server's log so far.
    var log: String { TestedProgram.text(errors) }

    init(
        _ program: TestedProgram, database: String, arguments: [String] = ["--listen", "127.0.0.1:0"],
        in folder: TemporaryDirectory
    ) throws {
        errors = folder.file("server-log-\(UUID().uuidString)")
        process = try program.start(
            ["serve", "--database", database] + arguments,
            environment: ["WAYMARK_ADMIN_TOKEN": Self.adminToken], output: nil, errors: errors, in: folder)
        let (process, errors) = (process, errors)
        var found: UInt16?
        _ = eventually {
            // If a log file is set, the line is in that file.
            let log = TestedProgram.text(errors) + TestedProgram.text(folder.file("log"))
            found = log.firstMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
            return found != nil || !process.isRunning
        }
        guard let found else {
            process.terminate()
            throw HTTPPeer.Failure(description: "the server did not start: \(TestedProgram.text(errors))")
        }
        port = found
    }

    /// Sends SIGTERM, as a service manager does, and waits for the end of the process; returns the exit status.
    @discardableResult
    func stop() -> Int32 {
        process.terminate()
        return process.ended()
    }

    deinit { if process.isRunning { stop() } }
}
