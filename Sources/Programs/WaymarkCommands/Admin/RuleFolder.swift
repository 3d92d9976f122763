import CanonicalJSON
import RouteDocuments
import RouteImport
import RouteModel
import SystemIO

/// A folder of rule files for git: `settings.json`, `expectations.json`, and `rules/ID.json` for each rule.
struct RuleFolder: Sendable {
    let path: String

    /// The content of a folder.
    struct Content: Sendable {
        /// The settings; nil if there is no such file, and a push then leaves the server's settings unchanged.
        var settings: JSONValue?
        /// The list of expectations; nil if there is no such file, and a push then leaves the server's list unchanged.
        var expectations: JSONValue?
        var rules: [String: JSONValue]
    }

    /// Reads the whole folder as strictly as the server; an error names its file.
    func read(_ call: AdminCall) throws(CommandError) -> Content {
        try refuseFile("`waymark draft replace \(path)` replaces the draft by one file")
        let names = try list(path + "/rules").filter { $0.hasSuffix(".json") }
        guard !names.isEmpty || Files.exists(path + "/settings.json") else {
            throw CommandError(
                .usage, "\(path) has neither settings.json nor rules/*.json",
                hint: "`waymark draft pull` makes such a folder")
        }
        var content = Content(rules: [:])
        for name in names {
            let id = String(name.dropLast(".json".count))
            guard NameGrammar.isRuleID(id) else {
                throw CommandError(.negative, "rules/\(name): \(id) is not the id of a rule")
            }
            let file = try source("rules/\(name)")
            let json = try file.json()
            guard json["id"] == nil || json["id"] == .string(id) else {
                throw CommandError(
                    .negative, "rules/\(name) has the rule \(json["id"]?.text ?? "")",
                    hint: "name the file after the rule")
            }
            let rule = try file.value(of: DraftDecoder.rule(file.bytes, settings: Settings(), id: id), call)
            content.rules[id] = JSONValue(canonical: rule.canonicalBytes)
        }
        if Files.exists(path + "/settings.json") {
            let file = try source("settings.json")
            let settings = try file.value(of: DraftDecoder.settings(file.bytes), call)
            content.settings = JSONValue(canonical: settings.canonicalBytes)
        }
        if Files.exists(path + "/expectations.json") {
            let file = try source("expectations.json")
            let items = try file.value(of: DraftDecoder.expectations(file.bytes), call)
            content.expectations = .array(items.map(\.json))
        }
        return content
    }

    /// Refuses a path that is a file and no folder.
    func refuseFile(_ hint: String) throws(CommandError) {
        guard Files.exists(path), !Files.exists(path + "/.") else { return }
        throw CommandError(.usage, "\(path) is a file, and pull and push take a folder", hint: hint)
    }

    /// The bytes of each file of a content, by its path in the folder.
    static func files(of content: Content) -> [String: [UInt8]] {
        var files = ["settings.json": Array(PrettyJSON.text(content.settings ?? .object([:])).utf8)]
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

    private func source(_ name: String) throws(CommandError) -> SourceFile {
        var file = SourceFile(name: name, bytes: try bytes(name) ?? [])
        file.isPart = true
        return file
    }
}

extension JSONValue {
    /// The value of bytes that a model wrote; null if they are not JSON, which does not happen.
    init(canonical bytes: [UInt8]) { self = (try? JSONValue(parsing: bytes)) ?? .null }
}
