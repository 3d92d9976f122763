import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/draft/summary`: what a publish of the draft would change on a channel, and who edited it.
struct DraftSummary: Sendable {
    let store: any RuleStore
    let publisher: Publisher

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "summarizeDraft", .get, "/v1/apps/{app}/draft/summary", access: .role(.viewer),
                summary: "What a publish of the draft would change on a channel, and who edited it.",
                query: [
                    .channel,
                    QueryParameter(
                        "only", "ids of rules, separated by commas: the summary of a publish with this `only`",
                        .ruleIDs(max: ControlLimits.selectedRulesMax)),
                ], cost: { _ in .expensive },
                success: .init(200, .summary, tag: .part(.draft)), refusing: [409, 422], handler: .answer(summarize))
        ]
    }

    @Sendable private func summarize(_ request: EndpointRequest) throws -> Answer {
        let record = try store.draft(request.app)
        let base = try ReleaseBase(try ReleaseTarget.channel(request.query), of: request.app, in: store)
        let served = try base.text()
        var draft = try RequestDecoding.storedText(record.content, of: .app(request.app))
        if let only = request.query["only"] { draft = try Self.mixing(only, of: draft, into: base, served) }
        let changes = RuleChanges.between(served.rules, draft.rules)
        let isSettingsChanged = served.settings != draft.settings
        let findings = try publisher.findings(
            try publisher.drafts.draft(draft.bytes, of: .app(request.app)), of: request.app, at: request.now)
        let errors = findings.count { $0.severity == .error }
        var json: [String: JSONValue] = [
            "channel": .string(base.channel), "exists": .bool(base.record != nil),
            "public": base.record.map { .bool($0.isPublic) } ?? .null,
            "sequence": .integer(Int64(base.record?.sequence ?? 0)),
            "current": base.version.map { .integer(Int64($0)) } ?? .null,
            "next": .integer(Int64(record.header.nextVersion)),
            "revision": .integer(Int64(record.header.revision)),
            "unpublished": .bool(record.header.hasUnpublishedEdits),
            "rules": .integer(Int64(draft.rules.count)), "served": .integer(Int64(served.rules.count)),
            "settings": .bool(isSettingsChanged), "shrinks": .bool(base.shrinkage(to: draft.enabledIDs) != nil),
            "errors": .integer(Int64(errors)), "warnings": .integer(Int64(findings.count - errors)),
        ]
        for kind in AuditItem.Change.allCases {
            let ids = changes.filter { $0.kind == kind }.map(\.id)
            json[kind.rawValue] = [
                "count": .integer(Int64(ids.count)),
                "rules": .array(ids.prefix(ControlLimits.summaryRulesMax).map(JSONValue.string)),
            ]
        }
        let edits = try edits(of: changes, isSettingsChanged, in: request.app)
        json["edits"] = .array(edits.map(\.json))
        let names = Set(edits.map(\.by))
        json["authors"] = .array(names.sorted().map(JSONValue.string))
        return .json(200, .object(json), fields: [.tag(.draft, record.header.revision)])
    }

    /// The release with some rules of the draft, as a publish with `only` would make it; throws 400, 409 and 422.
    private static func mixing(
        _ only: String, of draft: DraftText, into base: ReleaseBase, _ served: DraftText
    ) throws(Problem) -> DraftText {
        guard base.version != nil else { throw base.nothingServed("leave ?only= out") }
        let ids = only.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard ids.count <= ControlLimits.selectedRulesMax, ids.allSatisfy(NameGrammar.isRuleID) else {
            throw .badRequest("?only= is 1 to \(ControlLimits.selectedRulesMax) ids of rules, separated by commas")
        }
        let known = Set(draft.rules.map(\.id)).union(served.rules.map(\.id))
        if let unknown = ids.first(where: { !known.contains($0) }) {
            let nearest = RuleSelection.nearest(to: unknown, among: known).map { "; did you mean \($0)?" } ?? ""
            throw .unprocessable(
                "invalid-value", "?only= names \(unknown), which neither the draft nor the release has\(nearest)")
        }
        return served.taking(Set(ids), from: draft)
    }

    /// The latest edit of a rule, or of the settings.
    private struct Edit {
        let rule: String?
        let by: String
        let at: Instant

        var json: JSONValue {
            [
                "rule": rule.map(JSONValue.string) ?? .null, "by": .string(by),
                "at": .string(at.description),
            ]
        }
    }

    /// The latest edits of the first changed rules and of the settings, as far as the audit has them.
    private func edits(of changes: [RuleChange], _ isSettingsChanged: Bool, in app: String) throws -> [Edit] {
        var query = AuditQuery(app: app, limit: ControlLimits.summaryRowsPerRule)
        var edits: [Edit] = []
        if isSettingsChanged, let edit = try settingsEdit(in: app) { edits.append(edit) }
        for change in changes.prefix(ControlLimits.summaryEditsMax) {
            query.rule = change.id
            let row = try store.auditPage(query).rows.first { AuditAction(rawValue: $0.action)?.isEdit == true }
            if let row { edits.append(Edit(rule: change.id, by: row.by.name, at: row.at)) }
        }
        return edits
    }

    /// The latest edit of the settings: alone, or with the whole draft.
    private func settingsEdit(in app: String) throws -> Edit? {
        var query = AuditQuery(app: app, limit: ControlLimits.summaryRowsPerRule)
        var rows: [AuditRecord] = []
        for action in [AuditAction.settingsReplace, .draftReplace, .draftDiscard] {
            query.action = action.rawValue
            rows += try store.auditPage(query).rows
        }
        for row in rows.sorted(by: { $0.sequence > $1.sequence }) {
            // The first change of a row is that of the settings, if they changed.
            guard try store.auditDetail(row.sequence, limit: 1)?.items.first?.subject == .settings else { continue }
            return Edit(rule: nil, by: row.by.name, at: row.at)
        }
        return nil
    }
}

extension RuleChange {
    /// What was done to the rule.
    fileprivate var kind: AuditItem.Change {
        AuditItem(subject: .rule(id), before: before, after: after).change
    }
}

extension AuditAction {
    /// Whether it changes a draft.
    var isEdit: Bool {
        switch self {
        case .draftReplace, .draftDiscard, .settingsReplace, .ruleAdd, .ruleReplace, .ruleRestore, .ruleDelete: true
        default: false
        }
    }
}

extension Schema {
    /// The number of changed rules, and the first of their ids.
    static let changedRules = Schema.record("ChangedRules", ["count": count, "rules": .list(ruleID)])
    private static let latestEdit = Schema.record(
        "LatestEdit", ["rule": .nullable(ruleID), "by": .text(), "at": instant])
    fileprivate static let summary = Schema.record(
        "Summary",
        [
            "channel": name, "exists": .flag, "public": .nullable(.flag), "sequence": count,
            "current": .nullable(count), "next": count, "revision": count, "unpublished": .flag, "rules": count,
            "served": count, "settings": .flag, "shrinks": .flag, "errors": count, "warnings": count,
            "added": changedRules, "changed": changedRules, "removed": changedRules, "moved": changedRules,
            "edits": .list(latestEdit), "authors": texts,
        ])
}
