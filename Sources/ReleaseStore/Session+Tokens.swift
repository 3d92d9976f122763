import RouteModel
import SQLiteKit

extension Session {
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

    func tokens() throws(StoreError) -> [TokenRecord] {
        try all("SELECT \(Self.tokenColumns) FROM tokens ORDER BY created_at, tokens.rowid") {
            row throws(DatabaseError) in try Self.token(row)
        }
    }

    func token(secretHash: [UInt8]) throws(StoreError) -> TokenRecord? {
        try first("SELECT \(Self.tokenColumns) FROM tokens WHERE secret_hash = ?1", [.blob(secretHash)]) {
            row throws(DatabaseError) in try Self.token(row)
        }
    }

    private func token(id: String) throws(StoreError) -> TokenRecord? {
        try first("SELECT \(Self.tokenColumns) FROM tokens WHERE id = ?1", [.text(id)]) {
            row throws(DatabaseError) in try Self.token(row)
        }
    }

    func createToken(_ token: NewToken, _ stamp: Stamp) throws(StoreError) -> TokenRecord {
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
            throw StoreError(DatabaseError.unreadable("a token just made is not there"))
        }
        try audit(.tokenCreate, app: nil, before: nil, after: AuditText.token(made), stamp)
        return made
    }

    func deleteToken(_ id: String, _ stamp: Stamp) throws(StoreError) {
        guard let before = try token(id: id) else {
            throw .notFound("token \(id)", hint: "List the tokens with GET /v1/tokens.")
        }
        if before.isUnlimitedAdmin, before.isLive(at: stamp.at) {
            let others = try tokens().filter { $0.id != id && $0.isUnlimitedAdmin && $0.isLive(at: stamp.at) }
            guard !others.isEmpty else {
                throw StoreError(
                    .lastAdmin, "\(before.name) is the last administrator whose token is not limited to apps.",
                    hint: "Make another unlimited admin token first.")
            }
        }
        try run("DELETE FROM tokens WHERE id = ?1", [.text(id)])
        try audit(.tokenDelete, app: nil, before: AuditText.token(before), after: nil, stamp)
    }

    func noteUse(_ uses: [String: Instant]) throws(StoreError) {
        for (id, instant) in uses {
            try run(
                "UPDATE tokens SET last_used_at = ?2 WHERE id = ?1 AND coalesce(last_used_at, 0) < ?2",
                [.text(id), .instant(instant)])
        }
    }

    /// A token makes only tokens of at most its own role, apps and expiry; the machine's operator makes any.
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
