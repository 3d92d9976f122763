import Digests
package import ReleaseStore
import RouteDocuments
package import RouteModel
import SQLKit
package import StoreDatabases
package import StoreRecords
import TestSupport
import Testing

extension Principal {
    /// A principal.
    package static func make(_ name: String = "ada", tokenID: String? = nil) -> Principal {
        Principal(tokenID: tokenID, name: name, address: "192.0.2.1")
    }
}

extension Instant {
    /// An instant in seconds since 1970.
    package static func make(_ seconds: Int64 = 1_800_000_000) -> Instant { Instant(milliseconds: seconds * 1000) }
}

/// What a store has, to compare stores.
package struct StoreOverview: Sendable, Hashable {
    /// Facts about the database.
    package var facts: StoreFacts
    /// All apps, by name.
    package let apps: [AppRecord]
    /// All channels, by app and name.
    package let channels: [ChannelRecord]
}

extension RuleStore {
    /// Reads facts, apps and channels.
    package func overview() throws(StoreError) -> StoreOverview {
        let apps = try apps()
        var channels: [ChannelRecord] = []
        for app in apps { channels += try self.channels(app.name) }
        return StoreOverview(facts: try read { session in try session.facts() }, apps: apps, channels: channels)
    }
}

extension RuleText {
    /// A rule with a note.
    package static func make(_ id: String, note: String = "") -> RuleText {
        RuleText(id: id, json: Array(#"{"id":"\#(id)","note":"\#(note)"}"#.utf8))
    }
}

extension PreparedRelease {
    /// A release whose body has the text and as many blanks.
    package static func make(
        basis: Int, version: Int, channel: ChannelOrder? = nil, text: String = "", bytes: Int = 0
    ) -> PreparedRelease {
        let body = Array("{\"version\":\(version),\"text\":\"\(text)\"}".utf8) + [UInt8](repeating: 32, count: bytes)
        return PreparedRelease(
            basis: basis, version: version,
            channel: channel ?? ChannelOrder(ChannelRecord.production), message: "release \(version)",
            publishedAt: .make(),
            digest: SHA256.hexDigest(of: body), contentDigest: SHA256.hexDigest(of: Array(text.utf8)), body: body,
            gzip: [1, 2, 3], draft: Array("{}".utf8), findings: [], ruleCount: 3)
    }
}

extension PreparedRelease {
    /// A release of an app's body with a rule, so that it can be compiled, and its index.
    package static func makeCompiled(basis: Int, version: Int, app: String = "moments") throws -> PreparedRelease {
        let rule = #"{"id":"a","match":["/v\#(version)/:id"],"to":{"screen":"Item"}}"#
        let decoded = DraftDecoder.draft(Array(#"{"settings":{"origins":["https://h.com"]},"rules":[\#(rule)]}"#.utf8))
        let draft = try #require(decoded.value, "\(decoded.findings)")
        let body = try ReleaseBody.freeze(draft: draft, app: app, version: version, publishedAt: .make()).canonicalBytes
        var prepared = make(basis: basis, version: version)
        prepared.digest = SHA256.hexDigest(of: body)
        prepared.body = body
        prepared.index = ReleaseIndex(compiling: body)
        return prepared
    }
}

extension ChannelOrder {
    /// A channel that clients need a token for; it is made if it does not exist.
    package static func `private`(_ name: String) -> ChannelOrder {
        ChannelOrder(name, isCreating: true, isPublic: false)
    }
}

extension NewToken {
    /// A token whose secret is its id.
    package static func make(
        _ id: String, role: Role = .admin, scope: AppScope = .all, channels: [String: Set<String>] = [:],
        expiresAt: Instant? = nil
    ) -> NewToken {
        NewToken(
            id: id, name: "token \(id)", role: role, scope: scope, channels: ChannelLimits(channels),
            secretHash: SHA256.hash(Array(id.utf8)), expiresAt: expiresAt)
    }
}

extension IdempotencyKey {
    /// A key of one request.
    package static func make(_ key: String, body: String = "body") -> IdempotencyKey {
        IdempotencyKey(
            token: "t", method: "POST", path: "/v1/x", key: key, bodyDigest: SHA256.hash(Array(body.utf8)))
    }
}

extension RuleStore {
    /// Creates an app whose draft has the given rules and revision 2.
    @discardableResult
    package func makeApp(_ name: String = "moments", rules: [String] = ["a", "b", "c"]) throws -> DraftOutcome {
        _ = try createApp(
            name, title: "T", poll: PollSettings(interval: 60, jitter: 10), by: .make(), at: .make(), recording: nil)
        return try edit(.replaceAll(settings: Array("{}".utf8), rules: rules.map { .make($0) }), app: name)
    }

    /// Edits a draft.
    @discardableResult
    package func edit(
        _ edit: DraftEdit, app: String = "moments", if precondition: Precondition = .any,
        publishing: PreparedRelease? = nil, recording: Recording<DraftOutcome>? = nil
    ) throws -> DraftOutcome {
        try editDraft(
            app, edit, if: precondition, publishing: publishing, by: .make(), at: .make(), recording: recording)
    }

    /// Publishes a release.
    @discardableResult
    package func publish(_ publication: PreparedRelease, app: String = "moments") throws -> PublishedRelease {
        try publish(app, publication, by: .make(), at: .make(), recording: nil)
    }

    /// Makes an instant the settled time: both clocks say so, and a day passes.
    package func settle(until instant: Instant) throws {
        for time in [instant.milliseconds, instant.milliseconds + StoreLimits.settlingMilliseconds] {
            try noteClocks(at: Instant(milliseconds: time), time)
        }
    }

    /// The rows of a page of the audit.
    package func audit(_ query: AuditQuery) throws -> [AuditRecord] { try auditPage(query).rows }

    /// Verifies the audit's chain on a snapshot.
    package func verifyAudit() throws -> AuditVerdict { try read { session in try session.verifyAudit() } }

    /// The ids of a draft's rules, in their order.
    package func ruleIDs(_ app: String = "moments") throws -> [String] {
        try rules(app, RuleQuery(limit: 1000)).rules.map(\.id)
    }
}

/// Runs the closure with a store in a new folder; closes the store afterwards.
package func withStore<Result>(_ body: (SQLiteRuleStore, String) throws -> Result) throws -> Result {
    let folder = try TemporaryDirectory()
    let path = folder.file("waymark.db")
    let store = try SQLiteRuleStore(path: path, at: .make())
    defer { store.close() }
    return try body(store, path)
}

/// The code of the store error that `body` must throw.
package func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch { return (error as? StoreError)?.code }
}

/// The present revision or sequence of the store error that `body` must throw.
package func current(_ body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch { return (error as? StoreError)?.current }
}

/// Runs statements on the database file without the store.
package func tamper(_ path: String, _ script: String) throws {
    var connection = try Connection(path, .readWrite, lockWaitMilliseconds: 5000)
    defer { connection.close() }
    try connection.runScript(script)
}
