import CanonicalJSON
import ReleaseStore
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Every write is in the audit", .scheduled)
struct AuditTrailTests {
    /// A write and its audit rows: the action of each row, and whether it has the state before and after.
    private struct Write {
        var method: String
        var path: String
        var body: String?
        var rows: [(action: String, before: Bool, after: Bool)]

        init(_ method: String, _ path: String, _ body: String? = nil, _ rows: (String, Bool, Bool)...) {
            self.method = method
            self.path = "/v1" + path
            self.body = body
            self.rows = rows.map { (action: $0.0, before: $0.1, after: $0.2) }
        }
    }

    private static let rule = #"{"match":["/a"],"to":{"screen":"A"}}"#
    private static let draft = #"{"settings":{"origins":["https://a.example"]},"rules":[]}"#

    /// All writes, sent in this order to one server; `{id}` is the id of the token created before.
    private static let writes = [
        Write("POST", "/apps", #"{"app":"a"}"#, ("app.create", false, true)),
        Write("PATCH", "/apps/a", #"{"title":"A"}"#, ("app.change", true, true)),
        Write("PUT", "/apps/a/draft", draft, ("draft.replace", true, true)),
        Write("PUT", "/apps/a/draft?format=cnrouter", "{}", ("draft.replace", true, true)),
        Write(
            "PUT", "/apps/a/draft/settings", #"{"origins":["https://a.example"]}"#, ("settings.replace", true, true)),
        Write(
            "POST", "/apps/a/draft/rules", #"{"id":"r","match":["/a"],"to":{"screen":"A"}}"#, ("rule.add", false, true)),
        Write("PUT", "/apps/a/draft/rules/r", rule, ("rule.replace", true, true)),
        Write("PUT", "/apps/a/expectations", #"{"expectations":[]}"#, ("expectations.replace", true, true)),
        Write("PUT", "/apps/a/screens/ios/1.0", #"{"screens":{"A":[]}}"#, ("screens.replace", false, true)),
        Write("PUT", "/apps/a/screens/ios/1.0", #"{"screens":{"A":[]}}"#, ("screens.replace", true, true)),
        Write("DELETE", "/apps/a/screens/ios/1.0", nil, ("screens.delete", true, false)),
        Write("POST", "/apps/a/releases", #"{"message":"m"}"#, ("release.publish", true, true)),
        Write(
            "PUT", "/apps/a/draft/rules/r?publish=1", rule, ("rule.replace", true, true),
            ("release.publish", true, true)),
        Write("DELETE", "/apps/a/draft/rules/r", nil, ("rule.delete", true, false)),
        Write(
            "POST", "/apps/a/releases/1/restore?force=1", #"{"message":"m"}"#, ("draft.replace", true, true),
            ("release.restore", true, true)),
        Write(
            "POST", "/apps/a/draft/rules", #"{"id":"s","match":["/s"],"to":{"screen":"S"}}"#, ("rule.add", false, true)),
        Write("POST", "/apps/a/draft/discard", "{}", ("draft.discard", true, true)),
        Write("POST", "/apps/a/draft/rules/r/restore", #"{"from":1}"#, ("rule.restore", true, true)),
        Write("PUT", "/apps/a/channels/production", #"{"version":1}"#, ("channel.move", true, true)),
        Write("PUT", "/apps/a/channels/next", #"{"version":1,"public":false}"#, ("channel.move", false, true)),
        Write("DELETE", "/apps/a/channels/next", nil, ("channel.delete", true, false)),
        Write("PUT", "/hosts/go.example", #"{"app":"a"}"#, ("host.put", false, true)),
        Write("PUT", "/hosts/go.example", #"{"app":"a"}"#, ("host.put", true, true)),
        Write("DELETE", "/hosts/go.example", nil, ("host.delete", true, false)),
        Write("POST", "/tokens", #"{"name":"t","role":"viewer"}"#, ("token.create", false, true)),
        Write("POST", "/tokens/{id}/rotate", "{}", ("token.rotate", true, true)),
        Write("DELETE", "/tokens/{id}", nil, ("token.delete", true, false)),
        Write("POST", "/backup", nil, ("store.backup", false, true)),
        Write("POST", "/retention", nil, ("retention.run", false, true)),
        Write("DELETE", "/apps/a", nil, ("app.delete", true, false)),
    ]

    @Test("each kind of write adds its rows with token, address, old and new value; a refused write adds none")
    func everyWrite() throws {
        let desk = try Desk(["retentionReleases": "1", "retentionDays": "0"])
        var known = try desk.store.auditPage(AuditQuery(limit: 1000)).rows.count
        var token = ""
        // A database server makes its own backups.
        for write in Self.writes where StoreKind.selected == .sqlite || write.path != "/v1/backup" {
            let answer = desk.send(write.method, write.path.replacing("{id}", with: token), write.body)
            #expect((200..<300).contains(answer.status), "\(write.method) \(write.path): \(answer.text)")
            if write.path == "/v1/tokens" { token = answer.json["id"]?.stringValue ?? "" }
            let rows = try desk.store.auditPage(AuditQuery(limit: 1000)).rows.reversed().dropFirst(known)
            known += rows.count
            #expect(rows.map(\.action) == write.rows.map(\.action), "\(write.method) \(write.path)")
            for (row, expected) in zip(rows, write.rows) {
                #expect((row.before != nil) == expected.before, "\(write.method) \(write.path): before")
                #expect((row.after != nil) == expected.after, "\(write.method) \(write.path): after")
                #expect(row.by.address == "192.0.2.1" && row.by.tokenID != nil && row.by.name.hasPrefix("admin"))
            }
            let refused = desk.send(write.method, "/v1/apps/none" + write.path.dropFirst(3), write.body)
            #expect(refused.status >= 400)
        }
        #expect(try desk.store.auditPage(AuditQuery(limit: 1000)).rows.count == known)
        let actions = Set(Self.writes.flatMap { $0.rows.map(\.action) })
        // Rows of sessions are written by sign-ins, which have no token (ConsoleSessionTests).
        let others: Set = [
            "store.epoch", "audit.cut", "draft.convert", "session.link", "session.create", "session.delete",
        ]
        #expect(actions.union(others) == Set(AuditAction.allCases.map(\.rawValue)))
        #expect(desk.send("GET", "/v1/audit?limit=1000").text.contains("\"forced\":true"))
    }
}
