import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures
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

    @Test("a draft that two threads check has the findings of a small one, and a publish that shrinks it is refused")
    func large() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let mistake = #"{"id":"far","match":["/far/:a(x|y)"],"when":{"region":["China"]},"to":{"screen":"F"}}"#
        let tie = #"{"id":"tie","match":["/far/:a(y|z)"],"when":{"platform":["ios"]},"to":{"screen":"T"}}"#
        let put = { (count: Int) in
            let rules = (0..<count).map { #"{"id":"r\#($0)","match":["/r\#($0)"],"to":{"screen":"S"}}"# }
            return try server.force("PUT", "/v1/apps/shop/draft", Self.draft([mistake, tie] + rules)).status
        }
        let codes = {
            let check = try server.send("POST", "/v1/apps/shop/draft/check").json
            return check["findings"]?.arrayValue?.compactMap { $0["code"]?.stringValue } ?? []
        }
        #expect(try put(1) == 200)
        let few = try codes()
        #expect(few == ["tie", "unknown-region"])
        #expect(try put(3 * ControlLimits.checkBesideRulesMin) == 200)
        #expect(try codes() == few)
        #expect(try server.publish().status == 201)
        #expect(try put(ControlLimits.checkBesideRulesMin) == 200)
        let refused = try server.publish()
        #expect(refused.status == 409 && refused.text.contains("shrinks"), "\(refused.text)")
    }

    @Test("a dry run tells which addresses an edit that is not stored would move, and stores nothing")
    func movesOfDryRun() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let rule = { (screen: String) in #"{"id":"a","match":["/a"],"to":{"screen":"\#(screen)"}}"# }
        _ = try server.force("PUT", "/v1/apps/shop/draft", Self.draft([rule("A")]))
        let trial = try server.force("PUT", "/v1/apps/shop/draft?dryRun=1&moves=1", Self.draft([rule("B")]))
        let difference = trial.json["difference"]
        #expect(difference?["changed"] == ["a"])
        #expect(difference?["addresses"]?[0]?["witness"]?["address"] == "https://h.com/a")
        #expect(difference?["addresses"]?[0]?["from"]?["screen"] == "A")
        #expect(difference?["meanings"]?[0]?["to"]?["screen"] == "B")
        let same = try server.force("PUT", "/v1/apps/shop/draft?dryRun=1&moves=1", Self.draft([rule("A")])).json
        #expect(same["difference"]?["addresses"]?.arrayValue?.isEmpty == true)
        #expect(
            try server.force("PUT", "/v1/apps/shop/draft?dryRun=1", Self.draft([rule("B")])).json["difference"] == nil)
        let imported = try server.force(
            "PUT", "/v1/apps/shop/draft?format=netlify&dryRun=1&moves=1", "/a https://h.com/b 302\n")
        #expect(imported.json["difference"]?["changed"] == ["a"])
        #expect(try server.send("GET", "/v1/apps/shop/draft/rules/a").json["to"]?["screen"] == "A")
    }

    @Test("a warning that its rule allows is counted; the audit shows who allowed it and why, and the body nothing")
    func allowed() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let rule = { (allow: String) in
            #"{"id":"a","match":["/a"],"when":{"region":["China"]},\#(allow)"to":{"screen":"A"}}"#
        }
        _ = try server.force("PUT", "/v1/apps/shop/draft", Self.draft([rule("")]))
        let before = try server.send("POST", "/v1/apps/shop/draft/check").json
        #expect(before["findings"]?[0]?["code"] == "unknown-region" && before["allowed"] == nil)
        let allowed = rule(#""allow":{"unknown-region":"our old clients send it"},"#)
        #expect(try server.force("PUT", "/v1/apps/shop/draft/rules/a", allowed).status == 200)
        let after = try server.send("POST", "/v1/apps/shop/draft/check").json
        #expect(after["findings"] == [] && after["allowed"] == 1)
        let newest = try server.send("GET", "/v1/audit?limit=1").json["audit"]?[0]?["sequence"]?.integerValue
        let row = try server.send("GET", "/v1/audit/\(newest ?? 0)")
        #expect(row.text.contains("our old clients send it"), "\(row.text)")
        #expect(try server.publish().status == 201)
        let body = try server.send("GET", "/v1/apps/shop/rules", token: nil)
        #expect(body.status == 200 && !body.text.contains("allow"), "\(body.text)")
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
        for against in ["01", "+1"] {
            #expect(try server.send("GET", "/v1/apps/shop/draft/diff?against=\(against)").status == 404)
        }
        let edge = difference["addresses"]?.arrayValue?.first {
            $0["witness"]?["context"]?["appVersion"] == "5"
        }
        #expect(edge?["from"]?["screen"] == "A" && edge?["to"]?["outcome"] == "unmatched", "\(difference.text)")
    }

    @Test("a difference that a limit cuts names the rules for which it proves nothing")
    func notProved() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        // Rules with a key each, in more combinations than are tried.
        let rules = (0..<14).map { number in
            #"{"id":"r\#(number)","match":["/a"],"when":{"attributes":{"k\#(number)":["a"]}},"to":{"screen":"A"}}"#
        }
        _ = try server.force("PUT", "/v1/apps/shop/draft?publish=1&message=one", Self.draft(rules))
        _ = try server.force("PUT", "/v1/apps/shop/draft", Self.draft(Array(rules.dropLast())))
        let difference = try server.send("GET", "/v1/apps/shop/draft/diff").json
        #expect(difference["incomplete"] == true && difference["notProved"]?[0] == "r0", "\(difference.text)")
    }

    @Test("a draft with too many alternatives is refused, and a stored one is opened, checked and not published")
    func alternatives() throws {
        let desk = try Desk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let origins = (0..<64).map { "\"https://h\($0).com\"" }.joined(separator: ",")
        let settings = "{\"origins\":[\(origins)]}"
        let rule = { (id: String, groups: Int) in
            let match = (0..<32).map { "\"/\(id)/p\($0)\(String(repeating: "{a}?", count: groups))\"" }
            return "{\"id\":\"\(id)\",\"match\":[\(match.joined(separator: ","))],\"to\":{\"screen\":\"S\"}}"
        }
        let draft = "{\"settings\":\(settings),\"rules\":[\(rule("big", 4))]}"
        for query in ["?dryRun=1", "", "?publish=1"] {
            let refused = desk.send("PUT", "/v1/apps/shop/draft\(query)", draft)
            #expect(refused.status == 422 && refused.text.contains("too-many-alternatives"), "\(refused.text)")
            #expect(refused.text.contains("/rules/0/match"), "\(refused.text)")
        }

        // Each rule is accepted; only all together have too many alternatives.
        _ = desk.send("PUT", "/v1/apps/shop/draft", "{\"settings\":\(settings),\"rules\":[]}")
        for number in 0..<25 {
            let added = desk.send("POST", "/v1/apps/shop/draft/rules", rule("r\(number)", 1))
            #expect(added.status == 201, "\(added.text)")
        }
        let check = desk.send("POST", "/v1/apps/shop/draft/check")
        #expect(check.status == 200 && check.json["blocks"] == true, "\(check.text)")
        #expect(check.json["findings"]?.arrayValue?.map { $0["code"] } == ["too-many-alternatives"], "\(check.text)")
        let publish = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#)
        #expect(publish.status == 422 && publish.text.contains("too-many-alternatives"), "\(publish.text)")
        #expect(desk.send("GET", "/v1/apps/shop/draft/diff").status == 422)
        // All other operations on the draft work, and it can be published when a rule is removed.
        #expect(desk.send("GET", "/v1/apps/shop/draft").status == 200)
        #expect(desk.send("DELETE", "/v1/apps/shop/draft/rules/r3").status == 204)
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
    }
}
