import RouteModel
import SQLiteKit

extension Session {
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
        guard let found else {
            // Either there is no such app, which this says, or an app without a draft, which nobody ever made.
            _ = try appID(app)
            throw StoreError(DatabaseError.unreadable("the app \(app) has no draft"))
        }
        return found
    }

    func draft(_ app: String) throws(StoreError) -> DraftRecord {
        let header = try draftHeader(app)
        return DraftRecord(header: header, content: try draftContent(try appID(app), settings: header.settings))
    }

    /// Joins the rules' texts and the settings into one canonical object, without parsing any of them.
    func draftContent(_ id: Int, settings: [UInt8]) throws(StoreError) -> [UInt8] {
        var content = Array("{\"rules\":[".utf8)
        let opening = content.count
        try forEach("SELECT json FROM draft_rules WHERE app_id = ?1 ORDER BY position", [.integer(id)]) { row in
            if content.count > opening { content.append(UInt8(ascii: ",")) }
            row.append(0, to: &content)
        }
        content += "],\"settings\":".utf8
        content += settings
        content.append(UInt8(ascii: "}"))
        return content
    }

    func rules(_ app: String, _ query: RuleQuery) throws(StoreError) -> RulePage {
        let id = try appID(app)
        let limit = max(1, min(query.limit, StoreLimits.pageRowsMax))
        var values: [SQLValue] = [.integer(id), .integer(query.after ?? .min), .integer(limit + 1)]
        var filter = ""
        if let text = query.contains, !text.isEmpty {
            filter = "AND (instr(lower(json), lower(?4)) > 0)"
            values.append(.text(text))
        }
        var rules = try all(
            """
            SELECT id, position, json FROM draft_rules WHERE app_id = ?1 AND position > ?2 \(filter)
            ORDER BY position LIMIT ?3
            """, values
        ) { row in RuleRecord(id: row.text(0), position: row.integer(1), json: row.bytes(2)) }
        let hasMore = rules.count > limit
        if hasMore { rules.removeLast() }
        return RulePage(revision: try draftRevision(id), rules: rules, next: hasMore ? rules.last?.position : nil)
    }

    func rule(_ app: String, _ rule: String) throws(StoreError) -> RuleReading {
        let id = try appID(app)
        guard let found = try findRule(id, rule) else { throw Self.noRule(rule) }
        return RuleReading(revision: try draftRevision(id), rule: found)
    }

    func findRule(_ id: Int, _ rule: String) throws(StoreError) -> RuleRecord? {
        try first(
            "SELECT id, position, json FROM draft_rules WHERE app_id = ?1 AND id = ?2", [.integer(id), .text(rule)]
        ) { row in RuleRecord(id: row.text(0), position: row.integer(1), json: row.bytes(2)) }
    }

    /// An app's number and its draft's revision.
    func draftPlace(_ app: String) throws(StoreError) -> (id: Int, revision: Int) {
        let found = try first(
            """
            SELECT a.id, d.revision FROM apps a JOIN drafts d ON d.app_id = a.id
            WHERE a.name = ?1 AND a.deleted_at IS NULL
            """, [.text(app)]
        ) { row in (id: row.integer(0), revision: row.integer(1)) }
        guard let found else { throw Self.noApp(app) }
        return found
    }

    func draftRevision(_ id: Int) throws(StoreError) -> Int {
        let found = try first("SELECT revision FROM drafts WHERE app_id = ?1", [.integer(id)]) { row in row.integer(0) }
        guard let found else { throw StoreError(DatabaseError.unreadable("an app has no draft")) }
        return found
    }

    static func noRule(_ rule: String) -> StoreError {
        .notFound("rule \(rule) in the draft", hint: "List the rules with GET …/draft/rules.")
    }
}
