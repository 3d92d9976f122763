import CanonicalJSON
import RouteAnalysis
import RouteModel
import RoutePattern
import RuleFixtures
import TestSupport
import Testing
import WebAddress

@testable import RouteIndex

@Suite("The index gives the same result as a scan of all alternatives", .scheduled)
struct EquivalenceTests {
    @Test(
        "winner, captures and candidates agree on random rule sets",
        arguments: [(1, 8), (2, 30), (3, 80), (4, 200), (5, 500), (6, 2000)])
    func agrees(seed: UInt64, rules: Int) throws {
        var random = RandomRules(seed: seed)
        let fixture = try IndexFixture.make(draft: random.draft(rules: rules))
        let scan = try Scan(fixture.body)
        var hits = 0
        let count = rules > 500 ? 400 : 1500
        for _ in 0..<count {
            let text = random.address()
            let context = random.context()
            let expected = scan.first(text, context)
            let actual = fixture.resolve(text, context, explaining: true)
            let hop = actual.trail.first
            #expect(hop?.rule == expected?.rule && hop?.alternative == expected?.alternative, "\(text) seed \(seed)")
            if let expected {
                hits += 1
                #expect(actual.parameters.path == expected.captures, "\(text) by \(expected.rule), seed \(seed)")
            }
            let candidates = scan.candidates(text, context)
            let reported = actual.explanation?.hops.first?.candidates ?? []
            #expect(reported.map(\.rule) == candidates.map(\.rule), "\(text) seed \(seed)")
            #expect(reported.map(Self.component) == candidates.map(\.component), "\(text) seed \(seed)")
            if expected == nil, (try? Address(text)) != nil { #expect(actual.outcome == .unmatched, "\(text)") }
        }
        print(
            "equivalence seed \(seed): \(rules) rules, \(fixture.body.order.count) alternatives, \(hits) hits of \(count)"
        )
        #expect(hits > count / 20)
    }

    @Test(
        "opaque paths are compared without decoding",
        arguments: ["a%20b", "a%2520b", "a b", "A%20b", "x", "\u{535A}", "%E5%8D%9A", "%ff"])
    func opaque(path: String) throws {
        let fixture = try IndexFixture.make(
            """
            {"id":"text","match":["mailto\\\\:a%20b"],"to":{"screen":"T"}},{"id":"rest","match":["tel\\\\:a%20*"],"to":{"screen":"R"}},
            {"id":"word","match":["news\\\\:\u{535A}"],"to":{"screen":"W"}},
            {"id":"fold","match":["mailto\\\\:a%20B"],"ignoreCase":true,"to":{"screen":"F"}}
            """)
        let scan = try Scan(fixture.body)
        for scheme in ["mailto", "tel", "news", "other"] {
            let address = "\(scheme):\(path)"
            #expect(fixture.resolve(address).trail.first?.rule == scan.first(address, Context())?.rule, "\(address)")
        }
    }

    @Test("index and scan both match up to 64 segments and 8 KB, also with a final slash or the authority as a segment")
    func limits() throws {
        let fixture = try IndexFixture.make(
            #"{"id":"all","match":["*://*/*"],"to":{"screen":"All"}},{"id":"flat","match":["flat:///*"],"to":{"screen":"F"}}"#,
            settings: #"{"authority":{"flat":"firstSegment"}}"#)
        let scan = try Scan(fixture.body)
        for head in ["https://h.com", "app://h", "flat://a", "app://"] {
            for count in 60...67 {
                for end in ["", "/", "//", "/?q"] {
                    let text = head + String(repeating: "/a", count: count) + end
                    let address = try Address(text)
                    let expected = scan.first(text, Context())
                    let actual = fixture.resolve(text)
                    #expect(actual.trail.first?.rule == expected?.rule, "\(text)")
                    let segments = MatchSubject(address, authority: fixture.body.settings.authority).segments
                    let filled = segments.last?.text == "" ? segments.count - 1 : segments.count
                    #expect((expected != nil) == (filled <= 64), "\(count) \(end)")
                }
            }
            for bytes in 8190...8195 {
                let text = head + "/" + String(repeating: "a", count: bytes - head.utf8.count - 1)
                #expect(fixture.resolve(text).trail.first?.rule == scan.first(text, Context())?.rule, "\(bytes)")
                #expect((scan.first(text, Context()) != nil) == (bytes <= 8192))
            }
        }
    }

    private static func component(_ candidate: Candidate) -> String {
        switch candidate.verdict {
        case .won: "won"
        case .failed(let component, _): component
        }
    }
}

/// The reference implementation: calls `Alternative.match` for every alternative in order.
struct Scan {
    let body: ReleaseBody
    let alternatives: [[Alternative]]

    struct Hit {
        var rule: String
        var alternative: Int
        var captures: [Parameters.Item]
    }

    init(_ body: ReleaseBody) throws {
        self.body = body
        alternatives = try body.alternatives()
    }

    func first(_ text: String, _ context: Context) -> Hit? {
        guard let subject = subject(text) else { return nil }
        for entry in body.order {
            let alternative = alternatives[entry.rule][entry.alternative]
            guard let values = alternative.match(subject), failure(entry, context) == nil else { continue }
            let captures = zip(alternative.captureNames, values).map { name, value in
                switch value {
                case .text(let text): Parameters.Item(name, .text(text))
                case .list(let list): Parameters.Item(name, .list(list))
                }
            }
            return Hit(rule: body.rules[entry.rule].id, alternative: entry.alternative, captures: captures)
        }
        return nil
    }

    /// The candidates of an explanation: all alternatives whose host and path match, up to the winner.
    func candidates(_ text: String, _ context: Context) -> [(rule: String, component: String)] {
        guard let subject = subject(text) else { return [] }
        var list: [(rule: String, component: String)] = []
        for entry in body.order where list.count < Limits.candidatesMax {
            let id = body.rules[entry.rule].id
            if let component = alternatives[entry.rule][entry.alternative].mismatchedComponent(subject) {
                if !["host", "path", "credentials"].contains(component) { list.append((id, component)) }
            } else if let failure = failure(entry, context) {
                list.append((id, failure.key))
            } else {
                list.append((id, "won"))
                break
            }
        }
        return list
    }

    private func subject(_ text: String) -> MatchSubject? {
        guard let address = try? Address(text) else { return nil }
        return MatchSubject(address, authority: body.settings.authority)
    }

    private func failure(_ entry: ReleaseBody.OrderEntry, _ context: Context) -> ConditionFailure? {
        let rule = body.rules[entry.rule]
        return rule.condition?.firstFailure(context, at: IndexFixture.now, ruleID: rule.id)
    }
}
