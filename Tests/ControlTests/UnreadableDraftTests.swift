import CanonicalJSON
import ReleaseStore
import SQLKit
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Stored drafts, test addresses and releases that cannot be read", .scheduled)
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
                refused.status == 503 && refused.text.contains("draft of alpha cannot be read at rule late"),
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

    /// A desk with two apps, each with a release.
    private func desk() throws -> Desk {
        let desk = try Desk()
        let draft =
            #"{"settings":{"origins":["https://h.com"]},"rules":[{"id":"item","match":["/:id"],"to":{"screen":"I"}}]}"#
        for app in ["alpha", "beta"] {
            _ = desk.send("POST", "/v1/apps", #"{"app":"\#(app)"}"#)
            #expect(desk.send("PUT", "/v1/apps/\(app)/draft?publish=1", draft).status == 200)
        }
        return desk
    }

    @Test("A test address is named with its place; a new list is stored, and then a release can be published")
    func expectations() throws {
        let desk = try desk()
        let both = [1, 2].map { #"{"url":"https://h.com/\#($0)","expect":{"screen":"I"}}"# }
        let good = "[\(both.joined(separator: ","))]"
        #expect(desk.send("PUT", "/v1/apps/alpha/expectations", good).status == 200)
        _ = try desk.store.write { session in
            let url = #""url":"https://h.com/2""#
            try session.run(
                "UPDATE expectations SET json = replace(json, ?1, ?2)",
                [.text(url), .text(#""at":"10000-01-01T07:59:59Z","# + url)])
        }
        for (path, body) in [("draft/check", "{}"), ("releases", #"{"message":"m"}"#)] {
            let refused = desk.send("POST", "/v1/apps/alpha/\(path)", body)
            #expect(refused.status == 503, "\(path)")
            #expect(refused.text.contains("test addresses of alpha cannot be read at /1/at"), "\(refused.text)")
        }
        #expect(desk.send("GET", "/v1/apps/alpha/expectations").status == 200)
        #expect(desk.send("POST", "/v1/apps/beta/releases", #"{"message":"m"}"#).status == 201)
        #expect(desk.send("PUT", "/v1/apps/alpha/expectations", good).status == 200)
        #expect(desk.send("POST", "/v1/apps/alpha/releases", #"{"message":"m"}"#).status == 201)
    }

    @Test("The draft of a release is named with the release, and stops no publish that says what it does")
    func release() throws {
        let desk = try desk()
        _ = try desk.store.write { session in
            try session.run(
                """
                UPDATE blob_chunks SET bytes = zeroblob(length(bytes)) WHERE blob_id =
                    (SELECT draft_blob FROM release_contents WHERE app_id = (SELECT id FROM apps WHERE name = 'alpha'))
                """)
        }
        for path in ["draft/diff", "draft/summary"] {
            let refused = desk.send("GET", "/v1/apps/alpha/\(path)")
            #expect(refused.status >= 500 && refused.text.contains("release 1 of alpha"), "\(path): \(refused.text)")
        }
        #expect(desk.send("GET", "/v1/apps/alpha/draft/rules/item/history").status == 200)
        let refused = desk.send("POST", "/v1/apps/alpha/releases", #"{"message":"m"}"#)
        #expect(refused.status == 409 && refused.text.contains("draft of release 1"), "\(refused.text)")
        #expect(desk.send("POST", "/v1/apps/beta/releases", #"{"message":"m"}"#).status == 201)
        let permitted = desk.send("POST", "/v1/apps/alpha/releases", #"{"message":"m","allowShrink":true}"#)
        #expect(permitted.status == 201, "\(permitted.text)")
        #expect(desk.send("GET", "/v1/apps/alpha/draft/summary").status == 200)
    }
}
