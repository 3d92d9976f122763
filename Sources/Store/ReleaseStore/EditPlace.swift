import SQLKit
import StoreRecords

/// All that an edit has to know, in one query.
struct EditPlace {
    var id: Int
    var revision: Int
    /// The position of the draft's last rule, 0 without one.
    var last: Int
    /// The rule that the edit is about.
    var rule: RuleRecord?
    /// Whether no transaction that is still open replaces the whole draft.
    fileprivate let isFree: Bool

    fileprivate init(_ row: borrowing SQLRow) {
        (id, revision, last) = (row.integer(0), row.integer(1), row.optionalInteger(2) ?? 0)
        isFree = row.flag(6)
        if !row.isNull(3) { rule = RuleRecord(id: row.text(3), position: row.integer(4), json: row.bytes(5)) }
    }
}

/// What the edits of a group of writes ask, read in one round trip, and what those before have changed of it.
struct EditPlaces {
    private var foreseen: [EditedRule: EditPlace] = [:]
    /// The place of the last edit of each app, with the draft's state behind it.
    private var edited: [String: EditPlace] = [:]

    private static func query(_ dialect: any SQLDialect) -> String {
        """
        SELECT a.id, d.revision, (SELECT max(r.position) FROM draft_rules r WHERE r.app_id = a.id), r.id, r.position, r.json,
            \(dialect.sharesLock(of: "a.id"))
        FROM apps a JOIN drafts d ON d.app_id = a.id LEFT JOIN draft_rules r ON r.app_id = a.id AND r.id = ?2
        WHERE a.name = ?1 AND a.deleted_at IS NULL
        """
    }

    /// Asks for several edits at once; only a database server is asked.
    mutating func foresee(_ rules: [EditedRule], in session: StoreSession) throws(StoreError) {
        self = EditPlaces()
        guard rules.count > 1 else { return }
        var found: [EditedRule: EditPlace] = [:]
        do throws(SQLError) {
            try session.connection.visitEach(
                Self.query(session.dialect), rules.map { [.text($0.app), .text($0.rule)] }
            ) { index, row in
                found[rules[index]] = EditPlace(row)
            }
        } catch { throw StoreError(error) }
        foreseen = found
    }

    /// What an edit of a rule has to know, or of the whole draft.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - rule: The rule's id; nil for the whole draft.
    ///   - isAlone: Whether this transaction has the draft alone.
    ///   - session: The session.
    /// - Returns: The place.
    /// - Throws: `notFound`; `busy` while another transaction has the draft alone.
    mutating func place(
        _ app: String, _ rule: String?, isAlone: Bool = false, in session: StoreSession
    ) throws(StoreError) -> EditPlace {
        if let rule, var known = foreseen.removeValue(forKey: EditedRule(app: app, rule: rule)) {
            guard known.isFree else { throw .replacing(app) }
            if let edited = edited[app] { (known.revision, known.last) = (edited.revision, edited.last) }
            return known
        }
        let query = Self.query(session.dialect)
        let found = try session.first(query, [.text(app), .optional(rule)]) { row in EditPlace(row) }
        guard let found else { throw StoreSession.noApp(app) }
        // PostgreSQL 15 refuses to share a lock with its own holder if others wait for it.
        guard found.isFree || isAlone else { throw .replacing(app) }
        return found
    }

    /// Notes the draft's state after an edit, for those of the group that follow.
    mutating func note(_ edit: DraftEdit, of app: String, at place: EditPlace) {
        var place = place
        place.revision += 1
        switch edit {
        case .addRule, .putRule:
            if place.rule == nil { place.last += 1 }
        // The last rule is another one now.
        case .deleteRule where place.rule?.position == place.last: return self = EditPlaces()
        case .deleteRule: break
        case .replaceAll, .replaceSettings: return self = EditPlaces()
        }
        edited[app] = place
    }
}

/// All that a publish has to know, in one query.
struct PublishPlace {
    let id: Int
    let revision: Int
    let nextVersion: Int
    /// The channel; nil if there is none.
    let channel: ChannelRecord?
    /// The number of its last move, also where it was deleted since; 0 if there was none.
    let sequence: Int
    /// How many of the staged bytes are there.
    let stagedCount: Int
    /// Numbers for bytes that were not staged.
    let numbers: [Int]

    init(_ row: borrowing SQLRow, _ app: String, _ name: String, numbers count: Int) {
        (id, revision, nextVersion, stagedCount) = (row.integer(0), row.integer(1), row.integer(2), row.integer(3))
        sequence = row.optionalInteger(4) ?? 0
        let isThere = !row.isNull(4) && row.isNull(8)
        channel =
            isThere
            ? ChannelRecord(
                app: app, name: name, version: row.optionalInteger(5), isPublic: row.flag(6), sequence: row.integer(4),
                changedAt: row.instant(7)) : nil
        var numbers: [Int] = []
        for index in 0..<count { numbers.append(row.integer(9 + index)) }
        self.numbers = numbers
    }

    /// The parameters for staged bytes; 0 is the number of none.
    static func parameters(_ staged: StagedRelease?) -> [SQLValue] {
        let numbers = staged?.numbers ?? []
        return (0..<4).map { .integer(numbers.indices.contains($0) ? numbers[$0] : 0) }
    }

    static func query(_ dialect: any SQLDialect, numbers: Int) -> String {
        let next = (0..<numbers).map { ", " + dialect.nextNumber(of: "blobs", "id", $0) }.joined()
        return """
            SELECT a.id, d.revision, a.next_version,
                (SELECT count(*) FROM blobs WHERE is_staged = 1 AND id IN (?3, ?4, ?5, ?6)),
                c.sequence, c.version, c.is_public, c.changed_at, c.deleted_at\(next)
            FROM apps a JOIN drafts d ON d.app_id = a.id LEFT JOIN channels c ON c.app_id = a.id AND c.name = ?2
            WHERE a.name = ?1 AND a.deleted_at IS NULL
            """
    }
}
