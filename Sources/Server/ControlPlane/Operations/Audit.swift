import CanonicalJSON
import Digests
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteModel
import StoreRecords

/// `/v1/audit`, `/v1/audit/export` and `/v1/audit/{sequence}`.
///
/// A token that is limited to apps reads the rows of these apps only; a row about no app needs an unlimited one.
struct Audit: Sendable {
    let store: any RuleStore
    /// Receives each cut, for the log.
    let onCut: @Sendable (AuditCut) -> Void

    var endpoints: [Endpoint] {
        let filters = [
            QueryParameter("app", "only this app's rows", .name),
            QueryParameter(
                "actor", "only rows by the token with this id, or, if no row has it, by tokens of this name",
                .text(count: 1...ExchangeLimits.titleBytesMax)),
            QueryParameter("action", "only rows with this action", .words(AuditAction.allCases.map(\.rawValue))),
            QueryParameter("rule", "only rows that changed a rule with this id", .ruleID),
            QueryParameter("from", "only rows at this instant or later", .instant),
            QueryParameter("to", "only rows before this instant", .instant),
        ]
        return [
            Endpoint(
                "audit", .get, "/v1/audit", access: .role(.admin),
                summary: "Who made which change, when and from where; each row has the hash of the row before.",
                query: filters + QueryParameter.numberedPage, checkQuery: Self.checkQuery,
                success: .init(
                    200, .page("audit", of: .auditEntry),
                    fields: [
                        AnswerField(
                            Self.headField,
                            "the newest row as `SEQUENCE:HASH`, as the server has it in memory; for unlimited tokens",
                            .text(), isAlways: false)
                    ]), handler: .answer(list)),
            Endpoint(
                "exportAudit", .get, "/v1/audit/export", access: .role(.admin),
                summary: "The rows from old to new as JSON lines, in pieces of bounded size.",
                query: filters + [
                    QueryParameter.flag("changes", "1: each row is followed by a line for each of its changes")
                ] + QueryParameter.page(.text(pattern: AuditPosition.pattern)),
                // Stored changes are decompressed.
                cost: { $0["changes"] == nil ? .ordinary : .expensive }, checkQuery: Self.checkQuery,
                success: .init(
                    200, .text(), mediaType: AuditExport.mediaType, line: .either([.auditEntry, .auditExportChange]),
                    fields: [
                        AnswerField(
                            AuditExport.nextField, "the `after` of the next piece; absent on the last one",
                            .text(pattern: AuditPosition.pattern), isAlways: false)
                    ]), handler: .answer(export)),
            Endpoint(
                "cutAudit", .post, "/v1/audit/cut", access: .unlimited(.admin),
                summary:
                    "Removes the oldest rows, at most 100,000; a row audit.cut keeps the hash of the last of them.",
                cost: { _ in .expensive },
                request: .json(.auditCutOrder, example: #"{"before": "2026-01-01T00:00:00Z"}"#),
                // A repetition removes what is left, so it needs no key.
                success: .init(200, .auditCut), isWriting: false, handler: .answer(cut)),
            Endpoint(
                "readAuditRow", .get, "/v1/audit/{sequence}", access: .role(.admin),
                summary:
                    "One row, and what it changed in a draft (rule by rule), expectations or screens, before and after.",
                segments: ["sequence": .integer(1...ExchangeLimits.cursorMax)], query: QueryParameter.numberedPage,
                success: .init(200, .auditDetail), handler: .answer(read)),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        var query = try Self.query(request)
        let before = try request.query.integer("after", in: 0...ExchangeLimits.cursorMax, default: 0)
        query.before = before == 0 ? nil : before
        // Before the page is read, so that the row is in the audit by then.
        let head = query.scope == .all ? store.statistics.auditHead : nil
        let page = try store.auditPage(query)
        return ListPage.answer(
            to: request, "audit", page.rows.map(\.json), next: page.next.map { String($0) },
            fields: head.map { [HeaderField(Self.headField, $0.text)] } ?? [])
    }

    private static let headField = "Waymark-Audit-Head"

    @Sendable private func export(_ request: EndpointRequest) throws -> Answer {
        var query = try Self.query(request)
        query.isOldestFirst = true
        let export = AuditExport(store: store, query: query, hasChanges: try request.query.flag("changes"))
        let piece = try export.piece(after: try AuditPosition(request.query["after"] ?? "0"))
        let fields = [
            HeaderField("Content-Type", AuditExport.mediaType),
            HeaderField("Cache-Control", CachePolicy.noStore.field),
        ]
        let next =
            (piece.next.map { [HeaderField(AuditExport.nextField, $0.text)] } ?? [])
            + ListPage.link(to: piece.next?.text, after: request)
        return Answer(200, fields: fields + next, body: .bytes(piece.lines))
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let offset = try request.query.integer("after", in: 0...ExchangeLimits.cursorMax, default: 0)
        let text = request.value("sequence")
        // A row outside of the token's apps is answered as one that does not exist.
        guard let sequence = Int(text), String(sequence) == text,
            let detail = try store.auditDetail(sequence, after: offset, limit: try request.limit()),
            request.caller.token.scope.mayRead(detail.record)
        else { throw Problem.notFound(.row, "there is no row \(text) in the audit") }
        let next = detail.next.map { String($0) }
        return .json(200, detail.json, fields: ListPage.link(to: next, after: request))
    }

    @Sendable private func cut(_ request: EndpointRequest) throws -> Answer {
        var reader = try ObjectReader(request.body, known: ["before"])
        let before = reader.instant("before")
        let newest = request.now.milliseconds - StoreLimits.auditCutAgeMilliseconds
        if !reader.has("before") || before.map({ $0.milliseconds > newest }) == true {
            reader.refuse(
                "before", "before must be an instant that is at least 24 hours ago",
                hint: "the rows of the last day stay; export older ones first")
        }
        try reader.finish()
        guard let before else { throw Problem.fault("a checked instant is missing") }
        var (last, rows, pieces): (AuditCut?, Int, Int) = (nil, 0, 0)
        while pieces < ControlLimits.auditCutPiecesPerRequest,
            let cut = try store.cutAudit(before: before, by: request.caller.principal, at: request.now)
        {
            onCut(cut)
            (last, rows, pieces) = (cut, rows + cut.rowCount, pieces + 1)
        }
        var json: JSONValue = [
            "rows": .integer(Int64(rows)), "more": .bool(pieces == ControlLimits.auditCutPiecesPerRequest),
        ]
        if let last {
            json = json.adding("through", .integer(Int64(last.through))).adding("hash", .string(hex(last.hash)))
        }
        return .json(200, json)
    }

    // MARK: Filters

    @Sendable private static func checkQuery(_ query: QueryItems) throws(Problem) {
        _ = try query.word("action", AuditAction.self)
        for name in ["from", "to"] { _ = try query.instant(name) }
        if let app = query["app"], !NameGrammar.isAppName(app) {
            throw .badRequest("?app= must be the name of an app, not \(app)")
        }
        if let rule = query["rule"], !NameGrammar.isRuleID(rule) {
            throw .badRequest("?rule= must be the id of a rule, not \(rule)")
        }
    }

    private static func query(_ request: EndpointRequest) throws -> AuditQuery {
        var query = AuditQuery(app: request.query["app"], limit: try request.limit())
        if let app = query.app { try request.caller.check(app: app) }
        query.scope = request.caller.token.scope
        if query.app == nil, case .only(let apps) = query.scope, apps.count == 1 { query.app = apps.first }
        query.actor = request.query["actor"]
        query.action = request.query["action"]
        query.rule = request.query["rule"]
        query.from = try request.query.instant("from")
        query.to = try request.query.instant("to")
        return query
    }
}

extension AppScope {
    /// Whether a token with this scope may read a row of the audit.
    func mayRead(_ record: AuditRecord) -> Bool { self == .all || record.app.map(contains) == true }
}

extension AuditRecord {
    /// A row of the audit as JSON.
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "sequence": .integer(Int64(sequence)), "at": .string(at.description), "by": .string(by.name),
            "from": .string(by.address), "action": .string(action), "previousHash": .string(hex(previousHash)),
            "hash": .string(hex(hash)),
        ]
        if let id = by.tokenID { object["token"] = .string(id) }
        if let app { object["app"] = .string(app) }
        if let before { object["before"] = JSONValue(stored: before) }
        if let after { object["after"] = JSONValue(stored: after) }
        return .object(object)
    }
}

extension AuditItem {
    /// A change as JSON.
    var json: JSONValue {
        var object: [String: JSONValue] = ["change": .string(change.rawValue)]
        switch subject {
        case .rule(let id): object["rule"] = .string(id)
        case .settings: object["settings"] = true
        case .expectations: object["expectations"] = true
        case .screens: object["screens"] = true
        }
        if let before { object["before"] = JSONValue(stored: before) }
        if let after { object["after"] = JSONValue(stored: after) }
        return .object(object)
    }
}

extension AuditDetail {
    fileprivate var json: JSONValue {
        [
            "row": record.json, "changes": .array(items.map(\.json)), "total": .integer(Int64(total)),
            "complete": .bool(isComplete), "next": next.map { .string(String($0)) } ?? .null,
        ]
    }
}

extension Schema {
    private static let longText = Schema.record("LongText", ["bytes": total, "sha256": digest])
    /// What an action left; each member is of some actions.
    private static let auditState = Schema.record(
        "AuditState",
        optional([
            "address": .text(), "app": name, "apps": .nullable(.list(name)), "bytes": total, "channel": name,
            "channels": channelTexts, "contentDigest": digest, "digest": digest,
            "draft": .either([draftContent, longText]), "draftRevision": count, "endsAt": instant,
            "epoch": .integer(0...ModelLimits.epochMax), "expectations": .either([expectationList, longText]),
            "expiresAt": .nullable(instant), "forced": .flag, "from": version, "groups": texts, "hash": digest,
            "host": .text(), "id": .text(), "message": .text(), "name": .text(), "notes": .text(),
            "only": .either([.list(ruleID), longText]), "origin": .text(), "path": .text(), "person": .text(),
            "platform": word, "poll": poll, "previousUntil": instant, "proxy": .text(), "public": .flag,
            "reason": .text(), "releases": .list(version), "restoredFrom": version, "retentionDays": count,
            "retentionReleases": count, "revision": count, "role": roles, "rows": count,
            "rule": .either([rule, longText]), "screens": .either([screens, longText]), "sequence": count,
            // Settings need no member, so a schema of their own cannot be told from a long text.
            "settings": .record(
                "AuditSettings", settingsMembers.merging(["bytes?": total, "sha256?": digest]) { $1 }),
            "sha256": digest, "through": total, "title": .text(), "tokenId": .text(),
            "version": .nullable(.either([version, word])),
        ]))
    /// What a part of an app was: test addresses, or the members of a rule, of settings or of screens.
    private static let auditContent = Schema.either([
        .record(
            "AuditContent",
            optional([rule, settings, screens].reduce(into: [:]) { $0.merge($1.members) { own, _ in own } })),
        expectationList,
    ])
    private static func optional(_ members: [String: Schema]) -> [String: Schema] {
        .init(uniqueKeysWithValues: members.map { ("\($0.key)?", $0.value) })
    }
    fileprivate static let auditEntry = Schema.record(
        "AuditEntry",
        [
            "sequence": total, "at": instant, "by": .text(), "token?": .text(), "from": .text(), "action": .text(),
            "app?": name, "before?": auditState, "after?": auditState, "previousHash": digest, "hash": digest,
        ])
    fileprivate static let auditExportChange = Schema.record(
        "AuditExportChange", ["sequence": total, "number": count, "change": auditChange])
    fileprivate static let auditDetail = Schema.record(
        "AuditRow",
        [
            "row": auditEntry, "changes": .list(auditChange), "total": count, "complete": .flag,
            "next": .nullable(.text()),
        ])
    fileprivate static let auditCutOrder = Schema.record("AuditCutOrder", ["before": instant])
    fileprivate static let auditCut = Schema.record(
        "AuditCut", ["rows": count, "through?": total, "hash?": digest, "more": .flag])
    private static let auditChange = Schema.record(
        "AuditChange",
        [
            "change": .words(AuditItem.Change.allCases.map(\.rawValue)), "rule?": .text(), "settings?": .yes,
            "expectations?": .yes, "screens?": .yes, "before?": auditContent, "after?": auditContent,
        ])
}
