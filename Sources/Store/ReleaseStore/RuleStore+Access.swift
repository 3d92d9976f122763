package import RouteModel
import SQLKit
package import StoreRecords

// MARK: Tokens

extension RuleStore {
    /// All tokens, expired ones included, from old to new; one that cannot be read is left out and noted in ``memory``.
    package func tokens() throws(StoreError) -> [TokenRecord] {
        try read { session in try session.tokens(memory.damage) }
    }

    /// The token with an id; nil if there is none.
    package func token(_ id: String) throws(StoreError) -> TokenRecord? {
        try read { session in try session.token(id: id) }
    }

    /// A page of the tokens that meet a condition, from old to new.
    ///
    /// - Parameters:
    ///   - id: The last token of the page before; nil for the first page. An unknown id gives an empty page.
    ///   - limit: How many at most.
    ///   - isWanted: The condition.
    /// - Returns: The page.
    /// - Throws: The errors of reading the database.
    package func tokens(
        after id: String?, limit: Int, where isWanted: (TokenRecord) -> Bool
    ) throws(StoreError) -> [TokenRecord] {
        try read { session in
            var page: [TokenRecord] = []
            var last = id
            while page.count < limit {
                let rows = try session.tokens(after: last, limit: StoreLimits.pageRowsMax)
                page += rows.filter(isWanted)
                guard rows.count == StoreLimits.pageRowsMax, let end = rows.last else { break }
                last = end.id
            }
            return Array(page.prefix(limit))
        }
    }

    /// Gives a token another secret; the one before stays valid for a while.
    ///
    /// `beyondGrantor` if the token could do more than the one of `by`, because the new secret is shown to its caller.
    ///
    /// - Parameters:
    ///   - id: The token.
    ///   - secretHash: The SHA-256 of the new secret.
    ///   - previousUntil: When the present secret ends; nil for at once. A secret before the present one ends at once.
    ///   - by: The principal that rotates it.
    ///   - at: The present instant.
    ///   - recording: Keeps the answer for repetitions.
    ///   - grantor: The rights of a person without a token, if `by` is one.
    /// - Returns: The token with its new secret.
    /// - Throws: `notFound`, `beyondGrantor`, and the errors of writing to the database.
    package func rotateToken(
        _ id: String, to secretHash: [UInt8], previousUntil: Instant?, by: Principal, at: Instant,
        recording: Recording<TokenRecord>?, within grantor: TokenRecord? = nil
    ) throws(StoreError) -> TokenRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session in
            guard let before = try session.token(id: id) else { throw StoreError.noToken(id) }
            try session.verifyGrantor(of: before, stamp, within: grantor)
            try session.run(
                """
                UPDATE tokens SET secret_hash = ?2, previous_until = ?3,
                previous_hash = CASE WHEN CAST(?3 AS BIGINT) IS NULL THEN NULL ELSE secret_hash END WHERE id = ?1
                """, [.text(id), .blob(secretHash), .optional(previousUntil)])
            guard let after = try session.token(id: id) else {
                throw StoreError.unreadable("a token just rotated is missing")
            }
            try session.audit(
                .tokenRotate, app: nil, before: AuditText.token(before), after: AuditText.token(after), stamp)
            return after
        }
    }

    /// Makes a token; `beyondGrantor` if it could do more than the token of `by`, or, if `by` is a person without a token, more
    /// than `grantor`.
    package func createToken(
        _ token: NewToken, by: Principal, at: Instant, recording: Recording<TokenRecord>?,
        within grantor: TokenRecord? = nil
    ) throws(StoreError) -> TokenRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session in
            try session.createToken(token, stamp, within: grantor)
        }
    }

    /// Makes a token unless there is an administrator without a limit on apps whose token lasts; nil then.
    ///
    /// Of servers that start at the same time with one new database, one makes it.
    package func createFirstToken(_ token: NewToken, by: Principal, at: Instant) throws(StoreError) -> TokenRecord? {
        try write { session in
            let admin = try session.first(
                "SELECT 1 FROM tokens WHERE role = ?1 AND has_all_apps = 1 AND (expires_at IS NULL OR expires_at > ?2)",
                [.text(Role.admin.rawValue), .instant(at)]
            ) { _ in true }
            return admin == nil ? try session.createToken(token, Stamp(by: by, at: at), within: nil) : nil
        }
    }

    /// Deletes a token; `lastAdmin` if it is an administrator without a limit on apps and no other one lasts as long.
    ///
    /// Another token counts only if it ends at the same time or later, so that the last token without an end cannot be
    /// deleted.
    package func deleteToken(_ id: String, by: Principal, at: Instant) throws(StoreError) {
        try write { session in
            guard let before = try session.token(id: id) else { throw StoreError.noToken(id) }
            if before.isUnlimitedAdmin, before.isLive(at: at), try !session.hasAdmin(lastingAsLongAs: before) {
                throw StoreError(
                    .lastAdmin,
                    "\(before.name) is the administrator whose token is not limited to apps and that lasts longest.",
                    hint: "Make another unlimited admin token first, with an end that is not earlier.")
            }
            // A token may delete itself, so the row of the audit comes first: it needs the token of its principal.
            try session.audit(
                .tokenDelete, app: nil, before: AuditText.token(before), after: nil, Stamp(by: by, at: at))
            try session.deleteToken(id)
        }
    }

    /// Deletes tokens that expired long ago, each with a row `token.delete` of the audit.
    ///
    /// The unlimited administrator that lasted longest stays, so that the list of tokens is never without one.
    ///
    /// - Parameters:
    ///   - instant: Tokens that expired before it are deleted, ``StatementLimits/expiredTokensPerWrite`` at most.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: The ids of the deleted tokens.
    /// - Throws: The failure of the write.
    package func deleteTokens(expiredBefore instant: Instant, by: Principal, at: Instant) throws(StoreError) -> [String]
    {
        guard try !read({ session in try session.tokens(expiredBefore: instant) }).isEmpty else { return [] }
        return try write { session in
            var deleted: [String] = []
            for token in try session.tokens(expiredBefore: instant) {
                if token.isUnlimitedAdmin, try !session.hasAdmin(lastingAsLongAs: token) { continue }
                try session.audit(
                    .tokenDelete, app: nil, before: AuditText.token(token), after: nil, Stamp(by: by, at: at))
                try session.deleteToken(token.id)
                deleted.append(token.id)
            }
            return deleted
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
    private var tokenColumns: String {
        """
        id, name, role, has_all_apps, secret_hash, expires_at, created_at, created_by, last_used_at,
        (SELECT \(dialect.joined("app", by: "\n")) FROM token_apps WHERE token_id = id),
        (SELECT \(dialect.joined("app || '/' || channel", by: "\n")) FROM token_channels WHERE token_id = id),
        previous_hash, previous_until
        """
    }

    private static func token(_ row: borrowing SQLRow) throws(StoreError) -> TokenRecord {
        guard let role = Role(rawValue: row.text(2)) else {
            throw .unreadable("the token \(row.text(0)) has the unknown role \(row.text(2))")
        }
        let apps = row.text(9).split(separator: "\n").map(String.init)
        return TokenRecord(
            id: row.text(0), name: row.text(1), role: role, scope: row.flag(3) ? .all : .only(Set(apps)),
            channels: channels(row.text(10)), secretHash: row.bytes(4), previousHash: row.optionalBytes(11),
            previousUntil: row.optionalInstant(12), expiresAt: row.optionalInstant(5), createdAt: row.instant(6),
            createdBy: row.optionalText(7), lastUsedAt: row.optionalInstant(8))
    }

    /// Reads lines `app/channel`.
    private static func channels(_ text: String) -> ChannelLimits {
        ChannelLimits(text.split(separator: "\n").compactMap { ChannelLimits.names(String($0)) })
    }

    /// Tokens after one, or from the first one, from old to new.
    fileprivate func tokens(after id: String?, limit: Int) throws(StoreError) -> [TokenRecord] {
        try all(
            """
            SELECT \(tokenColumns) FROM tokens WHERE CAST(?1 AS TEXT) IS NULL OR (created_at, tokens.rowid) >
            (SELECT created_at, rowid FROM tokens WHERE id = ?1) ORDER BY created_at, tokens.rowid LIMIT ?2
            """, [.optional(id), .integer(limit)]
        ) { row throws(StoreError) in try Self.token(row) }
    }

    func tokens(_ damage: DamagedRows) throws(StoreError) -> [TokenRecord] {
        let query = "SELECT \(tokenColumns) FROM tokens WHERE"
        return try TableRows(session: self, damage: damage, table: "tokens", column: "tokens.rowid").values {
            condition, values throws(StoreError) in
            try all("\(query) \(condition) ORDER BY created_at, tokens.rowid", values) {
                row throws(StoreError) in try Self.token(row)
            }
        }
    }

    /// The tokens that expired first, before an instant.
    fileprivate func tokens(expiredBefore instant: Instant) throws(StoreError) -> [TokenRecord] {
        try all(
            "SELECT \(tokenColumns) FROM tokens WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2",
            [.instant(instant), .integer(StatementLimits.expiredTokensPerWrite)]
        ) { row throws(StoreError) in try Self.token(row) }
    }

    fileprivate func token(id: String) throws(StoreError) -> TokenRecord? {
        try first("SELECT \(tokenColumns) FROM tokens WHERE id = ?1", [.text(id)]) {
            row throws(StoreError) in try Self.token(row)
        }
    }

    /// Whether there is another administrator without a limit on apps whose token ends at the same time or later.
    fileprivate func hasAdmin(lastingAsLongAs token: TokenRecord) throws(StoreError) -> Bool {
        let end = token.expiresAt.map { Int($0.milliseconds) } ?? .max
        return try first(
            """
            SELECT 1 FROM tokens WHERE id <> ?1 AND role = ?2 AND has_all_apps = 1
            AND (expires_at IS NULL OR expires_at >= ?3) LIMIT 1
            """, [.text(token.id), .text(Role.admin.rawValue), .integer(end)]
        ) { _ in true } ?? false
    }

    fileprivate func deleteToken(_ id: String) throws(StoreError) {
        presentTokens.remove(id)
        try run("DELETE FROM tokens WHERE id = ?1", [.text(id)])
    }

    /// Throws `revoked` if the principal's token was deleted since the request was accepted.
    fileprivate func verifyPrincipal(_ principal: Principal) throws(StoreError) {
        // The rights of a person are those of the settings, which the request was checked with.
        guard let id = principal.tokenID, !principal.isPerson, !presentTokens.contains(id) else { return }
        if try first("SELECT 1 FROM tokens WHERE id = ?1", [.text(id)], { _ in true }) == true {
            if presentTokens.count >= StatementLimits.presentRowsMax { presentTokens = [] }
            presentTokens.insert(id)
            return
        }
        throw StoreError(
            .revoked, "The token of this request was revoked before its change was stored.",
            hint: "Ask an administrator for a new token.")
    }

    fileprivate func createToken(
        _ token: NewToken, _ stamp: Stamp, within grantor: TokenRecord?
    ) throws(StoreError) -> TokenRecord {
        try verifyGrantor(of: TokenRecord(token, stamp), stamp, within: grantor)
        do {
            try change(
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
        for (app, channels) in token.channels.channelsByApp.sorted(by: { $0.key < $1.key }) {
            for channel in channels.sorted() {
                try run(
                    "INSERT INTO token_channels (token_id, app, channel) VALUES (?1, ?2, ?3)",
                    [.text(token.id), .text(app), .text(channel)])
            }
        }
        guard let made = try self.token(id: token.id) else {
            throw StoreError.unreadable("a token just made is missing")
        }
        try audit(.tokenCreate, app: nil, before: nil, after: AuditText.token(made), stamp)
        return made
    }

    /// Throws `beyondGrantor` if a token has more than the role, apps, channels or expiry of the token that makes or
    /// rotates it, or than the rights of a person without a token; the machine's operator has no such limit.
    fileprivate func verifyGrantor(
        of token: TokenRecord, _ stamp: Stamp, within rights: TokenRecord?
    ) throws(StoreError) {
        guard let grantorID = stamp.by.tokenID else { return }
        let grantor = stamp.by.isPerson ? rights : try self.token(id: grantorID)
        let outlives = grantor?.expiresAt.map { limit in token.expiresAt.map { $0 > limit } ?? true } ?? false
        guard let grantor, token.role <= grantor.role, grantor.covers(token), !outlives else {
            throw StoreError(
                .beyondGrantor, "The token would be able to do more, or for longer, than the one that makes it.",
                hint: "Ask for at most the role, apps, channels and expiry of your own token: see GET /v1/whoami.")
        }
    }
}

extension StoreError {
    fileprivate static func noToken(_ id: String) -> StoreError {
        .notFound(.token, "token \(id)", hint: "List the tokens with GET /v1/tokens.")
    }
}

extension TokenRecord {
    /// The token as it will be stored.
    fileprivate init(_ token: NewToken, _ stamp: Stamp) {
        self.init(
            id: token.id, name: token.name, role: token.role, scope: token.scope, channels: token.channels,
            secretHash: token.secretHash, expiresAt: token.expiresAt, createdAt: stamp.at, createdBy: stamp.by.tokenID)
    }
}

// MARK: Rows of the audit

extension StoreSession {
    private static let auditNames = [
        "sequence", "at", "principal_id", "principal_name", "address", "action", "app", "before_json", "after_json",
        "previous_hash", "hash",
    ]
    static let auditColumns = auditNames.joined(separator: ", ")
    /// The columns of a row, from the table `a`.
    static let joinedAuditColumns = auditNames.map { "a.\($0)" }.joined(separator: ", ")

    private static let auditInsertion =
        "INSERT INTO audit (\(auditColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"

    static func auditRecord(_ row: borrowing SQLRow) -> AuditRecord {
        AuditRecord(
            sequence: row.integer(0), at: row.instant(1),
            by: Principal(tokenID: row.optionalText(2), name: row.text(3), address: row.text(4)),
            action: row.text(5), app: row.optionalText(6), before: row.optionalBytes(7), after: row.optionalBytes(8),
            previousHash: row.bytes(9), hash: row.bytes(10))
    }

    /// Inserts a row into the audit, chained to the row before; throws `revoked` if the principal's token was deleted.
    ///
    /// Every change has a row, so a write whose token was revoked while it waited changes nothing. A row whose change
    /// is stored in parts has their digest.
    func audit(
        _ action: AuditAction, app: String?, before: [UInt8]?, after: [UInt8]?, change: AuditChange? = nil,
        _ stamp: Stamp
    ) throws(StoreError) {
        try verifyPrincipal(stamp.by)
        let last = try head()
        var (before, after) = (before, after)
        if let change, !change.parts.isEmpty {
            if let text = after {
                after = AuditMark.text(text, with: change)
            } else if let text = before {
                before = AuditMark.text(text, with: change)
            }
        }
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
        if let app, let change { try AuditTable(session: self).insert(change, of: record.sequence, app: app) }
        newest = StoreHead(epoch: last.epoch, sequence: record.sequence, hash: record.hash)
    }

    /// Reads the whole audit and verifies its chain of hashes, and the parts of changes; `body` is called with each row,
    /// newest first.
    package func verifyAudit(_ body: (AuditRecord) -> Void = { _ in }) throws(StoreError) -> AuditVerdict {
        var chain = AuditChain()
        var marks: [AuditMark] = []
        try walk("SELECT \(Self.auditColumns) FROM audit ORDER BY sequence DESC") { row in
            let record = Self.auditRecord(row)
            chain.add(record)
            body(record)
            if let mark = AuditMark(of: record) { marks.append(mark) }
        }
        guard case .intact = chain.verdict else { return chain.verdict }
        return try AuditTable(session: self).failure(among: marks) ?? chain.verdict
    }
}
