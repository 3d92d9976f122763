import LinkFiles
import RouteDocuments
import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import RouteAnalysis

@Suite("Second hosts, and every spelling of a path that links never open", .scheduled)
struct SurfaceSpellingTests {
    private static let fingerprint = [String](repeating: "0A", count: 32).joined(separator: ":")
    private static let apple = #""apple":[{"appID":"ABCDE12345.example.shop"}]"#
    private static let android = #""android":[{"package":"a.b","sha256":["\#(fingerprint)"]}]"#
    private static let all = #"{"id":"all","match":["https://go.example/:r*"],"to":{"screen":"I"}}"#

    private static func draft(_ surfaces: String, _ rules: String = all) throws -> Draft {
        let text = #"{"settings":{"origins":["https://go.example"],"surfaces":{\#(surfaces)}},"rules":[\#(rules)]}"#
        let decoded = DraftDecoder.draft(Array(text.utf8))
        return try #require(decoded.value, "\(decoded.findings)")
    }

    private static func findings(_ draft: Draft, _ expectations: [String] = []) throws -> [Finding] {
        let decoded = DraftDecoder.expectations(Array("[\(expectations.joined(separator: ","))]".utf8))
        let expectations = try #require(decoded.value, "\(decoded.findings)")
        return ReleaseCheck(draft: draft, expectations: expectations, at: Instant(milliseconds: 0)).findings()
    }

    /// Who opens an address: as a stored test address of each system says, and as the files of its host decide.
    private static func opening(_ text: String, _ draft: Draft) throws -> (tested: [String], files: [String]) {
        let systems = ["android", "ios"]
        let tested = try systems.filter { system in
            let context = #""context":{"platform":"\#(system)"}"#
            let expectation = #"{"url":"\#(text)","surface":"os",\#(context),"expect":{"address":"\#(text)"}}"#
            return try findings(draft, [expectation]).contains { $0.code == .expectationFailed }
        }
        let address = try Address(text)
        let files = try DraftTrial(draft).surfaces(at: Instant(milliseconds: 0)).files[address.host ?? ""]
        let apple = files.flatMap { AppleLinkFile.read($0.apple).file }?.decision(for: address)
        let android = files.flatMap { AndroidLinkFile.read($0.android).file }?.decision(for: address, package: "a.b")
        let opens = [android, apple].map { decision in if case .opens = decision { true } else { false } }
        return (tested, zip(systems, opens).filter(\.1).map(\.0))
    }

    @Test(
        "a test address is judged by the file that its host serves",
        arguments: [
            // The second host has the files of the first one.
            ("\"go.example\":{\(apple),\"secondHost\":\"open.example\",\"never\":[\"/login\"]}", ["ios"]),
            // It has a surface of its own, and with it other files.
            (
                "\"go.example\":{\(apple),\"secondHost\":\"open.example\"},"
                    + "\"open.example\":{\(android),\"claim\":[\"/i\"],\"never\":[\"/login\"]}", ["android"]
            ),
            // Of two hosts that name it, the lesser one gives the files.
            (
                "\"go.example\":{\(apple),\"secondHost\":\"open.example\"},"
                    + "\"app.example\":{\(android),\"claim\":[\"/i\"],\"secondHost\":\"open.example\"}",
                ["android"]
            ),
            ("\"go.example\":{\(apple)}", []),
        ])
    func secondHosts(surfaces: String, systems: [String]) throws {
        let draft = try Self.draft(surfaces)
        let opening = try Self.opening("https://open.example/i", draft)
        #expect(opening.files == systems && opening.tested == systems, "\(opening)")
        let login = try Self.opening("https://open.example/login", draft)
        #expect(login.tested == login.files, "\(login)")
    }

    @Test("a link of the second host that the app gets is the same link of the first one")
    func arriving() throws {
        let surfaces = "\"go.example\":{\(Self.apple),\"secondHost\":\"open.example\"}"
        let rule = #"{"id":"i","match":["https://go.example/i/:id"],"to":{"screen":"I"}}"#
        let url = #"{"url":"https://open.example/i/7?a=b","surface":"os","expect":"#
        let draft = try Self.draft(surfaces, rule)
        let found = try Self.findings(draft, [url + #"{"screen":"I","parameters":{"id":"7"}}}"#])
        #expect(found.allSatisfy { $0.code != .expectationFailed }, "\(found)")
        #expect(try Self.findings(draft, [url + #"{"unmatched":true}}"#]).contains { $0.code == .expectationFailed })
    }

    @Test(
        "an entry of never is read as the path of an address is",
        arguments: [
            ("/%E7%99%BB%E5%BD%95", "/\u{767B}\u{5F55}"), ("/%6Cogin", "/login"), ("/a/../login", "/login"),
            ("/%2E%2e/login", "/login"), ("/a\\b", "/a/b"), ("/./login", "/login"), ("/%6fauth/*", "/oauth/%FF"),
            ("/oauth/*", "/%6Fauth/%FF"), ("/100%25", "/100%"), ("/a%2Ab", "/a*b"), ("/a%3Fb", "/a%3Fb"),
            ("*/%6Cogin", "/x/login"), ("/a%24%28b", "/a$(b"), ("/caf%C3%A9", "/caf\u{E9}"),
        ])
    func entries(entry: String, path: String) throws {
        let written = entry.replacing("\\", with: "\\\\")
        let draft = try Self.draft("\"go.example\":{\(Self.apple),\(Self.android),\"never\":[\"\(written)\"]}")
        let opening = try Self.opening("https://go.example" + path, draft)
        #expect(opening.tested.isEmpty && opening.files.isEmpty, "\(opening)")
        let other = try Self.opening("https://go.example/other", draft)
        #expect(other.tested == ["android", "ios"] && other.files == ["android", "ios"], "\(other)")
    }

    @Test("an entry with a fragment is an error at its place, and one that reads like a query a warning")
    func strange() throws {
        let entries = #""never":["/ok","/login#top"],"claim":["/*","/a#b"]"#
        let found = try Self.findings(Self.draft("\"go.example\":{\(Self.apple),\(entries)}"))
        let places = found.filter { $0.code == .linkFile }.compactMap(\.pointer).sorted()
        let host = "/settings/surfaces/go.example/"
        #expect(places == [host + "claim/1", host + "never/1"], "\(found)")
        let never = #""never":["/ok?","/login?next=*"]"#
        let query = try Self.findings(Self.draft("\"go.example\":{\(Self.apple),\(never)}"))
        let warned = query.filter { $0.code == .unusualPattern && $0.reason == "query" }
        #expect(warned.map(\.pointer) == [host + "never/1"] && warned[0].severity == .warning, "\(query)")
    }

    @Test("for random entries and spellings, each surface answers as for the plain spelling")
    func spellings() throws {
        var random = SeededGenerator.fromEnvironment(default: 7)
        for _ in 0..<60 {
            let plain = Self.path(&random)
            let entry = plain + (Bool.random(using: &random) ? "/*" : "")
            let respelt = Self.spelling(of: plain, &random) + entry.dropFirst(plain.count)
            let drafts = try [entry, respelt].map { entry in
                let never = entry.replacing("\\", with: "\\\\")
                return try Self.draft("\"go.example\":{\(Self.apple),\(Self.android),\"never\":[\"\(never)\"]}")
            }
            for base in [plain, plain + "/x", plain + "/%FF", Self.path(&random)] {
                let spelt = Self.spelling(of: base, &random)
                let answers = try drafts.flatMap { draft in
                    try [base, spelt].map { path in
                        try Self.opening("https://go.example" + path.replacing("\\", with: "/"), draft)
                    }
                }
                let wanted = try #require(answers.first)
                #expect(
                    answers.allSatisfy { $0.files == wanted.files && $0.tested == wanted.files },
                    "\(entry) \(respelt) of \(base) \(spelt): \(answers)")
            }
        }
    }

    /// A path without signs that patterns give a meaning.
    private static func path(_ random: inout SeededGenerator) -> String {
        let parts = ["login", "oauth", "a", "\u{767B}\u{5F55}", "e\u{301}", "\u{E9}", "100%25", "x-y", "@me", "~"]
        return (0..<Int.random(in: 1...2, using: &random)).map { _ in
            "/" + parts[Int.random(in: 0..<parts.count, using: &random)]
        }.joined()
    }

    /// Another spelling of the same path: escapes in both cases of letters, and segments that dots remove.
    private static func spelling(of path: String, _ random: inout SeededGenerator) -> String {
        var text = ""
        var isEscape = 0
        for byte in path.utf8 {
            if byte == 0x25 { isEscape = 3 }
            let isKept = isEscape > 0 || byte == 0x2F || byte < 0x80 && Bool.random(using: &random)
            isEscape -= 1
            let hex = String(byte, radix: 16, uppercase: Bool.random(using: &random))
            text += isKept ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + hex
            if byte == 0x2F, Int.random(in: 0..<4, using: &random) == 0 {
                text += ["./", "%2e/", "b/../", "b/%2E./", "b\\..\\"][Int.random(in: 0..<5, using: &random)]
            }
        }
        return text
    }
}
