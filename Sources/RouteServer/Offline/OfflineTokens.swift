import AccessControl
import Digests
import ReleaseStore
import RouteModel
import SystemIO

/// Makes a token in a database that no server has open, for operators who lost the administrator's token.
package enum OfflineTokens {
    /// The new token.
    package struct Made: Sendable {
        /// Its id.
        package let id: String
        /// The secret, shown once.
        package let secret: String
    }

    /// Opens the database, makes the token, and closes it again.
    ///
    /// - Parameters:
    ///   - database: The SQLite file; it must exist.
    ///   - name: The token's name.
    ///   - role: `viewer`, `editor`, `publisher` or `admin`.
    ///   - apps: The apps of the token; empty for all.
    /// - Returns: The token with its secret.
    /// - Throws: The reason why no token was made.
    package static func create(
        database: String, name: String, role: String, apps: [String]
    ) throws(ServerStartError) -> Made {
        guard let role = Role(rawValue: role) else {
            throw ServerStartError(
                "there is no role \(role)", hint: NearestName.hint(for: role, among: Role.allCases.map(\.rawValue)))
        }
        guard Files.exists(database) else { throw ServerStartError("there is no database \(database)") }
        let now = Instant(milliseconds: WallClock.milliseconds)
        let secret = Secret.make()
        let token = NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: role, scope: apps.isEmpty ? .all : .only(Set(apps)),
            secretHash: secret.hash, expiresAt: nil)
        do throws(StoreError) {
            let store = try SQLiteRuleStore(path: database, at: now)
            defer { store.close() }
            let made = try store.createToken(token, by: .machine("waymark token create"), at: now, recording: nil)
            return Made(id: made.id, secret: secret.text)
        } catch {
            throw ServerStartError(error.detail, hint: error.hint)
        }
    }
}
