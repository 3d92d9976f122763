package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// The draft without its rules.
    package func draftHeader(_ app: String) throws(StoreError) -> DraftHeader {
        try read { session in try session.draftHeader(app) }
    }

    /// The draft's settings, from memory if they were read since their last change.
    package func draftSettings(_ app: String) throws(StoreError) -> Settings {
        try memory.settings.settings(of: app) { () throws(StoreError) in try draftHeader(app).settings }
    }

    /// The whole draft.
    package func draft(_ app: String) throws(StoreError) -> DraftRecord {
        try read { session in
            let header = try session.draftHeader(app)
            let content = try session.draftContent(app, settings: header.settings)
            return DraftRecord(header: header, content: content)
        }
    }

    /// The draft with its revision, as one canonical object: `{"revision":…,"rules":[…],"settings":{…}}`.
    ///
    /// Drafts are large: the text is made once, in memory of its own size.
    ///
    /// - Throws: `corrupt` for a stored text that is no JSON; the failure of the read.
    package func draftText(_ app: String) throws(StoreError) -> (revision: Int, text: [UInt8]) {
        try read { session in
            let header = try session.draftHeader(app)
            let text = try session.draftContent(app, settings: header.settings, revision: header.revision)
            // The whole first, because that is faster, and each text alone only to name the one that is none.
            if !text.isJSON { try StoredRows(of: session).verify(ofApp: app) }
            return (header.revision, text)
        }
    }

    /// A page of the draft's rules.
    package func rules(_ app: String, _ query: RuleQuery) throws(StoreError) -> RulePage {
        try read { session in
            let (id, revision, _) = try session.draftPlace(app)
            let limit = max(1, min(query.limit, StoreLimits.pageRowsMax))
            var (rules, byteCount) = ([RuleRecord](), 0)
            let filter = session.filter(query.contains, ["json"], number: 2)
            let total =
                try session.first(
                    "SELECT count(*) FROM draft_rules WHERE app_id = ?1 \(filter.condition)",
                    [.integer(id)] + filter.values
                ) { row in row.integer(0) } ?? 0
            while true {
                let wanted = min(StatementLimits.ruleBatchRows, limit + 1 - rules.count)
                let batch = try session.rules(
                    id, containing: query.contains, after: rules.last?.position ?? query.after, limit: wanted)
                for rule in batch {
                    try rule.verify(of: app)
                    byteCount += rule.json.count
                    let isTooLong = byteCount > StoreLimits.rulePageBytes && !rules.isEmpty
                    if isTooLong || rules.count == limit {
                        return RulePage(revision: revision, rules: rules, next: rules.last?.position, total: total)
                    }
                    rules.append(rule)
                }
                guard batch.count == wanted else { break }
            }
            return RulePage(revision: revision, rules: rules, next: nil, total: total)
        }
    }

    /// One rule of the draft, or `notFound`.
    package func rule(_ app: String, _ rule: String) throws(StoreError) -> RuleReading {
        try read { session in
            let (id, revision, _) = try session.draftPlace(app)
            guard let found = try session.rule(id, rule) else { throw StoreSession.noRule(rule) }
            try found.verify(of: app)
            return RuleReading(revision: revision, rule: found)
        }
    }

    /// Changes the draft and, with a prepared release, publishes it in the same transaction.
    package func editDraft(
        _ app: String, _ edit: DraftEdit, if precondition: Precondition, publishing prepared: PreparedRelease?,
        by: Principal, at: Instant, recording: Recording<DraftOutcome>?
    ) throws(StoreError) -> DraftOutcome {
        let stamp = Stamp(by: by, at: at)
        // After a failure, too: settings that are not in memory are read again.
        defer { if edit.changesSettings { memory.settings.remove(app) } }
        let replacement = try replacement(of: app, by: edit, if: precondition)
        let rule = prepared == nil ? edit.ruleID.map { EditedRule(app: app, rule: $0) } : nil
        func perform(_ staged: StagedRelease?) throws(StoreError) -> DraftOutcome {
            try write(edit, of: app, replacement, editing: rule) { session, replacement in
                let place = try prepared.map { try session.place(app, $0, staged) }
                var outcome = try session.edit(app, edit, replacement, if: precondition, stamp)
                if let prepared, let place {
                    outcome.published = try session.publish(
                        app, prepared, staged, at: place, revision: outcome.revision, .init(action: .releasePublish),
                        stamp)
                }
                try recording?.store(outcome, in: session, stamp)
                return outcome
            }
        }
        guard let prepared else { return try perform(nil) }
        return try withStagedBytes(of: prepared, perform)
    }

    /// Runs the write of an edit; the rows of a long replacement are written before other nodes have to wait.
    func write<Value>(
        _ edit: DraftEdit, of app: String, _ replacement: DraftReplacement?, editing rule: EditedRule? = nil,
        _ body: @escaping (StoreSession, DraftReplacement?) throws -> Value
    ) throws(StoreError) -> Value {
        try waitingForDraft(of: app) { () throws(StoreError) in
            guard let replacement, replacement.isLong else {
                return try write(editing: rule) { session in try body(session, replacement) }
            }
            var written: DraftReplacement?
            let value = try writeLong(
                { session in written = try replacement.writtenAhead(of: app, edit, in: session) },
                { session in try body(session, written) })
            // The write is done: what is left undone here, the next search does.
            try? indexLongChanges()
            return value
        }
    }

    /// Compares the draft with what replaces it, beside the writer; nil for an edit that does not replace it whole.
    ///
    /// Throws what the transaction would throw where the precondition does not hold.
    func replacement(
        of app: String, by edit: DraftEdit, if precondition: Precondition
    ) throws(StoreError) -> DraftReplacement? {
        guard case .replaceAll(let settings, let rules, let discard) = edit else { return nil }
        let contents = try read { session in
            let (id, revision, _) = try session.draftPlace(app)
            try precondition.verify("The draft of \(app)", current: revision)
            return try session.draftContents(id, revision: revision)
        }
        return try DraftReplacement(of: contents, settings: settings, rules: rules, discard: discard)
    }
}

extension DraftEdit {
    /// The rule that the edit is about; nil for the whole draft or its settings.
    fileprivate var ruleID: String? {
        switch self {
        case .addRule(let rule), .putRule(let rule, _): rule.id
        case .deleteRule(let id): id
        case .replaceAll, .replaceSettings: nil
        }
    }

    /// Whether the edit can change the settings.
    fileprivate var changesSettings: Bool {
        switch self {
        case .replaceAll, .replaceSettings: true
        case .addRule, .putRule, .deleteRule: false
        }
    }
}

// MARK: Rows of drafts

extension StoreSession {
    func draftHeader(_ app: String) throws(StoreError) -> DraftHeader {
        let found = try first(
            """
            SELECT d.revision, d.published_revision, a.next_version, d.settings, d.changed_at
            FROM apps a JOIN drafts d ON d.app_id = a.id WHERE a.name = ?1 AND a.deleted_at IS NULL
            """, [.text(app)]
        ) { row in
            DraftHeader(
                app: app, revision: row.integer(0), publishedRevision: row.integer(1), nextVersion: row.integer(2),
                settings: row.bytes(3), changedAt: row.instant(4))
        }
        guard let found else { throw Self.noApp(app) }
        return found
    }

    /// Rules of a draft in order, behind a position; only those whose text contains a text, if it is not empty.
    fileprivate func rules(
        _ id: Int, containing text: String?, after position: Int?, limit: Int
    ) throws(StoreError) -> [RuleRecord] {
        let filter = filter(text, ["json"], number: 4)
        return try all(
            """
            SELECT id, position, json FROM draft_rules WHERE app_id = ?1 AND position > ?2 \(filter.condition)
            ORDER BY position LIMIT ?3
            """, [.integer(id), .integer(position ?? .min), .integer(limit)] + filter.values
        ) { row in RuleRecord(id: row.text(0), position: row.integer(1), json: row.bytes(2)) }
    }

    /// Joins the rules' texts and the settings, and the revision if there is one, into one canonical object, without
    /// parsing any of them.
    fileprivate func draftContent(
        _ app: String, settings: [UInt8], revision: Int? = nil
    ) throws(StoreError) -> [UInt8] {
        let id = try appID(app)
        let sizes = try first(
            "SELECT count(*), CAST(sum(\(dialect.byteCount(of: "json"))) AS BIGINT) FROM draft_rules WHERE app_id = ?1",
            [.integer(id)]
        ) { row in row.integer(0) + row.integer(1) }
        var content: [UInt8] = []
        content.reserveCapacity((sizes ?? 0) + settings.count + StatementLimits.draftFrameBytes)
        content += "{".utf8
        if let revision { content += "\"revision\":\(revision),".utf8 }
        content += "\"rules\":[".utf8
        let opening = content.count
        var isDamaged = false
        try forEach("SELECT json FROM draft_rules WHERE app_id = ?1 ORDER BY position", [.integer(id)]) { row in
            if content.count > opening { content.append(UInt8(ascii: ",")) }
            let start = content.count
            row.append(0, to: &content)
            isDamaged = isDamaged || content.count == start || content[start] != UInt8(ascii: "{")
        }
        if isDamaged || settings.first != UInt8(ascii: "{") { try StoredRows(of: self).verify(ofApp: app) }
        content += "],\"settings\":".utf8
        content += settings
        content.append(UInt8(ascii: "}"))
        return content
    }

    func draftContents(_ id: Int, revision: Int) throws(StoreError) -> DraftContents {
        let rules = try all(
            "SELECT id, position, json FROM draft_rules WHERE app_id = ?1 ORDER BY position", [.integer(id)]
        ) { row in RuleRecord(id: row.text(0), position: row.integer(1), json: row.bytes(2)) }
        return DraftContents(revision: revision, settings: try settingsText(id), rules: rules)
    }

    fileprivate func rule(_ id: Int, _ rule: String) throws(StoreError) -> RuleRecord? {
        try first(
            "SELECT id, position, json FROM draft_rules WHERE app_id = ?1 AND id = ?2", [.integer(id), .text(rule)]
        ) { row in RuleRecord(id: row.text(0), position: row.integer(1), json: row.bytes(2)) }
    }

    /// An app's number, its draft's revision, and the number of its next release.
    func draftPlace(_ app: String) throws(StoreError) -> (id: Int, revision: Int, nextVersion: Int) {
        let found = try first(
            """
            SELECT a.id, d.revision, a.next_version FROM apps a JOIN drafts d ON d.app_id = a.id
            WHERE a.name = ?1 AND a.deleted_at IS NULL
            """, [.text(app)]
        ) { row in (id: row.integer(0), revision: row.integer(1), nextVersion: row.integer(2)) }
        guard let found else { throw Self.noApp(app) }
        return found
    }

    static func noRule(_ rule: String) -> StoreError {
        .notFound(.rule, "rule \(rule) in the draft", hint: "List the rules with GET …/draft/rules.")
    }
}

// MARK: Edits

extension StoreSession {
    /// The effect of an edit on the rows of a draft.
    private struct EditEffect {
        var isCreated = false
        var position: Int?
        var action: AuditAction
        var before: [UInt8]?
        var after: [UInt8]?
        var change: AuditChange
    }

    /// Applies an edit, raises the draft's revision by one, inserts the audit row.
    ///
    /// `replacement` is used if it was made for the present revision.
    func edit(
        _ app: String, _ edit: DraftEdit, _ replacement: DraftReplacement?, if precondition: Precondition,
        _ stamp: Stamp
    ) throws(StoreError) -> DraftOutcome {
        let isAlone = replacement?.isWritten == true
        let place = try editPlaces.place(app, edit.ruleID, isAlone: isAlone, in: self)
        let (id, revision) = (place.id, place.revision)
        try precondition.verify("The draft of \(app)", current: revision)
        let effect = try apply(edit, replacement, of: app, at: place)
        try run(
            "UPDATE drafts SET revision = revision + 1, changed_at = ?2 WHERE app_id = ?1",
            [.integer(id), .instant(stamp.at)])
        if case .replaceAll(_, _, let discard?) = edit, discard.isReleased {
            try run("UPDATE drafts SET published_revision = revision WHERE app_id = ?1", [.integer(id)])
        }
        try audit(
            effect.action, app: app, before: effect.before, after: effect.after, change: effect.change, stamp)
        editPlaces.note(edit, of: app, at: place)
        return DraftOutcome(
            revision: revision + 1, isCreated: effect.isCreated, position: effect.position, published: nil)
    }

    /// Changes the rows of an edit; a new rule follows the last one.
    private func apply(
        _ edit: DraftEdit, _ replacement: DraftReplacement?, of app: String, at place: EditPlace
    ) throws(StoreError) -> EditEffect {
        let (id, revision) = (place.id, place.revision)
        switch edit {
        case .replaceAll(let settings, let rules, let discard):
            if let replacement, replacement.basis == revision {
                return try replaceAll(id, settings: settings, replacement)
            }
            // A node of an older version takes no lock.
            guard replacement?.isWritten != true else { throw .replacing(app) }
            let contents = try draftContents(id, revision: revision)
            return try replaceAll(
                id, settings: settings,
                DraftReplacement(of: contents, settings: settings, rules: rules, discard: discard))
        case .replaceSettings(let settings):
            let before = try settingsText(id)
            try run("UPDATE drafts SET settings = ?2 WHERE app_id = ?1", [.integer(id), .utf8(settings)])
            return EditEffect(
                action: .settingsReplace, before: AuditText.settings(before, revision: revision),
                after: AuditText.settings(settings, revision: revision + 1),
                change: try AuditChange(.settings, before: before, after: settings))
        case .addRule(let rule):
            guard place.rule == nil else {
                throw StoreError(
                    .exists, "There is a rule \(rule.id) already.",
                    hint: "Choose another id, or replace the rule with PUT …/draft/rules/\(rule.id).")
            }
            return try append(rule, at: place)
        case .putRule(let new, let version):
            guard let before = place.rule else { return try append(new, at: place, from: version) }
            try update(new, at: before.position, of: id)
            return EditEffect(
                position: before.position, action: version == nil ? .ruleReplace : .ruleRestore,
                before: AuditText.rule(before.json, revision: revision),
                after: AuditText.rule(new.json, revision: revision + 1, from: version),
                change: try AuditChange(RuleChange(id: new.id, before: before.json, after: new.json)))
        case .deleteRule(let name):
            guard let before = place.rule else { throw Self.noRule(name) }
            try run(
                "DELETE FROM draft_rules WHERE app_id = ?1 AND position = ?2",
                [.integer(id), .integer(before.position)])
            return EditEffect(
                position: before.position, action: .ruleDelete,
                before: AuditText.rule(before.json, revision: revision), after: nil,
                change: try AuditChange(RuleChange(id: name, before: before.json, after: nil)))
        }
    }

    private func append(
        _ rule: RuleText, at place: EditPlace, from version: Int? = nil
    ) throws(StoreError) -> EditEffect {
        let (position, revision) = (place.last + 1, place.revision)
        try insert([(position, rule)], to: place.id)
        return EditEffect(
            isCreated: true, position: position, action: version == nil ? .ruleAdd : .ruleRestore, before: nil,
            after: AuditText.rule(rule.json, revision: revision + 1, from: version),
            change: try AuditChange(RuleChange(id: rule.id, before: nil, after: rule.json)))
    }

    private func replaceAll(
        _ id: Int, settings: [UInt8], _ replacement: DraftReplacement
    ) throws(StoreError) -> EditEffect {
        if !replacement.isWritten { try replacement.writeRows(of: id, in: self) }
        try run("UPDATE drafts SET settings = ?2 WHERE app_id = ?1", [.integer(id), .utf8(settings)])
        return EditEffect(
            action: replacement.action, before: replacement.before, after: replacement.after, change: replacement.change
        )
    }

    func update(_ rule: RuleText, at position: Int, of id: Int) throws(StoreError) {
        try run(
            "UPDATE draft_rules SET json = ?3 WHERE app_id = ?1 AND position = ?2",
            [.integer(id), .integer(position), .utf8(rule.json)])
    }

    func insert(_ rules: [(position: Int, rule: RuleText)], to id: Int) throws(StoreError) {
        try insert(
            into: "draft_rules (app_id, position, id, json)",
            rules.lazy.map { position, rule -> [SQLValue] in
                [.integer(id), .integer(position), .text(rule.id), .utf8(rule.json)]
            })
    }

    private func settingsText(_ id: Int) throws(StoreError) -> [UInt8] {
        try first("SELECT settings FROM drafts WHERE app_id = ?1", [.integer(id)]) { row in row.bytes(0) } ?? []
    }
}
