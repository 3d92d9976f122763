import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("What drafts say about links", .scheduled)
struct LinkSettingsTests {
    private static let print = [String](repeating: "0A", count: 32).joined(separator: ":")
    private static let settings = """
        {"description":"All of it","destinations":["https://shop.example"],"fallback":["web","store"],"image":"https://shop.example/i.png",\
        "origins":["https://go.shop.example"],"schemes":["shop"],"surfaces":{"go.shop.example":{"android":[{\
        "package":"example.shop","sha256":["\(print)"]}],"apple":[{"appID":"ABCDE12345.example.shop"}],\
        "claim":["/i/*"],"harmony":["101"],"never":["/login"],"stores":{"ios":"https://apps.example/1"},\
        "web":"https://www.shop.example/"}},"title":"Shop"}
        """
    private static let rule = """
        {"description":"One of it","fallback":["app"],"id":"i","image":"https://shop.example/1.png","match":["/i/:id"],"priority":1,\
        "strictSlash":true,"title":"An item","to":{"screen":"Item"}}
        """

    private func draft(_ settings: String = Self.settings, rules: String = Self.rule) throws -> Draft {
        let decoded = DraftDecoder.draft(Array(#"{"settings":\#(settings),"rules":[\#(rules)]}"#.utf8))
        return try #require(decoded.value, "\(decoded.findings)")
    }

    @Test("settings and rules are read, typed, and written again byte for byte")
    func roundTrip() throws {
        let draft = try draft()
        #expect(String(decoding: draft.settings.canonicalBytes, as: UTF8.self) == Self.settings)
        #expect(String(decoding: draft.rules[0].canonicalBytes, as: UTF8.self) == Self.rule)
        let links = draft.settings.links
        let surface = try #require(links.surfaces["go.shop.example"])
        #expect(surface.apple == ["ABCDE12345.example.shop"] && surface.harmony == ["101"])
        #expect(surface.android == [.init(package: "example.shop", fingerprints: [Self.print])])
        #expect(surface.claim == ["/i/*"] && surface.never == ["/login"])
        #expect(surface.stores == [.ios: "https://apps.example/1"] && surface.web == "https://www.shop.example/")
        let shop = LinkPage(
            title: "Shop", description: "All of it", image: "https://shop.example/i.png", fallback: [.web, .store])
        #expect(links.page == shop)
        let page = LinkPage(
            title: "An item", description: "One of it", image: "https://shop.example/1.png", fallback: [.app])
        #expect(draft.rules[0].page == page)
    }

    @Test("a rule's permanent is kept if its destination is a redirect, and refused elsewhere")
    func permanent() throws {
        let rule = #"{"id":"m","match":["/m"],"permanent":true,"to":{"redirect":"https://shop.example/n"}}"#
        let draft = try draft(rules: rule)
        #expect(draft.rules[0].page == LinkPage(isPermanent: true))
        #expect(String(decoding: draft.rules[0].canonicalBytes, as: UTF8.self) == rule)
        let surfaces = ReleaseSurfaces(of: draft)
        #expect(ReleaseSurfaces(document: surfaces.document)?.pages["m"]?.isPermanent == true)
        let without = try self.draft(rules: rule.replacing("true", with: "false"))
        #expect(without.rules[0].linkText.isEmpty)
        for (text, pointer, reason) in [
            (rule.replacing("true", with: "1"), "/permanent", "wrong-type"),
            (#"{"id":"m","match":["/m"],"permanent":true,"to":{"screen":"A"}}"#, "/permanent", "misplaced-key"),
            (#"{"id":"m","match":["/m"],"permanent":true,"to":{"block":"no"}}"#, "/permanent", "misplaced-key"),
        ] {
            let decoded = DraftDecoder.rule(Array(text.utf8), settings: draft.settings)
            #expect(decoded.findings.first?.pointer == pointer, "\(text)")
            #expect(decoded.findings.first?.reason == reason, "\(text)")
        }
        let settings = DraftDecoder.settings(Array(#"{"permanent":true}"#.utf8))
        #expect(settings.findings.first?.reason == "unknown-key")
    }

    @Test("an empty claim is kept, and a draft without a word about links has none")
    func defaults() throws {
        let some = try draft(#"{"origins":["https://h.example"],"surfaces":{"h.example":{"claim":[],"never":[]}}}"#)
        #expect(some.settings.links.surfaces["h.example"]?.claim == [])
        let none = try draft(
            #"{"origins":["https://h.example"]}"#, rules: #"{"id":"a","match":["/a"],"to":{"screen":"A"}}"#)
        #expect(none.settings.links == LinkSettings() && none.settings.linkText.isEmpty)
        #expect(none.rules[0].page == LinkPage() && none.rules[0].linkText.isEmpty)
        #expect(ReleaseSurfaces(of: none).isEmpty && !ReleaseSurfaces(of: some).isEmpty)
    }

    @Test(
        "wrong values have a finding at their place",
        arguments: [
            (#"{"surfaces":[]}"#, "/surfaces", "wrong-type"),
            (#"{"surfaces":{"Go.example":{}}}"#, "/surfaces/Go.example", "invalid-host"),
            (#"{"surfaces":{"h.example":{"appel":[]}}}"#, "/surfaces/h.example/appel", "unknown-key"),
            (#"{"surfaces":{"h.example":{"apple":[{}]}}}"#, "/surfaces/h.example/apple/0", "missing-key"),
            (
                #"{"surfaces":{"h.example":{"apple":[{"appID":"shop"}]}}}"#, "/surfaces/h.example/apple/0/appID",
                "invalid-app"
            ),
            (
                #"{"surfaces":{"h.example":{"android":[{"package":"shop","sha256":["0A"]}]}}}"#,
                "/surfaces/h.example/android/0/package", "invalid-app"
            ),
            (
                #"{"surfaces":{"h.example":{"android":[{"package":"a.b","sha256":["0a"]}]}}}"#,
                "/surfaces/h.example/android/0/sha256/0", "invalid-fingerprint"
            ),
            (#"{"surfaces":{"h.example":{"stores":{"play":"x"}}}}"#, "/surfaces/h.example/stores/play", "unknown-key"),
            (#"{"surfaces":{"h.example":{"web":"shop:x"}}}"#, "/surfaces/h.example/web", "invalid-address"),
            (
                #"{"surfaces":{"h.example":{"web":"https://u@h.example"}}}"#, "/surfaces/h.example/web",
                "invalid-address"
            ),
            (#"{"surfaces":{"h.example":{"never":["login"]}}}"#, "/surfaces/h.example/never/0", "invalid-path"),
            (#"{"surfaces":{"h.example":{"never":["/a","/a"]}}}"#, "/surfaces/h.example/never/1", "duplicate"),
            (#"{"fallback":["app","app"]}"#, "/fallback/1", "duplicate"),
            (#"{"fallback":["apps"]}"#, "/fallback/0", "unknown-value"), (#"{"fallback":[]}"#, "/fallback", "empty"),
            (#"{"title":""}"#, "/title", "empty"), (#"{"image":1}"#, "/image", "wrong-type"),
            (#"{"description":""}"#, "/description", "empty"),
        ])
    func refused(_ settings: String, _ pointer: String, _ reason: String) {
        let decoded = DraftDecoder.settings(Array(settings.utf8))
        #expect(decoded.value == nil)
        #expect(decoded.findings.first?.pointer == pointer, "\(decoded.findings)")
        #expect(decoded.findings.first?.reason == reason, "\(decoded.findings)")
    }

    @Test("there is a limit to hosts, apps and texts")
    func limits() {
        let hosts = (0...LinkSettingsLimits.hostsMax).map { "\"h\($0).example\":{}" }.joined(separator: ",")
        let title = String(repeating: "x", count: LinkSettingsLimits.titleBytesMax + 1)
        let words = String(repeating: "x", count: LinkSettingsLimits.descriptionBytesMax + 1)
        for (text, reason) in [
            ("{\"surfaces\":{\(hosts)}}", "too-many"), ("{\"title\":\"\(title)\"}", "too-long"),
            ("{\"description\":\"\(words)\"}", "too-long"),
        ] {
            #expect(DraftDecoder.settings(Array(text.utf8)).findings.first?.reason == reason)
        }
    }

    @Test("a body has no trace of it, and the content digest covers it")
    func beside() throws {
        let draft = try draft()
        let plain = try self.draft(
            #"{"destinations":["https://shop.example"],"origins":["https://go.shop.example"],"schemes":["shop"]}"#,
            rules: #"{"id":"i","match":["/i/:id"],"priority":1,"strictSlash":true,"to":{"screen":"Item"}}"#)
        let bodies = try [draft, plain].map {
            try ReleaseBody.freeze(draft: $0, app: "a", version: 1, publishedAt: Instant(milliseconds: 0))
        }
        #expect(bodies[0] == bodies[1] && bodies[0].canonicalBytes == bodies[1].canonicalBytes)
        let surfaces = ReleaseSurfaces(of: draft)
        #expect(bodies[0].contentBytes(beside: surfaces) != bodies[0].contentBytes)
        #expect(bodies[0].contentBytes(beside: ReleaseSurfaces(of: plain)) == bodies[0].contentBytes)
        var other = surfaces
        other.files["go.shop.example"] = .init(apple: Array("{}".utf8), android: Array("[]".utf8), harmony: [])
        #expect(bodies[0].contentBytes(beside: other) == bodies[0].contentBytes(beside: surfaces))
    }

    @Test("what a release keeps is read again as it was written")
    func document() throws {
        var surfaces = ReleaseSurfaces(of: try draft())
        surfaces.files["go.shop.example"] = .init(
            apple: Array(#"{"applinks":{}}"#.utf8), android: Array("[]".utf8), harmony: Array("{}".utf8))
        #expect(ReleaseSurfaces(document: surfaces.document) == surfaces)
        #expect(try JSONValue(parsing: surfaces.document).canonicalBytes == surfaces.document)
        for text in ["", "[]", "{}", #"{"files":{"h":{}},"format":1,"rules":{},"settings":{}}"#] {
            #expect(ReleaseSurfaces(document: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("a rule may allow the warnings about links, and not their errors")
    func allowed() {
        func reason(_ code: String) -> String? {
            let rule = #"{"id":"a","match":["https://h.example/a"],"to":{"screen":"A"},"allow":["\#(code)"]}"#
            return DraftDecoder.rule(Array(rule.utf8), settings: Settings()).findings.first?.reason
        }
        #expect(reason("claim-wider") == nil && reason("unclaimed") == nil)
        #expect(reason("host-not-owned") == "not-a-warning" && reason("link-file") == "not-a-warning")
    }
}
