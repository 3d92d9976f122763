import CanonicalJSON
import LinkFiles
import TestSupport
import Testing
import WebAddress

@Suite("Apple's link file", .scheduled)
struct AppleLinkFileTests {
    /// The example of Apple's page "applinks".
    private static let example = """
        {"applinks": {"details": [{
          "appIDs": ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2"],
          "components": [
            {"#": "no_universal_links", "exclude": true, "comment": "never"},
            {"/": "/buy/*", "comment": "begins with /buy/"},
            {"/": "/help/website/*", "exclude": true},
            {"/": "/help/*", "?": {"articleNumber": "????"}}]}]}}
        """

    private static let apps = ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2"]

    private static func decision(_ text: String, _ file: String = example) throws -> LinkDecision {
        let reading = AppleLinkFile.read(Array(file.utf8))
        #expect(reading.problems.isEmpty)
        return try #require(reading.file).decision(for: Address(text))
    }

    @Test(
        "Apple's example",
        arguments: [
            ("https://example.com/buy/1", "opens 1"), ("https://example.com/buy/1#no_universal_links", "excluded 0"),
            ("https://example.com/help/website/a?articleNumber=1234", "excluded 2"),
            ("https://example.com/help/a?x=1&articleNumber=1234", "opens 3"),
            ("https://example.com/help/a?articleNumber=12345", "unclaimed"),
            ("https://example.com/help/a", "unclaimed"),
            ("https://example.com/help/a?articleNumber=1234&articleNumber=1", "unclaimed"),
            ("https://example.com/", "unclaimed"), ("ftp://example.com/buy/1", "unclaimed"),
        ])
    func decides(address: String, expected: String) throws {
        let shown =
            switch try Self.decision(address) {
            case .opens(let apps, let place): apps == Self.apps ? "opens \(place.tokens.last ?? "")" : "other apps"
            case .excluded(let place): "excluded \(place.tokens.last ?? "")"
            case .unclaimed: "unclaimed"
            }
        #expect(shown == expected)
    }

    @Test("defaults of the domain, of the app and of the rule, the nearest counts")
    func defaults() throws {
        let file = """
            {"applinks": {"defaults": {"caseSensitive": false}, "details": [
              {"appID": "ABCDE12345.a.b", "defaults": {"percentEncoded": false}, "components": [
                {"/": "/Caf\u{E9}/*"}, {"/": "/EXACT", "caseSensitive": true}]}]}}
            """
        #expect(try Self.decision("https://example.com/caf%C3%A9/1", file) != .unclaimed)
        #expect(try Self.decision("https://example.com/exact", file) == .unclaimed)
        #expect(try Self.decision("https://example.com/EXACT", file) != .unclaimed)
    }

    @Test("paths of the form before iOS 13")
    func legacyPaths() throws {
        let file = #"{"applinks":{"details":[{"appID":"ABCDE12345.a.b","paths":["NOT /wwdc/*","/w*"]}]}}"#
        let place = JSONPointer(["applinks", "details", "0", "paths", "0"])
        #expect(try Self.decision("https://example.com/wwdc/1", file) == .excluded(place: place))
        #expect(try Self.decision("https://example.com/www", file) != .unclaimed)
    }

    @Test(
        "problems have a code and a place",
        arguments: [
            ("[", "not-json", ""), ("{}", "missing", ""), (#"{"applinks":{}}"#, "missing", "/applinks"),
            (#"{"applinks":{"details":{}}}"#, "wrong-kind", "/applinks/details"),
            (#"{"applinks":{"details":[{"components":[]}]}}"#, "missing", "/applinks/details/0"),
            (
                #"{"applinks":{"details":[{"appID":"ABCDE12345.a","components":{}}]}}"#, "wrong-kind",
                "/applinks/details/0/components"
            ),
            (
                #"{"applinks":{"details":[{"appID":"ABCDE12345.a","paths":"/a"}]}}"#, "wrong-kind",
                "/applinks/details/0/paths"
            ),
            (#"{"applinks":{"defaults":[],"details":[]}}"#, "wrong-kind", "/applinks/defaults"),
            (#"{"applinks":{"details":[{"appID":"x","components":[]}]}}"#, "malformed", "/applinks/details/0"),
            (
                #"{"applinks":{"details":[{"appID":"ABCDE12345.a","components":[{"/":"/$(x)"}]}]}}"#,
                "unknown-variable", "/applinks/details/0/components/0/~1"
            ),
            (
                #"{"applinks":{"substitutionVariables":{"a(":[]},"details":[]}}"#, "malformed",
                "/applinks/substitutionVariables/a("
            ),
        ])
    func locates(file: String, code: String, place: String) throws {
        let problem = try #require(AppleLinkFile.read(Array(file.utf8)).problems.first)
        #expect(problem.code.rawValue == code)
        #expect(problem.place.description == place)
        #expect(problem.message.contains(";"))
    }

    @Test("a long variable that many rules use is refused before it needs memory")
    func refusesManyStates() {
        let rules = Array(repeating: #"{"/":"$(x)"}"#, count: 8_000).joined(separator: ",")
        let file = """
            {"applinks":{"substitutionVariables":{"x":["\(String(repeating: "a", count: 16_000))"]},
             "details":[{"appID":"ABCDE12345.a","components":[\(rules)]}]}}
            """
        let reading = AppleLinkFile.read(Array(file.utf8))
        #expect(reading.file == nil)
        #expect(reading.problems.map(\.code) == [.fileTooLarge])
    }

    @Test("the places of rules are those of the document")
    func places() throws {
        let bytes = Array(Self.example.utf8)
        let document = try JSONDocument(parsing: bytes)
        let details = try #require(AppleLinkFile.read(bytes).file).details
        let places = details.flatMap { $0.components.map(\.place) }
        #expect(places.count == 4)
        for place in places { #expect(document.root.descendant(place)?.pointer == place) }
    }

    @Test("a file over 128 KB is refused")
    func refusesLargeFiles() {
        let text = #"{"applinks":{"details":[]}}"# + String(repeating: " ", count: LinkLimits.fileBytes)
        let reading = AppleLinkFile.read(Array(text.utf8))
        #expect(reading.file == nil)
        #expect(reading.problems.map(\.code) == [.tooLarge])
    }
}
