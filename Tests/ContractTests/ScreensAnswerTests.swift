import CanonicalJSON
import ReleaseStore
import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Screens of builds in answers", .scheduled)
struct ScreensAnswerTests {
    @Test("a platform in the wrong case is refused, unless builds of it are stored; an app's own platform is accepted")
    func platforms() throws {
        let desk = try Desk()
        desk.makeShop()
        func status(_ platform: String) -> Int {
            desk.send("PUT", "/v1/apps/shop/screens/\(platform)/1.0", #"{"screens":{}}"#).status
        }
        #expect(status("Android") == 422 && status("android") == 200 && status("Kiosk") == 200)
        let manifest = try RequestDecoding.screens(Array(#"{"screens":{}}"#.utf8), platform: "iOS", version: "0.9")
        _ = try desk.store.putScreens("shop", manifest, by: .machine("test"), at: Instant(milliseconds: desk.now))
        #expect(status("iOS") == 200)
    }

    @Test(
        "a write with a tag is refused after another write, with what is stored now; without one it is not"
    )
    func tags() throws {
        let desk = try Desk()
        desk.makeShop()
        let path = "/v1/apps/shop/screens/ios/1.0"
        func send(_ method: String, _ body: String? = nil, if tag: String?) -> Answer {
            desk.send(method, path, body, ifMatch: tag)
        }
        #expect(desk.send("GET", path).status == 404)
        #expect(send("PUT", #"{"screens":{}}"#, if: #""b1""#).json["current"] == #""b0""#)
        let first = send("PUT", #"{"screens":{"Item":["id"]}}"#, if: #""b0""#)
        let tag = first["ETag"]
        #expect(first.status == 200 && desk.send("GET", path)["ETag"] == tag)
        #expect(desk.send("GET", path).json == ["screens": ["Item": ["id"]]])
        #expect(send("PUT", #"{"screens":{}}"#, if: #""b0""#).status == 412)
        let second = send("PUT", #"{"screens":{"Other":[]}}"#, if: nil)
        #expect(second.status == 200 && second["ETag"] != tag)
        for (method, body) in [("PUT", #"{"screens":{}}"#), ("DELETE", nil)] {
            let refused = send(method, body, if: tag)
            #expect(refused.status == 412 && refused.json["current"]?.stringValue == second["ETag"])
            #expect(refused.json["resource"] == ["screens": ["Other": []]])
        }
        #expect(send("DELETE", if: second["ETag"]).status == 204)
        // Screens that are stored again have no tag of those before.
        let again = send("PUT", #"{"screens":{"Item":["id"]}}"#, if: #""b0""#)
        #expect(again.status == 200 && again["ETag"] != tag)
        #expect(send("PUT", #"{"screens":{}}"#, if: tag).status == 412)
        #expect(send("DELETE", if: nil).status == 204)
    }

    @Test("The list has pages, and without parameters the members that it always had")
    func pages() throws {
        let desk = try Desk()
        desk.makeShop()
        // More than a page of other lists has by default.
        for build in 0..<120 {
            let path = "/v1/apps/many/screens/ios/1.\(build)"
            if build == 0 { #expect(desk.send("POST", "/v1/apps", #"{"app":"many"}"#).status == 201) }
            #expect(desk.send("PUT", path, #"{"screens":{}}"#).status == 200)
        }
        let many = desk.send("GET", "/v1/apps/many/screens").json
        #expect(many["next"] == .null && many["screens"]?.arrayValue?.count == 120)
        for version in ["1.0", "1.1", "2.0"] {
            let answer = desk.send("PUT", "/v1/apps/shop/screens/ios/\(version)", #"{"screens":{"Item":["id"]}}"#)
            #expect(answer.status == 200)
        }
        _ = desk.send("PUT", "/v1/apps/shop/screens/a%2Fb/1.0", #"{"screens":{}}"#)
        let all = desk.send("GET", "/v1/apps/shop/screens").json
        #expect(all["next"] == .null && all["screens"]?.arrayValue?.count == 4)
        #expect(all["screens"]?[1]?["screens"]?["Item"] == ["id"] && all["screens"]?[1]?["version"] == "1.0")
        let first = desk.send("GET", "/v1/apps/shop/screens?limit=2").json
        #expect(first["next"] == "ios/1.0" && first["screens"]?[0]?["platform"] == "a/b")
        let second = desk.send("GET", "/v1/apps/shop/screens?limit=2&after=ios/1.0").json
        #expect(
            second["next"] == .null && second["screens"]?.arrayValue?.compactMap { $0["version"] } == ["1.1", "2.0"])
        #expect(desk.send("GET", "/v1/apps/shop/screens?after=a%2Fb%2F1.0&limit=1").json["next"] == "ios/1.0")
        for wrong in ["ios", "ios/x", "/1.0", "ios/"] {
            let answer = desk.send("GET", "/v1/apps/shop/screens?after=\(wrong)")
            #expect(answer.status == 400 && answer.text.contains("such as ios/5.2.0"), "\(wrong): \(answer.text)")
        }
    }

    @Test("A publish is refused while a stored build lacks the rule's screen, and not after its deletion")
    func publish() throws {
        let desk = try Desk()
        desk.makeShop()
        let builds = [("1.0", #"{"Home":[]}"#), ("1.1", #"{"Item":["id"]}"#), ("1.2", #"{"Item":["id","ref"]}"#)]
        for (version, screens) in builds {
            _ = desk.send("PUT", "/v1/apps/shop/screens/ios/\(version)", "{\"screens\":\(screens)}")
        }
        let refused = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"second"}"#)
        #expect(refused.status == 422 && refused.text.contains("ios 1.0 has no screen"))
        #expect(refused.text.contains("ios 1.2 has a screen") && !refused.text.contains("ios 1.1"))
        #expect(desk.send("DELETE", "/v1/apps/shop/screens/ios/1.0").status == 204)
        let put = desk.send("PUT", "/v1/apps/shop/screens/ios/1.2", #"{"screens":{"Item":["id"]}}"#)
        #expect(put.status == 200)
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"second"}"#).status == 201)
    }
}
