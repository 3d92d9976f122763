import CanonicalJSON
import LinkFiles
import TestSupport
import Testing
import WebAddress

@Suite("Android's link file", .scheduled)
struct AndroidLinkFileTests {
    private static let print =
        "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"

    private static func file(_ rules: String) -> [UInt8] {
        Array(
            """
            [{"relation": ["delegate_permission/common.handle_all_urls"],
              "target": {"namespace": "android_app", "package_name": "com.example.app",
                         "sha256_cert_fingerprints": ["\(print)"]},
              "relation_extensions": {"delegate_permission/common.handle_all_urls":
                {"dynamic_app_link_components": \(rules)}}}]
            """.utf8)
    }

    @Test(
        "statement lists, tested by Google's cases",
        .enabled(if: ConformanceFolder.isPresent("assetlinks-web.json")))
    func agreesWithGoogle() throws {
        let document = try JSONDocument(parsing: ConformanceFolder.bytes(of: "assetlinks-web.json"))
        var (read, refused) = (0, 0)
        for item in document.root.elements {
            let name = item["name"]?.stringValue ?? ""
            let body = try #require(item["body"]?.stringValue)
            let outcomes = item["outcomes"]?.elements.map { $0.stringValue ?? "" } ?? []
            let reading = AndroidLinkFile.read(Array(body.utf8))
            // FETCH_ERROR stands for a list that is refused and for one that holds no statement.
            let found = reading.file.map { !$0.statements.isEmpty } ?? false
            #expect(found == (outcomes.first == "SUCCESS"), "\(name): \(reading.problems.map(\.message))")
            if reading.file == nil { #expect(!reading.problems.isEmpty, "\(name) is refused without a problem") }
            if found { read += 1 } else { refused += 1 }
        }
        ConformanceFolder.report("assetlinks-web.json", ["read": read, "refused or empty": refused])
    }

    @Test("without dynamic rules every address is claimed, for its own package")
    func claimsAll() throws {
        let text = String(decoding: Self.file("[]"), as: UTF8.self)
        let bytes = Array(text.replacing("dynamic_app_link_components", with: "other").utf8)
        let file = try #require(AndroidLinkFile.read(bytes).file)
        let address = try Address("https://example.com/any")
        #expect(file.decision(for: address, package: "com.example.app") != .unclaimed)
        #expect(file.decision(for: address, package: "com.example.other") == .unclaimed)
    }

    @Test("rules in order: the first match decides")
    func decides() throws {
        let rules = """
            [{"/": "/pages/login.aspx", "exclude": true}, {"/": "/path*", "?": {"dx": "?*"}},
             {"#": "app*", "comments": "fragments"}]
            """
        let reading = AndroidLinkFile.read(Self.file(rules))
        #expect(reading.problems.isEmpty)
        let file = try #require(reading.file)
        func place(_ text: String) throws -> String {
            switch file.decision(for: try Address(text), package: "com.example.app") {
            case .opens(_, let place): "opens \(place.tokens.last ?? "")"
            case .excluded(let place): "excluded \(place.tokens.last ?? "")"
            case .unclaimed: "unclaimed"
            }
        }
        #expect(try place("https://example.com/pages/login.aspx#app") == "excluded 0")
        #expect(try place("https://example.com/path1?dx=1") == "opens 1")
        #expect(try place("https://example.com/path1?dx=") == "unclaimed")
        #expect(try place("https://example.com/path1") == "unclaimed")
        #expect(try place("https://example.com/path1#apple") == "opens 2")
        #expect(try place("https://example.com/path1?dx=&dx=%31") == "opens 1")
        #expect(try place("https://example.com/path1?a;dx=1") == "opens 1")
        let places = try #require(file.statements.first?.rules).map(\.place)
        let document = try JSONDocument(parsing: Self.file(rules))
        for place in places { #expect(document.root.descendant(place)?.pointer == place) }
    }

    @Test("an absent fragment matches no pattern, not even *")
    func needsFragment() throws {
        let file = try #require(AndroidLinkFile.read(Self.file(##"[{"#": "*"}]"##)).file)
        #expect(file.decision(for: try Address("https://h.example/"), package: "com.example.app") == .unclaimed)
        #expect(file.decision(for: try Address("https://h.example/#"), package: "com.example.app") != .unclaimed)
    }

    @Test("the manifest limits what the file gives")
    func manifestScope() throws {
        let file = try #require(AndroidLinkFile.read(Self.file(#"[{"/": "*"}]"#)).file)
        let surface = LinkSurface(claims: ["/p/*", "/about"])
        let scope = AndroidManifestScope(of: surface, host: "h.example")
        for (text, opens) in [
            ("https://h.example/p/1", true), ("https://h.example/about", true), ("https://h.example/about/us", false),
            ("https://h.example/%70/1", true), ("https://other.example/p/1", false),
        ] {
            let decision = file.decision(for: try Address(text), package: "com.example.app", manifest: scope)
            #expect((decision != .unclaimed) == opens, "\(text)")
        }
        #expect(scope.intentFilter.contains(#"<data android:pathPrefix="/p/" />"#))
        #expect(scope.intentFilter.contains(#"<data android:path="/about" />"#))
        let wide = AndroidManifestScope(hosts: ["*.h.example"])
        #expect(wide.contains(try Address("https://a.b.h.example/")))
        #expect(!wide.contains(try Address("https://h.example/")))
        #expect(AndroidManifestScope(of: LinkSurface(claims: ["/*", "/a"]), host: "h").paths.isEmpty)
    }

    @Test("Apple's variables mean nothing on Android")
    func refusesVariables() throws {
        let reading = AndroidLinkFile.read(Self.file(#"[{"/": "/$(lang)/*"}]"#))
        #expect(reading.problems.map(\.code) == [.unknownVariable])
        let file = try #require(reading.file)
        #expect(file.decision(for: try Address("https://h.example/en/1"), package: "com.example.app") == .unclaimed)
    }

    @Test("a pattern of too many states is a located problem")
    func refusesLongPatterns() throws {
        let pattern = String(repeating: "a", count: LinkLimits.patternStates + 1)
        let reading = AndroidLinkFile.read(Self.file(#"[{"/": "\#(pattern)"}]"#))
        #expect(reading.problems.map(\.code) == [.patternTooLarge])
    }

    @Test(
        "one malformed or empty field discards all dynamic rules",
        arguments: [
            "[]", "{}", "[{}]", #"[{"/": ""}]"#, #"[{"/": 1}]"#, #"[{"/": "/a"}, {"exclude": "true"}]"#,
            #"[{"/": "/a"}, {"?": "x=1"}]"#, #"[{"?": {}}]"#, #"[{"path": "/a"}]"#,
        ])
    func discards(rules: String) throws {
        let reading = AndroidLinkFile.read(Self.file(rules))
        #expect(reading.problems.map(\.code) == [.discardsRules])
        let place = try #require(reading.problems.first).place.description
        #expect(place.contains("dynamic_app_link_components"))
        #expect(try #require(reading.file?.statements.first).rules == nil)
    }
}
