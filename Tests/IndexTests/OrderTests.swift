import RouteAnalysis
import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteIndex

@Suite("The index follows the order of language.md section 6", .scheduled)
struct OrderTests {
    /// All paths of one or two segments over two literals, an affix and a capture, with every ending.
    static let patterns: [String] = {
        let pieces = ["a", "b", "v:x", ":x"]
        let one = pieces.map { "/" + $0.replacing("x", with: "x0") }
        let two = one.flatMap { head in pieces.map { head + "/" + $0.replacing("x", with: "x1") } }
        return (one + two).flatMap { path in ["", "/*", "/:r*"].map { "https://h.com" + path + $0 } }
    }()

    /// All addresses of up to three segments over words that match only some of the segments.
    static let addresses: [String] = {
        var all = ["https://h.com"]
        var level = all
        for _ in 0..<3 {
            level = level.flatMap { path in ["a", "b", "va", "c"].map { path + "/" + $0 } }
            all += level
        }
        return all
    }()

    private static func fixture(_ patterns: [String]) throws -> IndexFixture {
        try IndexFixture.make(
            Draft(
                settings: Settings(),
                rules: try patterns.enumerated().map {
                    Rule(id: "r\($0.offset)", patterns: [try Pattern($0.element)], destination: .block("x"))
                }))
    }

    @Test("a pattern that matches strictly fewer addresses wins")
    func fewerAddressesWin() throws {
        let fixture = try Self.fixture(Self.patterns)
        let alternatives = try Self.patterns.map { try #require(try Pattern($0).alternatives(origins: []).first) }
        let subjects = try Self.addresses.map { MatchSubject(try Address($0)) }
        let languages = alternatives.map { alternative in
            Set(subjects.indices.filter { alternative.match(subjects[$0]) != nil })
        }
        var decided = 0
        for (place, address) in Self.addresses.enumerated() {
            let fitting = languages.indices.filter { languages[$0].contains(place) }
            guard let rule = fixture.resolve(address).trail.first?.rule, let winner = Int(rule.dropFirst()) else {
                #expect(fitting.isEmpty, "\(address)")
                continue
            }
            #expect(fitting.contains(winner), "\(address)")
            for loser in fitting where loser != winner {
                #expect(!languages[loser].isStrictSubset(of: languages[winner]), "\(address): \(Self.patterns[loser])")
                decided += languages[winner].isStrictSubset(of: languages[loser]) ? 1 : 0
            }
        }
        #expect(decided > 500)
    }

    @Test("the order of the draft decides only between patterns with equal keys")
    func authorsOrderDecidesNothing() throws {
        var random = SeededGenerator.fromEnvironment(default: 6)
        let key = try Dictionary(
            uniqueKeysWithValues: Self.patterns.map {
                ($0, try #require(try Pattern($0).alternatives(origins: []).first).key)
            })
        for _ in 0..<12 {
            let some = Array(Self.patterns.shuffled(using: &random).prefix(20))
            let other = some.shuffled(using: &random)
            let (one, two) = (try Self.fixture(some), try Self.fixture(other))
            for address in Self.addresses {
                let first = one.resolve(address).trail.first.flatMap { Int($0.rule.dropFirst()) }.map { some[$0] }
                let second = two.resolve(address).trail.first.flatMap { Int($0.rule.dropFirst()) }.map { other[$0] }
                #expect(
                    first.flatMap { key[$0] } == second.flatMap { key[$0] },
                    "\(address): \(first ?? "nothing") or \(second ?? "nothing"), seed \(random.seed)")
            }
        }
    }

    @Test(
        "captures of a branch that failed are discarded",
        arguments: [
            ("https://h.com/x/m/1/end", "first", ["a=x", "b=1"]),
            ("https://h.com/x/m/1/stop", "second", ["c=x", "d=m", "e=1"]),
            ("https://h.com/v7/m/1/stop", "third", ["f=7", "g=m"]),
            ("https://h.com/v7/m/2/none", "tail", ["t=v7", "0=m,2,none"]),
            ("https://h.com/v7-8/m/1/x", "split", ["i=7", "j=8", "0=1,x"]),
        ])
    func backtracking(address: String, rule: String, captures: [String]) throws {
        let fixture = try IndexFixture.make(
            """
            {"id":"first","match":["https://h.com/:a/m/:b/end"],"to":{"screen":"A"}},
            {"id":"second","match":["https://h.com/:c/:d/:e/stop"],"to":{"screen":"B"}},
            {"id":"third","match":["https://h.com/v:f(\\\\d+)/:g/1/stop"],"to":{"screen":"C"}},
            {"id":"split","match":["https://h.com/v:i-:j/m/*"],"to":{"screen":"D"}},
            {"id":"tail","match":["https://h.com/:t/*"],"to":{"screen":"E"}}
            """)
        let found = fixture.resolve(address)
        #expect(found.trail.first?.rule == rule)
        #expect(
            found.parameters.path.map { item in
                switch item.value {
                case .text(let text): "\(item.name)=\(text)"
                case .list(let list): "\(item.name)=\(list.joined(separator: ","))"
                }
            } == captures)
    }
}
