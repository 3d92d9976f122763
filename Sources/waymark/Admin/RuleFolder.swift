import APIContract
import CanonicalJSON
import RouteModel
import RouteServer
import SystemIO

/// A folder of rule files for git: `settings.json`, `expectations.json`, and `rules/ID.json` for each rule.
struct RuleFolder: Sendable {
    let path: String

    /// The content of a folder.
    struct Content: Sendable {
        var settings: JSONValue
        /// The list of expectations; nil if there is no such file, and a push then leaves the server's list unchanged.
        var expectations: JSONValue?
        var rules: [String: JSONValue]
    }

    /// Reads the whole folder; an error names its file.
    func read() throws(CommandError) -> Content {
        let names = try list(path + "/rules").filter { $0.hasSuffix(".json") }
        guard !names.isEmpty || Files.exists(path + "/settings.json") else {
            throw CommandError(
                .usage, "\(path) has neither settings.json nor rules/*.json",
                hint: "`waymark pull` makes such a folder")
        }
        var rules: [String: JSONValue] = [:]
        for name in names {
            let id = String(name.dropLast(".json".count))
            guard NameGrammar.isRuleID(id) else {
                throw CommandError(.usage, "rules/\(name): \(id) is not the id of a rule")
            }
            guard case .object(var members) = try json("rules/\(name)") else {
                throw CommandError(.usage, "rules/\(name) is not an object")
            }
            guard !members.keys.contains("id") || members["id"] == .string(id) else {
                throw CommandError(
                    .usage, "rules/\(name) has the rule \(members["id"]?.text ?? "")",
                    hint: "name the file after the rule")
            }
            members["id"] = .string(id)
            rules[id] = .object(members)
        }
        let hasExpectations = Files.exists(path + "/expectations.json")
        return Content(
            settings: Files.exists(path + "/settings.json") ? try json("settings.json") : .object([:]),
            expectations: hasExpectations ? try json("expectations.json") : nil, rules: rules)
    }

    /// The bytes of each file of a content, by its path in the folder.
    static func files(of content: Content) -> [String: [UInt8]] {
        var files = ["settings.json": Array(PrettyJSON.text(content.settings).utf8)]
        if let expectations = content.expectations {
            files["expectations.json"] = Array(PrettyJSON.text(expectations).utf8)
        }
        for (id, rule) in content.rules { files["rules/\(id).json"] = Array(PrettyJSON.text(rule).utf8) }
        return files
    }

    /// The bytes of a file in the folder; nil if it does not exist.
    func bytes(_ name: String) throws(CommandError) -> [UInt8]? {
        guard Files.exists("\(path)/\(name)") else { return nil }
        do throws(Errno) { return try Files.read("\(path)/\(name)", bytesMax: AdminLimits.fileBytesMax) } catch {
            throw CommandError(.usage, "cannot read \(path)/\(name): \(error)")
        }
    }

    /// The paths of the rule files in the folder.
    func ruleFiles() throws(CommandError) -> [String] {
        try list(path + "/rules").filter { $0.hasSuffix(".json") }.map { "rules/\($0)" }
    }

    /// Writes files and removes others.
    func write(_ files: [String: [UInt8]], removing names: [String]) throws(CommandError) {
        do throws(Errno) {
            try Folders.make(path + "/rules")
            for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
                try Files.replace("\(path)/\(name)", bytes, mode: 0o644)
            }
        } catch {
            throw CommandError(.usage, "cannot write into \(path): \(error)")
        }
        for name in names { Files.remove("\(path)/\(name)") }
    }

    private func list(_ folder: String) throws(CommandError) -> [String] {
        do throws(Errno) { return try Folders.names(in: folder) } catch {
            throw CommandError(.usage, "cannot read \(folder): \(error)")
        }
    }

    private func json(_ name: String) throws(CommandError) -> JSONValue {
        let bytes = try bytes(name) ?? []
        do throws(JSONError) { return try JSONValue(parsing: bytes) } catch {
            throw CommandError(
                .negative, "\(name), line \(error.position.line), column \(error.position.column): \(error.detail)",
                hint: error.hint)
        }
    }
}
