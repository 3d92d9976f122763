import CanonicalJSON
import RouteImport
import SystemIO

/// What the last pull or push of a folder knew of the draft: the file `.waymark.json` in the folder.
///
/// It names no server and has no secret, so it can be committed with the rules.
struct FolderState: Sendable, Hashable {
    /// The file's name.
    static let name = ".waymark.json"

    var app: String
    /// The draft's revision.
    var revision: Int64
    var settings: JSONValue
    /// The list of expectations.
    var expectations: JSONValue
    /// The rules by id, as the server and the folder both had them.
    var rules: [String: JSONValue]

    /// The state of a folder for an app; nil if there is none, or if the folder was pulled from another app.
    init?(_ folder: RuleFolder, app: String) throws(CommandError) {
        guard let bytes = try folder.bytes(Self.name) else { return nil }
        let json = try SourceFile(name: Self.name, bytes: bytes).json()
        guard let name = json["app"]?.stringValue, let revision = json["revision"]?.integerValue,
            let settings = json["settings"], let expectations = json["expectations"],
            let rules = json["rules"]?.objectValue
        else {
            throw CommandError(
                .negative, "\(Self.name) is not what `waymark draft pull` writes",
                hint: "remove it, and run `waymark draft pull` into another folder to see what the server has")
        }
        guard name == app else { return nil }
        self.init(app: name, revision: revision, settings: settings, expectations: expectations, rules: rules)
    }

    init(app: String, revision: Int64, settings: JSONValue, expectations: JSONValue, rules: [String: JSONValue]) {
        self.app = app
        self.revision = revision
        self.settings = settings
        self.expectations = expectations
        self.rules = rules
    }

    /// Writes the file.
    func write(into folder: RuleFolder) throws(CommandError) {
        let json: JSONValue = [
            "app": .string(app), "revision": .integer(revision), "settings": settings, "expectations": expectations,
            "rules": .object(rules),
        ]
        let bytes = Array(PrettyJSON.text(json).utf8)
        guard try folder.bytes(Self.name) != bytes else { return }
        try folder.write([Self.name: bytes], removing: [])
    }
}
