import CanonicalJSON
import Foundation
import TestSupport

/// Names that scripts, dashboards and apps depend on, by kind.
struct RecordedNames {
    /// The names of each kind, sorted.
    var byKind: [String: [String]] = [:]

    init(json: JSONValue) {
        byKind = (json.objectValue ?? [:]).mapValues { ($0.arrayValue ?? []).compactMap(\.stringValue) }
    }

    /// The public declarations of the client libraries, and of the modules that they export.
    static func publicDeclarations() -> Set<String> {
        let modules = [
            "RouteParameters", "RouteProtocols", "RouteClient", "RouteNavigation", "RouteNavigationUI", "RouteModel",
            "RouteIndex", "WebAddress",
        ]
        return PublicDeclarations(in: modules.map(PackageRoot.folder(of:))).names
    }

    /// All Swift files of a folder, one after another.
    static func text(of folder: URL) -> String {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted()
            .compactMap { try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
            .joined(separator: "\n")
    }

    /// The first group of every match, without duplicates, sorted.
    static func groups(_ pattern: String, in text: String) -> [String] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
        return Set(matches.compactMap { Range($0.range(at: 1), in: text).map { String(text[$0]) } }).sorted()
    }
}

/// Names that a running program shows.
extension RecordedNames {
    /// Metrics with their type, and the labels of each.
    static func metrics(_ text: String) -> [String] {
        let families = groups(#"# TYPE (\S+ \S+)"#, in: text)
        let labels = groups(#"(?m)^(\w+\{[^}]*\})"#, in: text).flatMap { sample -> [String] in
            let name = sample.prefix { $0 != "{" }
            return groups(#"[{,](\w+)=""#, in: sample).map { "\(name){\($0)}" }
        }
        return families + Set(labels).sorted()
    }

    /// Operations of an OpenAPI document, with the statuses of each.
    static func operations(_ document: JSONValue) -> [String] {
        (document["paths"]?.objectValue ?? [:]).flatMap { path, item in
            (item.objectValue ?? [:]).compactMap { method, operation -> [String]? in
                guard let id = operation["operationId"]?.stringValue else { return nil }
                let statuses = (operation["responses"]?.objectValue ?? [:]).keys
                return ["\(method) \(path) \(id)"] + statuses.map { "\(id) \($0)" }
            }.flatMap { $0 }
        }.sorted()
    }

    /// Commands, their aliases and the options of each, from the program's help.
    static func commands(_ program: TestedProgram, in folder: TemporaryDirectory) throws -> [String] {
        let overview = try program.run(["help"], in: folder).output
        let names = groups(#"(?m)^  ([a-z][a-z -]*?)  +\S"#, in: overview)
        var commands: [String] = []
        for name in names {
            let help = try program.run(["help"] + name.split(separator: " ").map(String.init), in: folder).output
            let options = groups(#"(--[a-z-]+)"#, in: help)
            let also = groups(#"(?m)^Also: (.+)$"#, in: help).joined()
            for known in [name] + groups(#"waymark ([a-z -]+)"#, in: also) {
                let own = try program.run(["help"] + known.split(separator: " ").map(String.init), in: folder).output
                guard own == help else { continue }
                commands += [known] + options.map { "\(known) \($0)" }
            }
        }
        return commands.sorted()
    }

    /// The names of the members of JSON lines, such as those of a log.
    static func members(ofLines text: String) -> [String] {
        let lines = text.split(separator: "\n").compactMap { try? JSONDocument(parsing: Array($0.utf8)).root.value }
        return Set(lines.flatMap { ($0.objectValue ?? [:]).keys }).sorted()
    }
}

extension RecordedNames {
    /// The names that a server shows after a session; stops the server and reads its logs.
    init(
        of server: RunningServer, _ program: TestedProgram, logs: [String], in folder: TemporaryDirectory
    ) throws {
        let metrics = try server.peer.send(RecordedRequest(method: "GET", target: "/metrics"))
        byKind["metrics"] = Self.metrics(String(decoding: metrics.body, as: UTF8.self))
        let contract = try server.peer.send(RecordedRequest(method: "GET", target: "/openapi.json"))
        byKind["operations"] = Self.operations(contract.json)
        byKind["commands"] = try Self.commands(program, in: folder)
        let settings = try program.run(["config", "check", "--json"], in: folder).output
        byKind["settings"] = try (JSONDocument(parsing: Array(settings.utf8)).root.value.objectValue ?? [:]).keys
            .sorted()
        server.stop()
        for name in logs {
            byKind["members of \(name) lines"] = Self.members(ofLines: TestedProgram.text(folder.file(name)))
        }
    }
}
