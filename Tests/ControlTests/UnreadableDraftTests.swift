import CanonicalJSON
import ReleaseStore
import SQLKit
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("A stored draft that cannot be read", .scheduled)
struct UnreadableDraftTests {
    @Test(
        "The error names the rule and the member; other apps go on, and a whole new draft can be stored and published")
    func named() throws {
        let draft =
            #"{"settings":{"origins":["https://h.com"]},"rules":[{"id":"late","match":["/:id"],"to":{"screen":"I"}}]}"#
        for suffix in ["", "?publish=1"] {
            let desk = try Desk()
            for app in ["alpha", "beta"] {
                _ = desk.send("POST", "/v1/apps", #"{"app":"\#(app)"}"#)
                #expect(desk.send("PUT", "/v1/apps/\(app)/draft", draft).status == 200)
            }
            let bad = #"{"id":"late","match":["/:id"],"to":{"screen":"I"},"when":{"before":"10000-01-01T07:59:59Z"}}"#
            _ = try desk.store.write { session in
                try session.run(
                    "UPDATE draft_rules SET json = ?1 WHERE app_id = (SELECT id FROM apps WHERE name = 'alpha')",
                    [.text(bad)])
            }
            let refused = desk.send("POST", "/v1/apps/alpha/releases", #"{"message":"m"}"#)
            #expect(
                refused.status == 500 && refused.text.contains("draft of alpha cannot be read at rule late"),
                "\(refused.text)")
            #expect(refused.text.contains("/rules/0/when/before"), "\(refused.text)")
            #expect(desk.send("POST", "/v1/apps/beta/releases", #"{"message":"m"}"#).status == 201)
            for path in ["draft", "draft/rules", "draft/rules/late", "releases"] {
                #expect(desk.send("GET", "/v1/apps/alpha/\(path)").status == 200, "\(path)")
            }
            #expect(desk.send("PUT", "/v1/apps/alpha/draft\(suffix)", draft).status == 200, "\(suffix)")
            let last = desk.send("POST", "/v1/apps/alpha/releases", #"{"message":"m"}"#)
            #expect(last.status == 201, "\(last.text)")
        }
    }
}
