import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerLog
@testable import ServerMetrics

@Suite("The answers of check and diff", .scheduled)
struct AnalysisAnswerTests {
    private static func draft(_ rules: [String]) -> String {
        #"{"settings":{"origins":["https://h.com"]},"rules":[\#(rules.joined(separator: ","))]}"#
    }

    @Test("findings beyond the limit of the list are counted")
    func leftOut() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let rules = (0..<1005).map {
            #"{"id":"r\#($0)","match":["/r\#($0)"],"when":{"before":"2020-01-01T00:00:00Z"},"to":{"screen":"S"}}"#
        }
        let put = try server.force("PUT", "/v1/apps/shop/draft", Self.draft(rules))
        #expect(put.status == 200, "\(put.text.prefix(500))")
        let check = try server.send("POST", "/v1/apps/shop/draft/check")
        #expect(check.json["findings"]?.arrayValue?.count == 1000)
        #expect(check.json["findingsLeftOut"] == 5)
    }

    @Test("a diff gives, for an address whose target changed, the context, the old target and the new one")
    func difference() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let rule = { (versions: String) in
            #"{"id":"a","match":["/a/:x"],"when":{"appVersion":"\#(versions)"},"to":{"screen":"A"}}"#
        }
        let put = try server.force(
            "PUT", "/v1/apps/shop/draft?publish=1&message=one", Self.draft([rule(">=5 <7")]))
        #expect(put.status == 200, "\(put.text)")
        _ = try server.force("PUT", "/v1/apps/shop/draft", Self.draft([rule(">=6 <7")]))
        let difference = try server.send("GET", "/v1/apps/shop/draft/diff").json
        #expect(difference["changed"] == ["a"] && difference["incomplete"] == false)
        let edge = difference["addresses"]?.arrayValue?.first {
            $0["witness"]?["context"]?["appVersion"] == "5"
        }
        #expect(edge?["from"]?["screen"] == "A" && edge?["to"]?["outcome"] == "unmatched", "\(difference.text)")
    }
}
