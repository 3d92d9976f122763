import CanonicalJSON
import RouteModel
import StoreRecords

/// A change of an app as event streams tell it (HTML standard, section 9.2: server-sent events).
struct ChangeEvent: Sendable {
    /// The row of the audit; the id of the event.
    let sequence: Int
    /// The app that was changed.
    let app: String
    /// The event: fields and an empty line.
    let bytes: [UInt8]

    /// Reads a row of the audit; nil for rows that are not about an app, such as those of tokens.
    init?(_ row: AuditRecord) {
        let kind = row.action.prefix { $0 != "." }
        guard let app = row.app, let subject = Self.subjects[String(kind)] else { return nil }
        sequence = row.sequence
        self.app = app
        bytes = Self.event("change", id: row.sequence, data: Self.members(of: row, app, subject))
    }

    /// What an action changes, by the first word of its name.
    private static let subjects = [
        "app": "app", "draft": "draft", "settings": "draft", "rule": "draft", "expectations": "draft",
        "screens": "draft", "release": "release", "channel": "channel",
        "host": "app",
    ]

    private static func members(of row: AuditRecord, _ app: String, _ subject: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "app": .string(app), "subject": .string(subject), "action": .string(row.action),
            "by": .string(row.by.name), "at": .string(row.at.description),
        ]
        // A text that is too long for its row has neither name nor number: clients read the resource again anyway.
        let state = (row.after ?? row.before).flatMap { try? JSONValue(parsing: $0) } ?? .null
        if let rule = state["rule"]?["id"]?.stringValue { members["rule"] = .string(rule) }
        if let version = state["version"]?.integerValue { members["version"] = .integer(version) }
        if let channel = state["channel"]?.stringValue { members["channel"] = .string(channel) }
        return .object(members)
    }

    /// The first event of a stream that misses nothing: the next ones are newer than its id.
    static func ready(at sequence: Int) -> [UInt8] { event("ready", id: sequence, data: .object([:])) }

    /// Tells a client to read everything again, because the changes between cannot be listed.
    static func reload(at sequence: Int) -> [UInt8] { event("reload", id: sequence, data: .object([:])) }

    private static func event(_ name: String, id: Int, data: JSONValue) -> [UInt8] {
        Array("event: \(name)\nid: \(id)\ndata: ".utf8) + data.canonicalBytes + Array("\n\n".utf8)
    }
}
