import AccessControl
import Digests
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreRecords
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
    ///   - apps: The apps it is for; empty for those of `channels`, or for all.
    ///   - channels: The channels that it may publish to and move, as `app/channel`; empty for all channels of its apps.
    /// - Returns: The token with its secret.
    /// - Throws: The reason why no token was made.
    package static func create(
        database: String, name: String, role: String, apps: [String], channels: [String] = []
    ) throws(OfflineError) -> Made {
        guard let role = Role(rawValue: role) else {
            throw OfflineError(
                "there is no role \(role)", hint: NearestName.hint(for: role, among: Role.allCases.map(\.rawValue)))
        }
        guard Files.exists(database) else { throw OfflineError("there is no database \(database)") }
        let limits = try limits(channels, exampleApp: apps.first ?? "shop")
        let apps = Set(apps.isEmpty ? Array(limits.channelsByApp.keys) : apps)
        if let app = limits.channelsByApp.keys.first(where: { !apps.contains($0) }) {
            throw OfflineError("the token has a channel of \(app) and is not for \(app)", hint: "add --app \(app)")
        }
        let now = Instant(milliseconds: WallClock.milliseconds)
        let secret = Secret.make()
        let token = NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: role, scope: apps.isEmpty ? .all : .only(apps),
            channels: limits, secretHash: secret.hash, expiresAt: nil)
        let mistake: TokenNames.Mistake
        do throws(StoreError) {
            let store = try SQLiteRuleStore(path: database, at: now)
            defer { store.close() }
            guard let found = try TokenNames.mistake(in: token.scope, limits, for: .all, store: store) else {
                let made = try store.createToken(token, by: .machine("waymark token create"), at: now, recording: nil)
                return Made(id: made.id, secret: secret.text)
            }
            mistake = found
        } catch {
            throw OfflineError(error)
        }
        throw OfflineError(mistake.detail, hint: mistake.hint)
    }

    /// Reads texts `app/channel`.
    private static func limits(_ texts: [String], exampleApp: String) throws(OfflineError) -> ChannelLimits {
        for text in texts where ChannelLimits.names(text) == nil {
            throw OfflineError("\(text) is not a channel", hint: "write APP/CHANNEL, such as \(exampleApp)/staging")
        }
        return ChannelLimits(texts.compactMap { ChannelLimits.names($0) })
    }
}
