import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("An explanation lists the candidates and why they failed", .scheduled)
struct ExplanationTests {
    static let rules = """
        {"id":"s","match":["http://h.com/a"],"to":{"screen":"S"}},
        {"id":"p","match":["https://h.com:8443/a"],"to":{"screen":"P"}},
        {"id":"q","match":["https://h.com/a\\\\?v=2"],"to":{"screen":"Q"}},
        {"id":"c","match":["https://h.com/a"],"to":{"screen":"C"},"when":{"signedIn":true}},
        {"id":"w","match":["https://h.com/:any"],"to":{"screen":"W"}},
        {"id":"deep","match":["https://h.com/b/c/d"],"to":{"screen":"D"}}
        """

    @Test("candidates are in order, each with the first component that does not match, up to the winner")
    func candidates() throws {
        let hop = try #require(
            IndexFixture.make(Self.rules).resolve("https://h.com/a?v=1", explaining: true).explanation?.hops.first)
        let reported = hop.candidates.map { candidate in
            switch candidate.verdict {
            case .won: "\(candidate.rule) won"
            case .failed(let component, _): "\(candidate.rule) \(component)"
            }
        }
        #expect(Set(reported) == ["s scheme", "p port", "q query", "c signedIn", "w won"])
        #expect(reported.last == "w won")
        #expect(hop.nearestMiss == nil)
    }

    @Test("without a candidate the nearest miss names the first part that does not match")
    func nearestMiss() throws {
        let fixture = try IndexFixture.make(Self.rules)
        let hop = try #require(fixture.resolve("https://h.com/b/c/x", explaining: true).explanation?.hops.first)
        let miss = try #require(hop.nearestMiss)
        #expect(miss.rule == "deep")
        #expect(miss.verdict == .failed(component: "path", detail: #"Segment 3 is "x"; rules know "d"."#))
        let short = try #require(
            fixture.resolve("https://h.com/b/c", explaining: true).explanation?.hops.first?.nearestMiss)
        #expect(
            short.verdict
                == .failed(component: "path", detail: #"The path ends after segment 2; rules go on with "d"."#))
    }

    /// Rules, an address, and the sentence of the nearest miss.
    static let misses = [
        ([#"/book/:isbn(\\d+)"#], "/book/abc", #""abc" does not fit :isbn(\d+), which takes digits only."#),
        ([#"/y/:year(\\d{4})"#], "/y/19", #""19" does not fit :year(\d{4}), which takes exactly 4 digits."#),
        (
            [#"/c/:c([a-f0-9\\-]+)"#], "/c/X",
            #""X" does not fit :c([\-0-9a-f]+), which takes characters of [\-0-9a-f] only."#
        ),
        ([#"/k/:k(a|b)"#], "/k/c", #""c" does not fit :k(a|b), which takes only "a", "b"."#),
        ([#"/v/v:n(\\d+)"#], "/v/vx", #""vx" does not fit v:n(\d+)."#),
        (["/r1", "/r2"], "/camp", #"Segment 1 is "camp"; rules know "r1", "r2"."#),
        (["/a", "/b", "/c", "/d"], "/e", "\u{2026}."),
        (
            ["/b/new", #"/b/:id(\\d+)"#], "/b/x",
            #"Segment 2 is "x"; rules know "new", and :id(\d+), which takes digits only."#
        ),
        (["/a"], "/a/b", #"Segment 2 is "b"; the rule ends before it."#),
        ([#"/a/:n(\\d+)"#], "/a", #"The path ends after segment 1; rules go on with :n(\d+)."#),
    ]

    @Test("a nearest miss uses the words of the rule", arguments: misses)
    func sentences(patterns: [String], path: String, sentence: String) throws {
        let rules = patterns.enumerated().map {
            #"{"id":"r\#($0)","match":["https://h.com\#($1)"],"to":{"screen":"S"}}"#
        }
        let hop = try IndexFixture.make(rules.joined(separator: ",")).resolve("https://h.com" + path, explaining: true)
            .explanation?.hops.first
        let miss = try #require(hop?.nearestMiss)
        guard case .failed(_, let detail) = miss.verdict else { return }
        #expect(detail == sentence || (sentence.count == 2 && detail.hasSuffix(sentence)), "\(detail)")
    }

    @Test("a component that does not match is a sentence with both values")
    func components() throws {
        let fixture = try IndexFixture.make(
            Self.rules + #",{"id":"n","match":["https://h.com/n\\?id=:id(\\d+)"],"to":{"screen":"N"}}"#)
        func reasons(_ address: String) -> [String] {
            let hop = fixture.resolve(address, explaining: true).explanation?.hops.first
            return (hop?.candidates ?? []).compactMap {
                if case .failed(_, let detail) = $0.verdict { detail } else { nil }
            }
        }
        let details = reasons("https://h.com/a?v=1")
        #expect(details.contains(#"The scheme is "https"; the rule wants "http"."#), "\(details)")
        #expect(details.contains("The port is the scheme's default; the rule wants 8443."), "\(details)")
        #expect(details.contains(#"The query has no "v" that is "2"."#), "\(details)")
        #expect(
            reasons("https://h.com/n?id=x")
                .contains(#"The query has no "id" that fits :id(\d+), which takes digits only."#))
    }

    @Test("a text without a scheme gets the address to write")
    func noAddress() throws {
        let outcome = try IndexFixture.make(Self.rules).resolve("h.com/a").outcome
        guard case .failed(let failure) = outcome else { return #expect(Bool(false)) }
        #expect(
            failure.detail
                == "This is not an address: it has no scheme. Write the whole address, beginning with https://.")
    }

    @Test("every hop is explained on request, and otherwise none")
    func hops() throws {
        let fixture = try IndexFixture.make(
            """
            {"id":"r","match":["https://h.com/r"],"to":{"redirect":"https://h.com/t"}},
            {"id":"t","match":["https://h.com/t"],"to":{"screen":"T"}}
            """)
        let reported = fixture.resolve("https://h.com/r", explaining: true).explanation?.hops.map(\.address)
        #expect(reported == ["https://h.com/r", "https://h.com/t"])
        #expect(fixture.resolve("https://h.com/r").explanation == nil)
    }

    @Test("as text it has one line per candidate with the reason, and the nearest miss if nothing matched")
    func lines() throws {
        let fixture = try IndexFixture.make(Self.rules)
        func reported(_ address: String) -> String? {
            fixture.resolve(address, explaining: true).explanation.map { "\($0)" }
        }
        #expect(
            reported("https://h.com/b/c/x") == """
                1. https://h.com/b/c/x
                   no rule's pattern matches
                   nearest: deep (alternative 0): path: Segment 3 is "x"; rules know "d".
                """)
        let lines = reported("https://h.com/a?v=1")?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.first == "1. https://h.com/a?v=1")
        #expect(lines.count == 6 && lines.last == "   w (alternative 0): won")
        #expect(lines.contains { $0.hasPrefix("   c (alternative 0): ") && $0.contains("signedIn") })
    }
}
