import RouteModel
import SQLiteKit

extension Session {
    /// What an edit did to the rows; the revision is raised by the caller, once.
    struct EditEffect {
        var isCreated = false
        var position: Int?
        var action: AuditAction
        var before: [UInt8]?
        var after: [UInt8]?
    }

    /// Applies an edit, raises the revision, writes the audit row; returns the new revision and the effect.
    func applyEdit(
        _ app: String, _ edit: DraftEdit, if precondition: Precondition, _ stamp: Stamp
    ) throws(StoreError) -> (revision: Int, effect: EditEffect) {
        let (id, revision) = try draftPlace(app)
        try precondition.verify("The draft of \(app)", current: revision)
        let effect = try apply(edit, to: id, revision: revision)
        try run(
            "UPDATE drafts SET revision = revision + 1, changed_at = ?2 WHERE app_id = ?1",
            [.integer(id), .instant(stamp.at)])
        try audit(effect.action, app: app, before: effect.before, after: effect.after, stamp)
        return (revision + 1, effect)
    }

    /// Applies an edit as a write of its own.
    func edit(
        _ app: String, _ edit: DraftEdit, if precondition: Precondition, _ stamp: Stamp
    ) throws(StoreError) -> DraftOutcome {
        let (revision, effect) = try applyEdit(app, edit, if: precondition, stamp)
        return DraftOutcome(
            revision: revision, isCreated: effect.isCreated, position: effect.position, published: nil)
    }

    private func apply(_ edit: DraftEdit, to id: Int, revision: Int) throws(StoreError) -> EditEffect {
        switch edit {
        case .replaceAll(let settings, let rules):
            return try replaceAll(id, settings: settings, rules: rules, revision: revision)
        case .replaceSettings(let settings):
            let before = try settingsText(id)
            try run("UPDATE drafts SET settings = ?2 WHERE app_id = ?1", [.integer(id), .utf8(settings)])
            return EditEffect(
                action: .settingsReplace, before: AuditText.settings(before, revision: revision),
                after: AuditText.settings(settings, revision: revision + 1))
        case .addRule(let rule):
            do { return try append(rule, to: id, revision: revision) } catch  where error.code == .invalid {
                // The table itself refuses a second rule of that id, so nobody has to look first.
                throw StoreError(
                    .exists, "There is a rule \(rule.id) already.",
                    hint: "Choose another id, or replace the rule with PUT …/draft/rules/\(rule.id).")
            }
        case .putRule(let rule):
            guard let before = try findRule(id, rule.id) else { return try append(rule, to: id, revision: revision) }
            try run(
                "UPDATE draft_rules SET json = ?3 WHERE app_id = ?1 AND position = ?2",
                [.integer(id), .integer(before.position), .utf8(rule.json)])
            return EditEffect(
                position: before.position, action: .ruleReplace,
                before: AuditText.rule(before.json, revision: revision),
                after: AuditText.rule(rule.json, revision: revision + 1))
        case .deleteRule(let rule):
            guard let before = try findRule(id, rule) else { throw Self.noRule(rule) }
            try run(
                "DELETE FROM draft_rules WHERE app_id = ?1 AND position = ?2",
                [.integer(id), .integer(before.position)])
            return EditEffect(
                position: before.position, action: .ruleDelete,
                before: AuditText.rule(before.json, revision: revision), after: nil)
        }
    }

    private func append(_ rule: RuleText, to id: Int, revision: Int) throws(StoreError) -> EditEffect {
        let last = try first("SELECT max(position) FROM draft_rules WHERE app_id = ?1", [.integer(id)]) { row in
            row.integer(0)
        }
        let position = (last ?? 0) + 1
        try insert(rule, at: position, to: id)
        return EditEffect(
            isCreated: true, position: position, action: .ruleAdd, before: nil,
            after: AuditText.rule(rule.json, revision: revision + 1))
    }

    private func replaceAll(
        _ id: Int, settings: [UInt8], rules: [RuleText], revision: Int
    ) throws(StoreError) -> EditEffect {
        let before = try draftContent(id, settings: try settingsText(id))
        try run("DELETE FROM draft_rules WHERE app_id = ?1", [.integer(id)])
        try run("UPDATE drafts SET settings = ?2 WHERE app_id = ?1", [.integer(id), .utf8(settings)])
        for (index, rule) in rules.enumerated() { try insert(rule, at: index + 1, to: id) }
        let after = try draftContent(id, settings: settings)
        return EditEffect(
            action: .draftReplace, before: AuditText.draft(before, revision: revision),
            after: AuditText.draft(after, revision: revision + 1))
    }

    private func insert(_ rule: RuleText, at position: Int, to id: Int) throws(StoreError) {
        do {
            try run(
                "INSERT INTO draft_rules (app_id, position, id, json) VALUES (?1, ?2, ?3, ?4)",
                [.integer(id), .integer(position), .text(rule.id), .utf8(rule.json)])
        } catch  where error.isDuplicate {
            throw StoreError(.invalid, "The id \(rule.id) stands twice.", hint: "Give every rule an id of its own.")
        }
    }

    private func settingsText(_ id: Int) throws(StoreError) -> [UInt8] {
        try first("SELECT settings FROM drafts WHERE app_id = ?1", [.integer(id)]) { row in row.bytes(0) } ?? []
    }
}
