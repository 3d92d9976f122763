import CanonicalJSON
import LinkFiles
import TestSupport
import Testing
import WebAddress

@Suite("Link files written from a surface", .scheduled)
struct LinkSurfaceTests {
    private static let surface = LinkSurface(
        apple: ["ABCDE12345.com.example.shop"],
        android: [
            LinkSurface.AndroidApp(
                package: "com.example.shop",
                fingerprints: [String(repeating: "00:", count: 31) + "00"])
        ],
        harmony: ["123456"], claims: ["/p/*", "/login/help"], excludes: ["/login*"])

    @Test("the bytes are canonical, excludes before claims")
    func bytes() {
        let rules = #"[{"/":"/login*","exclude":true},{"/":"/p/*"},{"/":"/login/help"}]"#
        let details = #"[{"appIDs":["ABCDE12345.com.example.shop"],"components":\#(rules)}]"#
        let apple = #"{"applinks":{"defaults":{"percentEncoded":false},"details":\#(details)}}"#
        #expect(String(decoding: Self.surface.appleFile, as: UTF8.self) == apple)
        #expect(String(decoding: Self.surface.androidFile, as: UTF8.self).contains(rules))
        let harmony = #"{"applinking":{"apps":[{"appIdentifier":"123456"}]}}"#
        #expect(String(decoding: Self.surface.harmonyFile, as: UTF8.self) == harmony)
    }

    @Test("what is written is read whole and decides alike on both systems")
    func reads() throws {
        #expect(Self.surface.problems.isEmpty)
        let apple = try #require(AppleLinkFile.read(Self.surface.appleFile).file)
        let android = try #require(AndroidLinkFile.read(Self.surface.androidFile).file)
        #expect(HarmonyLinkFile.read(Self.surface.harmonyFile).file?.apps == ["123456"])
        for (path, opens) in [("/p/1", true), ("/login", false), ("/login/help", false), ("/other", false)] {
            let address = try Address("https://example.com" + path)
            for decision in [
                apple.decision(for: address), android.decision(for: address, package: "com.example.shop"),
            ] {
                if case .opens = decision { #expect(opens, "\(path)") } else { #expect(!opens, "\(path)") }
            }
        }
    }

    @Test("a surface without claims gives nothing to an app")
    func claimsNothing() throws {
        var surface = Self.surface
        surface.claims = []
        #expect(String(decoding: surface.androidFile, as: UTF8.self) == "[]")
        let apple = #"{"applinks":{"defaults":{"percentEncoded":false},"details":[]}}"#
        #expect(String(decoding: surface.appleFile, as: UTF8.self) == apple)
        #expect(HarmonyLinkFile.read(surface.harmonyFile).file?.apps == [])
    }

    @Test(
        "claims and excludes hold for every spelling of a path, on both systems",
        arguments: [
            ("/caf\u{E9}/*", "/caf%C3%A9/1"), ("/100%*", "/100%25"), ("/@?*", "/@bob"), ("/@?*", "/%40bob"),
            ("/oauth/*", "/%6Fauth/cb"), ("/oauth/*", "/oauth%2Fcb"), ("/b/?", "/b/%C3%A9"),
        ])
    func spellings(pattern: String, path: String) throws {
        var surface = Self.surface
        let address = try Address("https://example.com" + path)
        func decisions() throws -> [LinkDecision] {
            let apple = try #require(AppleLinkFile.read(surface.appleFile).file)
            let android = try #require(AndroidLinkFile.read(surface.androidFile).file)
            return [apple.decision(for: address), android.decision(for: address, package: "com.example.shop")]
        }
        (surface.claims, surface.excludes) = ([pattern], [])
        for decision in try decisions() { #expect(decision != .unclaimed) }
        (surface.claims, surface.excludes) = (["*"], [pattern])
        for decision in try decisions() {
            if case .excluded = decision { continue }
            Issue.record("\(pattern) does not exclude \(path): \(decision)")
        }
    }

    @Test("a surface that a system would not read has located problems")
    func locates() {
        var surface = Self.surface
        surface.claims = [""]
        surface.apple = ["shop"]
        #expect(surface.problems.map(\.code) == [.malformed, .discardsRules])
    }

    @Test("HarmonyOS's example, and a file without apps")
    func harmony() {
        // OpenHarmony's page "Using App Linking for Application Redirection".
        let example = #"{"applinking": {"apps": [{"appIdentifier": "1234567"}]}}"#
        #expect(HarmonyLinkFile.read(Array(example.utf8)).file?.apps == ["1234567"])
        #expect(HarmonyLinkFile.read(Array("{}".utf8)).problems.map(\.code) == [.missing])
        let empty = #"{"applinking": {"apps": [{}]}}"#
        #expect(HarmonyLinkFile.read(Array(empty.utf8)).problems.map(\.place.description) == ["/applinking/apps/0"])
    }
}
