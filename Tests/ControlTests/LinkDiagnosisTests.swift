import CanonicalJSON
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Diagnoses of links over HTTP", .scheduled)
struct LinkDiagnosisEndpointTests {
    private static let path = "/v1/apps/shop/link-diagnoses"
    private static let settings = #"""
        {"origins":["https://go.example"],"surfaces":{"go.example":{"apple":[{"appID":"ABCDE12345.example.shop"}],
        "never":["/login"],"web":"https://www.example/"}}}
        """#

    /// A desk with the app `shop` and its host, whose release 1 has `/i/:id` and whose draft has `/new`, too.
    private func desk() throws -> Desk {
        let desk = try Desk()
        let item = #"{"id":"item","match":["/i/:id"],"to":{"screen":"Item"}}"#
        let new = #"{"id":"new","match":["/new"],"when":{"appVersion":">=6"},"to":{"screen":"New"}}"#
        for (method, path, body) in [
            ("POST", "/v1/apps", #"{"app":"shop"}"#), ("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#),
            ("PUT", "/v1/apps/shop/draft", #"{"settings":\#(Self.settings),"rules":[\#(item)]}"#),
            ("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#),
            ("POST", "/v1/apps/shop/draft/rules", new),
            ("PUT", "/v1/apps/shop/screens/ios/4.0", #"{"screens":{"Item":["id"]},"hosts":{}}"#),
        ] {
            let answer = desk.send(method, path, body)
            #expect((200..<300).contains(answer.status), "\(path): \(answer.text)")
        }
        return desk
    }

    private func ask(_ desk: Desk, _ path: String, _ more: String = #""appVersion":"6.0""#) -> JSONValue {
        let answer = desk.send(
            "POST", Self.path, #"{"address":"https://go.example\#(path)","os":"ios",\#(more)}"#)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    private func step(_ answer: JSONValue, _ surface: String) -> JSONValue {
        answer["steps"]?.arrayValue?.first { $0["surface"]?.stringValue == surface } ?? .null
    }

    @Test("a link that all agree on opens; one that a file keeps out is wrong there, with the next step")
    func served() throws {
        let desk = try desk()
        let opens = ask(desk, "/i/7")
        #expect(opens["opens"] == true && opens["wrong"] == nil && opens["release"] == 1, "\(opens)")
        #expect(opens["notes"]?.arrayValue?.count == 1, "what a device keeps")
        let kept = ask(desk, "/login")
        #expect(kept["opens"] == false)
        #expect(step(kept, "os")["next"]?.stringValue?.contains("never") == true, "\(kept)")
        #expect(step(kept, "web")["text"]?.stringValue?.contains("302 (web) to https://www.example/login") == true)
        let missing = ask(desk, "/i/7", #""appVersion":null"#)
        #expect(missing["opens"] == false && missing["wrong"] == nil)
        #expect(step(missing, "web")["text"]?.stringValue?.contains("302 (web) to https://www.example/i/7") == true)
        let closed = ask(desk, "/i/7", #""appVersion":"6.0","inApp":"qq""#)
        #expect(closed["wrong"] == "browser" && step(closed, "browser")["next"] != nil)
    }

    @Test("the draft answers before it is a release, and what the host serves is told")
    func draft() throws {
        let desk = try desk()
        #expect(ask(desk, "/new")["opens"] == false)
        let draft = ask(desk, "/new", #""appVersion":"6.0","release":"draft""#)
        #expect(draft["opens"] == true && draft["release"] == "draft" && draft["revision"] != nil, "\(draft)")
        #expect(draft["notes"]?.arrayValue?.first?.stringValue?.contains("serves release 1") == true)
        let old = ask(desk, "/new", #""appVersion":"5.0","release":"draft""#)
        #expect(old["wrong"] == "app" && step(old, "app")["next"]?.stringValue?.contains("version") == true)
        _ = desk.send("DELETE", "/v1/hosts/go.example")
        let lost = ask(desk, "/i/7", #""appVersion":"6.0","channel":"production""#)
        #expect(lost["notes"]?.arrayValue?.first?.stringValue?.contains("does not belong to this app") == true)
    }

    @Test("a build that does not declare the host gets no link")
    func declared() throws {
        let answer = ask(try desk(), "/i/7", #""appVersion":"4.0""#)
        #expect(answer["wrong"] == "os" && step(answer, "os")["text"] == "the build 4.0 does not declare go.example")
    }

    @Test(
        "wrong members are refused with what is right",
        arguments: [
            (#"{"address":"/i/7","os":"ios"}"#, "/address", "https://go.shop.example/i/7"),
            (#"{"address":"https://go.example/","os":"iOS"}"#, "/os", "ios"),
            (#"{"address":"https://go.example/","os":"windows"}"#, "/os", "android"),
            (#"{"address":"https://go.example/","os":"ios","inApp":"wechta"}"#, "/inApp", "wechat"),
            (#"{"address":"https://go.example/","os":"ios","appVersion":"v5"}"#, "/appVersion", "four numbers"),
            (#"{"os":"ios"}"#, "/address", ""), (#"{"address":"https://go.example/"}"#, "/os", ""),
            (#"{"address":"https://go.example/","os":"ios","release":1,"channel":"x"}"#, "/channel", "one of them"),
        ])
    func refused(body: String, pointer: String, hint: String) throws {
        let answer = try desk().send("POST", Self.path, body)
        #expect(answer.status == 422, "\(answer.text)")
        let error = answer.json["errors"]?[0]
        #expect(error?["pointer"]?.stringValue?.hasSuffix(pointer) == true, "\(answer.text)")
        #expect(hint.isEmpty || error?["hint"]?.stringValue?.contains(hint) == true, "\(answer.text)")
    }
}
