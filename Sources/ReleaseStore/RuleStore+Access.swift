package import RouteModel
import SQLiteKit

// MARK: Tokens

extension RuleStore {
    /// All tokens, expired ones included, from old to new.
    package func tokens() throws(StoreError) -> [TokenRecord] {
        try read { session in try session.tokens() }
    }

    /// Makes a token; `beyondGrantor` if it could do more than the token of `by`.
    package func createToken(
        _ token: NewToken, by: Principal, at: Instant, recording: Recording<TokenRecord>?
    ) throws(StoreError) -> TokenRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session in try session.createToken(token, stamp) }
    }

    /// Deletes a token; `lastAdmin` if no administrator without a limit on apps would be left.
    package func deleteToken(_ id: String, by: Principal, at: Instant) throws(StoreError) {
        try write { session in
            guard let before = try session.token(id: id) else {
                throw StoreError.notFound("token \(id)", hint: "List the tokens with GET /v1/tokens.")
            }
            if before.isUnlimitedAdmin, before.isLive(at: at) {
                let others = try session.tokens().filter { $0.id != id && $0.isUnlimitedAdmin && $0.isLive(at: at) }
                guard !others.isEmpty else {
                    throw StoreError(
                        .lastAdmin, "\(before.name) is the last administrator whose token is not limited to apps.",
                        hint: "Make another unlimited admin token first.")
                }
            }
            try session.run("DELETE FROM tokens WHERE id = ?1", [.text(id)])
            try session.audit(
                .tokenDelete, app: nil, before: AuditText.token(before), after: nil, Stamp(by: by, at: at))
        }
    }

    /// Stores when tokens were last used; ids of deleted tokens are ignored, and no audit row is written.
    package func recordUse(_ uses: [String: Instant]) throws(StoreError) {
        try write { session in
            for (id, instant) in uses {
                try session.run(
                    "UPDATE tokens SET last_used_at = ?2 WHERE id = ?1 AND coalesce(last_used_at, 0) < ?2",
                    [.text(id), .instant(instant)])
            }
        }
    }
}

extension StoreSession {
    private static let tokenColumns = """
        id, name, role, has_all_apps, secret_hash, expires_at, created_at, created_by, last_used_at,
        (SELECT group_concat(app, char(10)) FROM token_apps WHERE token_id = id)
        """

    private static func token(_ row: borrowing Row) throws(DatabaseError) -> TokenRecord {
        guard let role = Role(rawValue: row.text(2)) else {
            throw .unreadable("the token \(row.text(0)) has the unknown role \(row.text(2))")
        }
        let apps = row.text(9).split(separator: "\n").map(String.init)
        return TokenRecord(
            id: row.text(0), name: row.text(1), role: role, scope: row.flag(3) ? .all : .only(Set(apps)),
            secretHash: row.bytes(4), expiresAt: row.optionalInstant(5), createdAt: row.instant(6),
            createdBy: row.optionalText(7), lastUsedAt: row.optionalInstant(8))
    }

    fileprivate func tokens() throws(StoreError) -> [TokenRecord] {
        try all("SELECT \(Self.tokenColumns) FROM tokens ORDER BY created_at, tokens.rowid") {
            row throws(DatabaseError) in try Self.token(row)
        }
    }

    fileprivate func token(id: String) throws(StoreError) -> TokenRecord? {
        try first("SELECT \(Self.tokenColumns) FROM tokens WHERE id = ?1", [.text(id)]) {
            row throws(DatabaseError) in try Self.token(row)
        }
    }

    fileprivate func createToken(_ token: NewToken, _ stamp: Stamp) throws(StoreError) -> TokenRecord {
        try verifyGrantor(of: token, stamp)
        do {
            try run(
                """
                INSERT INTO tokens (id, name, role, has_all_apps, secret_hash, expires_at, created_at, created_by)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """,
                [
                    .text(token.id), .text(token.name), .text(token.role.rawValue), .flag(token.scope == .all),
                    .blob(token.secretHash), .optional(token.expiresAt), .instant(stamp.at),
                    .optional(stamp.by.tokenID),
                ])
        } catch  where error.isDuplicate {
            throw StoreError(
                .exists, "There is a token with that id or secret already.", hint: "Make a new random secret and id.")
        }
        if case .only(let apps) = token.scope {
            for app in apps.sorted() {
                try run("INSERT INTO token_apps (token_id, app) VALUES (?1, ?2)", [.text(token.id), .text(app)])
            }
        }
        guard let made = try self.token(id: token.id) else {
            throw StoreError(DatabaseError.unreadable("a token just made is missing"))
        }
        try audit(.tokenCreate, app: nil, before: nil, after: AuditText.token(made), stamp)
        return made
    }

    /// A token may make only tokens of at most its own role, apps and expiry; the machine's operator may make any.
    private func verifyGrantor(of token: NewToken, _ stamp: Stamp) throws(StoreError) {
        guard let grantorID = stamp.by.tokenID else { return }
        let grantor = try self.token(id: grantorID)
        let outlives = grantor?.expiresAt.map { limit in token.expiresAt.map { $0 > limit } ?? true } ?? false
        guard let grantor, token.role <= grantor.role, grantor.scope.covers(token.scope), !outlives else {
            throw StoreError(
                .beyondGrantor, "The token would be able to do more, or for longer, than the one that makes it.",
                hint: "Ask for at most the role, apps and expiry of your own token; GET /v1/whoami shows them.")
        }
    }
}

// MARK: Audit

extension RuleStore {
    /// Rows of the audit, newest first.
    package func audit(_ query: AuditQuery) throws(StoreError) -> [AuditRecord] {
        try read { session in
            let filter = query.app == nil ? "?1 IS NULL" : "app = ?1"
            return try session.all(
                """
                SELECT \(StoreSession.auditColumns) FROM audit WHERE \(filter) AND sequence < ?2
                ORDER BY sequence DESC LIMIT ?3
                """,
                [
                    .optional(query.app), .integer(query.before ?? .max),
                    .integer(max(1, min(query.limit, StoreLimits.pageRowsMax))),
                ]
            ) { row in StoreSession.auditRecord(row) }
        }
    }
}

extension StoreSession {
    fileprivate static let auditColumns = """
        sequence, at, principal_id, principal_name, address, action, app, before_json, after_json, previous_hash, hash
        """

    private static let auditInsertion =
        "INSERT INTO audit (\(auditColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"

    fileprivate static func auditRecord(_ row: borrowing Row) -> AuditRecord {
        AuditRecord(
            sequence: row.integer(0), at: row.instant(1),
            by: Principal(tokenID: row.optionalText(2), name: row.text(3), address: row.text(4)),
            action: row.text(5), app: row.optionalText(6), before: row.optionalBytes(7), after: row.optionalBytes(8),
            previousHash: row.bytes(9), hash: row.bytes(10))
    }

    /// Inserts a row into the audit, chained to the row before.
    func audit(
        _ action: AuditAction, app: String?, before: [UInt8]?, after: [UInt8]?, _ stamp: Stamp
    ) throws(StoreError) {
        let last = try head()
        var record = AuditRecord(
            sequence: last.sequence + 1, at: stamp.at, by: stamp.by, action: action.rawValue, app: app,
            before: before.map(AuditText.bounded), after: after.map(AuditText.bounded), previousHash: last.hash,
            hash: []
        )
        record.hash = AuditChain.hash(record)
        try run(
            Self.auditInsertion,
            [
                .integer(record.sequence), .instant(record.at), .optional(record.by.tokenID), .text(record.by.name),
                .text(record.by.address), .text(record.action), .optional(record.app), .optional(utf8: record.before),
                .optional(utf8: record.after), .blob(record.previousHash), .blob(record.hash),
            ])
        newest = StoreHead(epoch: last.epoch, sequence: record.sequence, hash: record.hash)
    }

    /// Reads the whole audit and verifies its chain of hashes.
    func verifyAudit() throws(StoreError) -> AuditVerdict {
        var chain = AuditChain()
        try forEach("SELECT \(Self.auditColumns) FROM audit ORDER BY sequence DESC") { row in
            chain.add(Self.auditRecord(row))
        }
        return chain.verdict
    }
}
