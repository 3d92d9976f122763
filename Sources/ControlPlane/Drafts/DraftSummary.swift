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
                query: [.channel], cost: { _ in .expensive },
                success: .init(200, .summary, tag: .number(.draft)), handler: .answer(summarize))
        ]
    }

    @Sendable private func summarize(_ request: EndpointRequest) throws -> Answer {
        let record = try store.draft(request.app)
        let base = try ReleaseBase(request.query["channel"] ?? ChannelRecord.production, of: request.app, in: store)
        let draft = try RequestDecoding.storedText(record.content)
        let changes = RuleChanges.between(base.text.rules, draft.rules)
        let isSettingsChanged = base.text.settings != draft.settings
        let findings = try publisher.findings(
            try RequestDecoding.storedDraft(record.content), of: request.app, at: request.now)
        let errors = findings.count { $0.severity == .error }
        var json: [String: JSONValue] = [
            "channel": .string(base.channel), "exists": .bool(base.record != nil),
            "public": base.record.map { .bool($0.isPublic) } ?? .null,
            "current": base.version.map { .integer(Int64($0)) } ?? .null,
            "next": .integer(Int64(record.header.nextVersion)),
            "revision": .integer(Int64(record.header.revision)),
            "unpublished": .bool(record.header.hasUnpublishedEdits),
            "rules": .integer(Int64(draft.rules.count)), "served": .integer(Int64(base.text.rules.count)),
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
        var query = AuditQuery(app: app, limit: 1)
        var edits: [Edit] = []
        if isSettingsChanged {
            query.action = AuditAction.settingsReplace.rawValue
            edits += try store.auditPage(query).rows.map { Edit(rule: nil, by: $0.by.name, at: $0.at) }
            query.action = nil
        }
        for change in changes.prefix(ControlLimits.summaryEditsMax) {
            query.rule = change.id
            query.limit = ControlLimits.summaryRowsPerRule
            let row = try store.auditPage(query).rows.first { AuditAction(rawValue: $0.action)?.isEdit == true }
            if let row { edits.append(Edit(rule: change.id, by: row.by.name, at: row.at)) }
        }
        return edits
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
    static let changedRules = Schema.component(
        "ChangedRules", .object(["count": count, "rules": .list(ruleID)], required: ["count", "rules"]))
    private static let latestEdit = Schema.component(
        "LatestEdit",
        .object(["rule": .nullable(ruleID), "by": .text(), "at": instant], required: ["rule", "by", "at"]))
    fileprivate static let summary = Schema.component(
        "Summary",
        .object(
            [
                "channel": name, "exists": .flag, "public": .nullable(.flag), "current": .nullable(count),
                "next": count, "revision": count, "unpublished": .flag, "rules": count, "served": count,
                "settings": .flag, "shrinks": .flag, "errors": count, "warnings": count, "added": changedRules,
                "changed": changedRules, "removed": changedRules, "moved": changedRules,
                "edits": .list(latestEdit), "authors": texts,
            ],
            required: [
                "channel", "exists", "public", "current", "next", "revision", "unpublished", "rules", "served",
                "settings", "shrinks", "errors", "warnings", "added", "changed", "removed", "moved", "edits",
                "authors",
            ]))
}
