import CanonicalJSON
import RouteModel
import StoreRecords

/// A change of an app as event streams tell it (HTML standard, section 9.2: server-sent events).
struct ChangeEvent: Sendable {
    /// The row of the audit; the id of the event.
    let sequence: Int
    /// The app that was changed.
    let app: String
    private var content: Content

    private enum Content: Sendable {
        /// A row that is written as an event when a stream needs it.
        case row(AuditRecord, subject: String)
        /// A row that a stream needed, or that takes more memory than its event.
        case bytes([UInt8])
    }

    /// The event: fields and an empty line.
    var bytes: [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .row(let row, let subject): Self.bytes(of: row, app, subject)
        }
    }

    /// Reads a row of the audit; nil for rows that are not about an app, such as those of tokens.
    init?(_ row: AuditRecord) {
        let kind = row.action.prefix { $0 != "." }
        guard let app = row.app, let subject = Self.subjects[String(kind)] else { return nil }
        sequence = row.sequence
        self.app = app
        let byteCount = (row.before?.count ?? 0) + (row.after?.count ?? 0)
        content =
            byteCount <= ChangeLimits.rowBytesMax
            ? .row(row, subject: subject) : .bytes(Self.bytes(of: row, app, subject))
    }

    /// Writes the event once, for streams of several topics and of later.
    mutating func write() { content = .bytes(bytes) }

    private static func bytes(of row: AuditRecord, _ app: String, _ subject: String) -> [UInt8] {
        event("change", id: row.sequence, data: members(of: row, app, subject))
    }

    /// What an action changes, by the first word of its name.
    private static let subjects = [
        "app": "app", "draft": "draft", "settings": "draft", "rule": "draft", "expectations": "draft",
        "screens": "draft", "release": "release", "channel": "channel",
        "host": "app",
    ]

    /// The members as canonical JSON; written without a tree of values, since there is an event for each write.
    private static func members(of row: AuditRecord, _ app: String, _ subject: String) -> [UInt8] {
        // A text that is too long for its row has neither name nor number: clients read the resource again anyway.
        let state = (row.after ?? row.before).flatMap { try? JSONDocument(parsing: $0) }?.root
        var writer = CanonicalWriter(reserving: ChangeLimits.usualEventBytes)
        writer.beginObject()
        writer.name("action")
        writer.string(row.action)
        writer.name("app")
        writer.string(app)
        writer.name("at")
        writer.string(row.at.description)
        writer.name("by")
        writer.string(row.by.name)
        if let channel = state?["channel"]?.stringValue {
            writer.name("channel")
            writer.string(channel)
        }
        if let rule = state?["rule"]?["id"]?.stringValue {
            writer.name("rule")
            writer.string(rule)
        }
        writer.name("subject")
        writer.string(subject)
        if let version = state?["version"]?.integerValue {
            writer.name("version")
            writer.integer(version)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The first event of a stream that misses nothing: the next ones are newer than its id.
    static func ready(at sequence: Int) -> [UInt8] { event("ready", id: sequence, data: Array("{}".utf8)) }

    /// Tells a client to read everything again, because the changes between cannot be listed.
    static func reload(at sequence: Int) -> [UInt8] { event("reload", id: sequence, data: Array("{}".utf8)) }

    private static func event(_ name: String, id: Int, data: [UInt8]) -> [UInt8] {
        Array("event: \(name)\nid: \(id)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
}
