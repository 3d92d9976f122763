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
        #expect(miss.verdict == .failed(component: "path", detail: "segment 3 is \"x\"; expected \"d\""))
        let short = try #require(
            fixture.resolve("https://h.com/b/c", explaining: true).explanation?.hops.first?.nearestMiss)
        #expect(short.verdict == .failed(component: "path", detail: "ends after segment 2; expected \"d\""))
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
                   nearest: deep (alternative 0): path segment 3 is "x"; expected "d"
                """)
        let lines = reported("https://h.com/a?v=1")?.split(separator: "\n").map(String.init) ?? []
        #expect(lines.first == "1. https://h.com/a?v=1")
        #expect(lines.count == 6 && lines.last == "   w (alternative 0): won")
        #expect(lines.contains { $0.hasPrefix("   c (alternative 0): ") && $0.contains("signedIn") })
    }
}
