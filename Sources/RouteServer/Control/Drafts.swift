import CanonicalJSON
import ReleaseStore
import RouteImport
import RouteModel

/// `/v1/apps/{app}/draft` and `…/draft/settings`.
struct Drafts: Sendable {
    let store: any RuleStore
    let writer: DraftWriter

    func read(_ request: ControlRequest) throws(Problem) -> Answer {
        let draft = try asking { () throws(StoreError) in try store.draft(request.app) }
        // The stored text is `{"rules":[…],"settings":{…}}`; in canonical order `revision` stands before both.
        let head = [UInt8(ascii: "\u{7B}")] + Array("\"revision\":\(draft.header.revision),".utf8)
        return Self.raw(200, head + draft.content.dropFirst() + [0x0A], revision: draft.header.revision)
    }

    func replace(_ request: ControlRequest) throws(Problem) -> Answer {
        guard let word = request.query["format"] else { return try replaceWhole(request) }
        guard let format = ImportFormat(rawValue: word) else {
            throw .badRequest("there is no import for ?format=\(word); there is \(ImportFormat.words)")
        }
        return try replaceByImport(request, format)
    }

    func readSettings(_ request: ControlRequest) throws(Problem) -> Answer {
        let header = try asking { () throws(StoreError) in try store.draftHeader(request.app) }
        return Self.raw(200, header.settings + [0x0A], revision: header.revision)
    }

    func replaceSettings(_ request: ControlRequest) throws(Problem) -> Answer {
        let settings = try DraftText.settings(request.body)
        let bytes = settings.canonicalBytes
        let change = DraftWriter.Change(
            edit: .replaceSettings(bytes),
            apply: { draft in Draft(settings: settings, rules: draft.rules) }, summary: "change settings")
        return try writer.write(request, change) { written in
            Self.raw(200, bytes + [0x0A], revision: written.outcome.revision)
        }
    }

    private func replaceWhole(_ request: ControlRequest) throws(Problem) -> Answer {
        let draft = try DraftText.draft(request.body)
        guard try request.query.flag("dryRun") else { return try write(request, draft, findings: []) }
        let header = try asking { () throws(StoreError) in try store.draftHeader(request.app) }
        _ = try request.ifMatch.precondition(.draft, current: header.revision)
        let findings = try writer.publisher.slots.use { () throws(Problem) in
            try writer.publisher.findings(draft, of: request.app, at: request.now)
        }
        return .json(
            200, Self.json(revision: header.revision, draft, findings), fields: [.tag(.draft, header.revision)])
    }

    func write(_ request: ControlRequest, _ draft: Draft, findings: [Finding]) throws(Problem) -> Answer {
        let change = DraftWriter.Change(
            edit: .replaceAll(settings: draft.settings.canonicalBytes, rules: draft.rules.map(RuleText.init)),
            apply: { _ in draft }, summary: "replace the draft")
        return try writer.write(request, change) { written in
            var json = Self.json(revision: written.outcome.revision, draft, findings + written.findings)
            if let published = written.outcome.published {
                json = json.adding("release", published.json(written.findings))
            }
            return .json(200, json, fields: [.tag(.draft, written.outcome.revision)])
        }
    }

    static func json(revision: Int, _ draft: Draft, _ findings: [Finding]) -> JSONValue {
        let json: JSONValue = [
            "revision": .integer(Int64(revision)), "rules": .integer(Int64(draft.rules.count)),
        ]
        return json.adding(findings)
    }

    static func raw(_ status: Int, _ bytes: [UInt8], revision: Int) -> Answer {
        Answer(
            status,
            fields: [
                ProblemField("Content-Type", JSONText.mediaType), ProblemField("Cache-Control", "no-store"),
                .tag(.draft, revision),
            ], body: .bytes(bytes))
    }
}

extension JSONValue {
    /// The object with one more member.
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        var members = objectValue ?? [:]
        members[name] = value
        return .object(members)
    }
}
