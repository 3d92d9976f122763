import RouteAnalysis
import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import TestSupport
import Testing
import WebAddress

@Suite("The total order", .scheduled)
struct RuleOrderTests {
    /// A random rule over few words, so that many rules compete.
    private static func rule(_ number: Int, _ random: inout SeededGenerator) throws -> Rule {
        let words = ["a", "b", ":x", ":x(\\d+)", ":x(p|q)", "v:x"]
        func pattern() -> String {
            var segments: [String] = []
            var captures = 0
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let word = words.randomElement(using: &random) ?? "a"
                captures += word.contains(":") ? 1 : 0
                segments.append(word.replacing(":x", with: ":x\(captures)"))
            }
            let tail = ["", "", "/*", "{/z}?"].randomElement(using: &random) ?? ""
            let path = "/" + segments.joined(separator: "/") + tail
            return (Bool.random(using: &random) ? "https://h.example" : "") + path.replacing("//", with: "/")
        }
        var condition: Condition?
        if Int.random(in: 0..<4, using: &random) == 0 {
            var clauses = Clauses()
            clauses.signedIn = true
            condition = Condition(clauses)
        }
        let patterns = try (0..<Int.random(in: 1...2, using: &random)).map { _ in try Pattern(pattern()) }
        return Rule(
            id: "r\(number)", patterns: patterns, condition: condition, destination: .block("x"),
            priority: Int.random(in: -1...1, using: &random))
    }

    @Test("every pair is in the order of K, only repetitions are removed, and the order is the same after a shuffle")
    func pairs() throws {
        var random = SeededGenerator.fromEnvironment(default: 99)
        for _ in 0..<20 {
            let rules = try (0..<60).map { try Self.rule($0, &random) }
            let origins = [try Origin("https://h.example"), try Origin("app://home")]
            let entries = try RuleOrder.entries(of: rules, origins: origins)
            for (a, b) in zip(entries, entries.dropFirst()) {
                let (left, right) = (rules[a.rule], rules[b.rule])
                let inOrder: Bool
                if left.priority != right.priority {
                    inOrder = left.priority > right.priority
                } else if a.value.key != b.value.key {
                    inOrder = a.value.key < b.value.key
                } else if left.conditionCount != right.conditionCount {
                    inOrder = left.conditionCount > right.conditionCount
                } else {
                    inOrder = (a.rule, a.alternative) < (b.rule, b.alternative)
                }
                #expect(inOrder, "seed \(random.seed): \(left) \(right)")
            }
            for (index, rule) in rules.enumerated() {
                let all = try rule.alternatives(origins: origins)
                let kept = entries.filter { $0.rule == index }
                #expect(kept.count == Set(all.map(\.identity)).count, "seed \(random.seed)")
                #expect(kept.allSatisfy { all[$0.alternative] == $0.value }, "seed \(random.seed)")
            }
        }
    }

    private static func kept(_ patterns: [String]) throws -> [Int] {
        let rule = Rule(id: "r", patterns: try patterns.map { try Pattern($0) }, destination: .block("x"))
        return try RuleOrder.entries(of: [rule], origins: []).map(\.alternative).sorted()
    }

    @Test(
        "of one rule's alternatives only identical ones are left out: names and the order of words do not count",
        arguments: [
            (["/y/:b/:c*", "/y/:b+"], [0, 1]), (["/y/:b+", "/y/:b/:c*"], [0, 1]), (["/y/:b+", "/y/*"], [0]),
            (["/y/:b/:c*", "/y/:d/:e*"], [0]), (["/y/:b(p|q)", "/y/:c(q|p)"], [0]), (["/y{/:b}?", "/y"], [0, 1]),
            (["/y/:b(\u{E9})", "/y/:b(e\u{301})"], [0, 1]),
            (["/y/:b(\u{E9}|x)", "/y/:b(\u{E9}|x|e\u{301})"], [0, 1]),
        ])
    func identicalAlternatives(paths: [String], numbers: [Int]) throws {
        #expect(try Self.kept(paths.map { "https://h.example" + $0 }) == numbers)
    }

    @Test("leaving out alternatives of a rule never loses an address")
    func nothingIsLost() throws {
        var random = SeededGenerator.fromEnvironment(default: 11)
        let segments = ["a", ":x", ":x(a|b)", ":x(a)", ":x(\\d+)", "v:x"]
        let endings = ["", "/*", "/:r*", "/:r+", "{/:o}?", "/"]
        let words = ["", "a", "b", "1", "va", "%ff"]
        func pattern() -> String {
            let path = (0..<Int.random(in: 0...2, using: &random)).map {
                "/" + (segments.randomElement(using: &random) ?? "a").replacing("x", with: "x\($0)")
            }
            return "https://h.example/y" + path.joined() + (endings.randomElement(using: &random) ?? "")
        }
        for _ in 0..<300 {
            let rule = Rule(
                id: "r", patterns: try (0..<4).map { _ in try Pattern(pattern()) }, destination: .block("x"),
                strictSlash: false)
            let all = try rule.alternatives(origins: [])
            let kept = try RuleOrder.entries(of: [rule], origins: []).map(\.value)
            for _ in 0..<40 {
                let path = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    "/" + (words.randomElement(using: &random) ?? "")
                }
                let subject = MatchSubject(try Address("https://h.example/y" + path.joined()))
                #expect(
                    all.contains { $0.match(subject) != nil } == kept.contains { $0.match(subject) != nil },
                    "\(path.joined()) by \(rule.patterns.map(\.stored)), seed \(random.seed)")
            }
        }
    }

    @Test("a random draft that is frozen, written and read back is unchanged")
    func bodies() throws {
        var random = SeededGenerator.fromEnvironment(default: 5)
        let settings = Settings(origins: [try Origin("https://h.example")])
        for _ in 0..<20 {
            let rules = try (0..<40).map { try Self.rule($0, &random) }
            let body = try ReleaseBody.freeze(
                draft: Draft(settings: settings, rules: rules), app: "a", version: 1,
                publishedAt: Instant(milliseconds: 0))
            let decoded = try ReleaseBody.decode(body.canonicalBytes)
            #expect(decoded.canonicalBytes == body.canonicalBytes, "seed \(random.seed)")
            #expect(decoded.rules.allSatisfy { $0.neverMatches == nil }, "seed \(random.seed)")
            let again = try ReleaseBody.freeze(
                draft: decoded.draft, app: "a", version: 1, publishedAt: Instant(milliseconds: 0))
            #expect(again.order == body.order, "seed \(random.seed)")
        }
    }
}
