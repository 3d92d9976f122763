import CanonicalJSON
package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// All sessions, ended ones included, from old to new; one that cannot be read is left out and noted in ``memory``.
    package func sessions() throws(StoreError) -> [SessionRecord] {
        try read { session in try SessionRows(session: session).all(memory.damage) }
    }

    /// Begins a session; the oldest ones of its token or person end if there are too many, and so do the oldest ones of all
    /// people without a token.
    ///
    /// - Parameters:
    ///   - record: The session.
    ///   - by: The principal of its token or person.
    ///   - at: The present instant.
    /// - Returns: The ids of the sessions that ended for it.
    /// - Throws: `revoked` if the token was deleted, and the errors of writing to the database.
    package func createSession(_ record: SessionRecord, by: Principal, at: Instant) throws(StoreError) -> [String] {
        let stamp = Stamp(by: by, at: at)
        return try write { session in
            // First, because it finds that the token was deleted.
            try session.audit(.sessionCreate, app: nil, before: nil, after: AuditText.session(record), stamp)
            let rows = SessionRows(session: session)
            var ended: [String] = []
            for other in try rows.surplus(before: record) {
                try rows.delete(other, stamp)
                ended.append(other.id)
            }
            try rows.insert(record)
            return ended
        }
    }

    /// Writes the row of the audit about a new sign-in link; the link itself is in memory alone.
    ///
    /// - Parameters:
    ///   - tokenID: The token whose rights the link gives.
    ///   - endsAt: When the link ends.
    ///   - by: The principal that made it.
    ///   - at: The present instant.
    /// - Throws: `revoked` if the token was deleted, and the errors of writing to the database.
    package func recordSignInLink(
        of tokenID: String, endsAt: Instant, by: Principal, at: Instant
    ) throws(StoreError) {
        try write { session in
            let text = AuditText.signInLink(of: tokenID, endsAt: endsAt)
            try session.audit(.sessionLink, app: nil, before: nil, after: text, Stamp(by: by, at: at))
        }
    }

    /// Ends a session; one that has ended is no error and has no row in the audit.
    package func deleteSession(_ id: String, by: Principal, at: Instant) throws(StoreError) {
        try write { session in
            let rows = SessionRows(session: session)
            guard let record = try rows.first(id) else { return }
            try rows.delete(record, Stamp(by: by, at: at))
        }
    }

    /// Stores when sessions were last used, and deletes those that have ended; no audit row is written.
    ///
    /// - Parameters:
    ///   - uses: The last uses by id; ids of deleted sessions are ignored.
    ///   - at: The present instant.
    /// - Throws: The failure of the write.
    package func recordSessions(_ uses: [String: Instant], at: Instant) throws(StoreError) {
        try write { session in
            let at = Instant(milliseconds: min(at.milliseconds, try session.settledTime().milliseconds))
            let idle = Instant(milliseconds: at.milliseconds - StoreLimits.sessionIdleMilliseconds)
            for table in SessionRows.tables {
                for (id, instant) in uses {
                    try session.run(
                        "UPDATE \(table) SET last_used_at = ?2 WHERE id = ?1 AND last_used_at < ?2",
                        [.text(id), .instant(instant)])
                }
                try session.run(
                    "DELETE FROM \(table) WHERE ends_at <= ?1 OR last_used_at <= ?2", [.instant(at), .instant(idle)])
            }
        }
    }
}

/// Statements on the tables of sessions: one for those of tokens, one for those of people without a token.
struct SessionRows {
    let session: StoreSession

    static let tables = ["sessions", "person_sessions"]

    private static let common = "id, secret_hash, origin, address, created_at, ends_at, last_used_at"
    private static let ofTokens = "SELECT \(common), token_id, token_hash FROM sessions"
    private static let ofPeople = "SELECT \(common), person, groups, proxy FROM person_sessions"
    private static let order = "ORDER BY created_at, rowid"

    private static func record(
        _ row: borrowing SQLRow, _ owner: SessionRecord.Owner
    ) throws(StoreError) -> SessionRecord {
        guard let origin = SessionRecord.Origin(rawValue: row.text(2)) else {
            throw .unreadable("the session \(row.text(0)) has the unknown origin \(row.text(2))")
        }
        return SessionRecord(
            id: row.text(0), owner: owner, secretHash: row.bytes(1), origin: origin, address: row.text(3),
            createdAt: row.instant(4), endsAt: row.instant(5), lastUsedAt: row.instant(6))
    }

    private static func ofToken(_ row: borrowing SQLRow) throws(StoreError) -> SessionRecord {
        try record(row, .token(id: row.text(7), secretHash: row.bytes(8)))
    }

    private static func ofPerson(_ row: borrowing SQLRow) throws(StoreError) -> SessionRecord {
        let groups = (try? JSONValue(parsing: Array(row.text(8).utf8)))?.arrayValue?.compactMap(\.stringValue)
        guard let groups else { throw .unreadable("the groups of the session \(row.text(0)) are no list") }
        return try record(row, .person(ProxiedPerson(name: row.text(7), groups: groups, proxy: row.text(9))))
    }

    private func rows(_ table: String, _ damage: DamagedRows) -> TableRows {
        TableRows(session: session, damage: damage, table: table, column: "\(table).rowid")
    }

    func all(_ damage: DamagedRows) throws(StoreError) -> [SessionRecord] {
        let ofTokens = try rows("sessions", damage).values {
            condition, values throws(StoreError) in try tokenRows("WHERE \(condition)", values)
        }
        let ofPeople = try rows("person_sessions", damage).values {
            condition, values throws(StoreError) in try peopleRows("WHERE \(condition)", values)
        }
        let records = ofTokens + ofPeople
        return records.enumerated().sorted {
            ($0.element.createdAt, $0.offset) < ($1.element.createdAt, $1.offset)
        }.map(\.element)
    }

    private func tokenRows(_ condition: String, _ values: [SQLValue] = []) throws(StoreError) -> [SessionRecord] {
        try session.all("\(Self.ofTokens) \(condition) \(Self.order)", values) {
            row throws(StoreError) in try Self.ofToken(row)
        }
    }

    private func peopleRows(_ condition: String, _ values: [SQLValue] = []) throws(StoreError) -> [SessionRecord] {
        try session.all("\(Self.ofPeople) \(condition) \(Self.order)", values) {
            row throws(StoreError) in try Self.ofPerson(row)
        }
    }

    /// The sessions that end for a new one, from old to new.
    func surplus(before record: SessionRecord) throws(StoreError) -> [SessionRecord] {
        switch record.owner {
        case .token(let id, _):
            let own = try tokenRows("WHERE token_id = ?1", [.text(id)])
            return Array(own.dropLast(StoreLimits.sessionsPerTokenMax - 1))
        case .person(let person):
            let own = try peopleRows("WHERE person = ?1", [.text(person.name)])
            let surplus = Array(own.dropLast(StoreLimits.sessionsPerTokenMax - 1))
            guard surplus.isEmpty else { return surplus }
            let count = try session.first("SELECT count(*) FROM person_sessions", []) { row in row.integer(0) } ?? 0
            guard count >= StoreLimits.personSessionsMax else { return [] }
            return try peopleRows(
                "WHERE id = (SELECT id FROM person_sessions ORDER BY created_at, rowid LIMIT 1)")
        }
    }

    func insert(_ record: SessionRecord) throws(StoreError) {
        let common: [SQLValue] = [
            .text(record.id), .blob(record.secretHash), .text(record.origin.rawValue), .text(record.address),
            .instant(record.createdAt), .instant(record.endsAt), .instant(record.lastUsedAt),
        ]
        switch record.owner {
        case .token(let id, let hash):
            try session.run(
                "INSERT INTO sessions (\(Self.common), token_id, token_hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                common + [.text(id), .blob(hash)])
        case .person(let person):
            let groups = JSONValue.array(person.groups.map(JSONValue.string)).text
            try session.run(
                """
                INSERT INTO person_sessions (\(Self.common), person, groups, proxy)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                """, common + [.text(person.name), .text(groups), .text(person.proxy)])
        }
    }

    func first(_ id: String) throws(StoreError) -> SessionRecord? {
        if let record = try tokenRows("WHERE id = ?1", [.text(id)]).first { return record }
        return try peopleRows("WHERE id = ?1", [.text(id)]).first
    }

    func delete(_ record: SessionRecord, _ stamp: Stamp) throws(StoreError) {
        try session.audit(.sessionDelete, app: nil, before: AuditText.session(record), after: nil, stamp)
        for table in Self.tables { try session.run("DELETE FROM \(table) WHERE id = ?1", [.text(record.id)]) }
    }
}
