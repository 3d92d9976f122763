package import RouteModel
import SQLSessions
package import StoreRecords

// MARK: Sessions of the console

extension RuleStore {
    /// All sessions, ended ones included, from old to new.
    package func sessions() throws(StoreError) -> [SessionRecord] {
        try read { session in try SessionRows(session: session).all() }
    }

    /// Begins a session; its token's oldest ones end if there are too many.
    ///
    /// - Parameters:
    ///   - record: The session.
    ///   - by: Its token's principal.
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
            let others = try rows.all(ofToken: record.tokenID)
            for other in others.dropLast(StoreLimits.sessionsPerTokenMax - 1) {
                try rows.delete(other, stamp)
                ended.append(other.id)
            }
            try session.run(
                """
                INSERT INTO sessions (id, token_id, token_hash, secret_hash, origin, address, created_at, ends_at,
                last_used_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """,
                [
                    .text(record.id), .text(record.tokenID), .blob(record.tokenHash), .blob(record.secretHash),
                    .text(record.origin.rawValue), .text(record.address), .instant(record.createdAt),
                    .instant(record.endsAt), .instant(record.lastUsedAt),
                ])
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
        let idle = Instant(milliseconds: at.milliseconds - StoreLimits.sessionIdleMilliseconds)
        try write { session in
            for (id, instant) in uses {
                try session.run(
                    "UPDATE sessions SET last_used_at = ?2 WHERE id = ?1 AND last_used_at < ?2",
                    [.text(id), .instant(instant)])
            }
            try session.run(
                "DELETE FROM sessions WHERE ends_at <= ?1 OR last_used_at <= ?2", [.instant(at), .instant(idle)])
        }
    }
}

/// Statements on the table of sessions.
private struct SessionRows {
    let session: StoreSession

    private static let columns =
        "id, token_id, token_hash, secret_hash, origin, address, created_at, ends_at, last_used_at"

    private static func record(_ row: borrowing SQLRow) throws(StoreError) -> SessionRecord {
        guard let origin = SessionRecord.Origin(rawValue: row.text(4)) else {
            throw .unreadable("the session \(row.text(0)) has the unknown origin \(row.text(4))")
        }
        return SessionRecord(
            id: row.text(0), tokenID: row.text(1), tokenHash: row.bytes(2), secretHash: row.bytes(3), origin: origin,
            address: row.text(5), createdAt: row.instant(6), endsAt: row.instant(7), lastUsedAt: row.instant(8))
    }

    func all() throws(StoreError) -> [SessionRecord] {
        try session.all("SELECT \(Self.columns) FROM sessions ORDER BY created_at, rowid") {
            row throws(StoreError) in try Self.record(row)
        }
    }

    func all(ofToken id: String) throws(StoreError) -> [SessionRecord] {
        try session.all(
            "SELECT \(Self.columns) FROM sessions WHERE token_id = ?1 ORDER BY created_at, rowid", [.text(id)]
        ) {
            row throws(StoreError) in try Self.record(row)
        }
    }

    func first(_ id: String) throws(StoreError) -> SessionRecord? {
        try session.first("SELECT \(Self.columns) FROM sessions WHERE id = ?1", [.text(id)]) {
            row throws(StoreError) in try Self.record(row)
        }
    }

    func delete(_ record: SessionRecord, _ stamp: Stamp) throws(StoreError) {
        try session.audit(.sessionDelete, app: nil, before: AuditText.session(record), after: nil, stamp)
        try session.run("DELETE FROM sessions WHERE id = ?1", [.text(record.id)])
    }
}
