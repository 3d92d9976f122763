import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// The files that one version recorded; see `README.md` beside this folder.
struct Recording: Sendable {
    /// The folder of one version.
    let folder: URL

    /// Every recorded version, by its number.
    static let all: [Recording] = {
        let root = PackageRoot.url.appendingPathComponent("Tests/Compatibility/Recordings")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.sorted().map { Recording(folder: root.appendingPathComponent($0)) }
    }()

    /// The version that was recorded, such as `0.1.0`.
    var version: String { folder.lastPathComponent }

    /// Whether this version came before another one, which changed something on purpose.
    func isBefore(_ version: String) -> Bool { self.version.compare(version, options: .numeric) == .orderedAscending }

    /// Whether it has a store on PostgreSQL, and what one of its servers kept.
    var hasSharedStore: Bool { !isBefore("0.2.0") }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    func json(_ name: String) throws -> JSONValue { try JSONDocument(parsing: Array(text(name).utf8)).root.value }

    func exchanges(_ name: String) throws -> [RecordedExchange] { try [RecordedExchange](text: text(name)) }

    func commands() throws -> [RecordedCommand] {
        try (json("commands.json").arrayValue ?? []).map(RecordedCommand.init)
    }

    func names() throws -> RecordedNames { RecordedNames(json: try json("names.json")) }

    /// Copies a recorded file or folder into a temporary folder, so that the recording is never changed.
    func copy(_ name: String, to target: TemporaryDirectory) throws {
        let path = target.file(name)
        try FileManager.default.copyItem(atPath: folder.appendingPathComponent(name).path, toPath: path)
        // git does not store these modes; the program refuses files with secrets that other users may read.
        let contents = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        for file in [path] + contents.map({ "\(path)/\($0)" }) {
            var isFolder: ObjCBool = false
            // The flag is a local variable, valid during the call.
            _ = unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            let mode = isFolder.boolValue ? 0o700 : 0o600
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
    }

    /// Copies the recorded store; returns the path of its database.
    func copyStore(to target: TemporaryDirectory) throws -> String {
        for name in ["store.sqlite3", "store.sqlite3-head"] { try copy(name, to: target) }
        return target.file("store.sqlite3")
    }
}

extension Recording: CustomTestStringConvertible {
    var testDescription: String { version }
}

/// A command, what it printed for scripts, and its exit status.
struct RecordedCommand: Sendable, Hashable {
    /// The arguments; `{server}` is replaced by the server's address.
    var arguments: [String]
    var environment: [String: String] = [:]
    var status: Int32 = 0
    var output = ""

    init(_ arguments: [String], environment: [String: String] = [:]) {
        self.arguments = arguments
        self.environment = environment
    }

    init(_ json: JSONValue) {
        self.init(
            (json["arguments"]?.arrayValue ?? []).compactMap(\.stringValue),
            environment: (json["environment"]?.objectValue ?? [:]).compactMapValues(\.stringValue))
        status = Int32(json["status"]?.integerValue ?? -1)
        output = json["output"]?.stringValue ?? ""
    }

    /// Runs the command; returns it with its present output and exit status.
    func run(by program: TestedProgram, server: String, in folder: TemporaryDirectory) throws -> RecordedCommand {
        let words = arguments.map { $0.replacingOccurrences(of: "{server}", with: server) }
        let result = try program.run(words, environment: environment, in: folder)
        var command = self
        command.status = result.status
        command.output = result.output.replacingOccurrences(of: server, with: "{server}")
        return command
    }
}
