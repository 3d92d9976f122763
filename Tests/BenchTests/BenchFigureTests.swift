import CanonicalJSON
import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing

@testable import waymark_bench

@Suite("Figures of waymark-bench", .scheduled)
struct BenchFigureTests {
    @Test(
        "The median and the spread are those of the middle half",
        arguments: [
            ([], 0, 0), ([7], 7, 0), ([4, 2], 3, 1.0 / 6), ([9, 1, 5], 5, 0.4), ([1, 1, 1, 1, 1_000], 1, 0),
            ([10, 20, 30, 40, 50], 30, 1.0 / 3),
        ] as [([Double], Double, Double)])
    func samples(values: [Double], median: Double, spread: Double) {
        let sample = Sample(values)
        #expect(sample.median == median)
        #expect(abs(sample.spread - spread) < 1e-12, "\(sample.spread)")
    }

    @Test("A goal is met at its bound, missed by a percentage beyond it, and open without a figure")
    func goals() {
        #expect(FigureGoal.atMost(250, .nanoseconds, "x", 250).verdict == "met")
        #expect(FigureGoal.atMost(250, .nanoseconds, "x", 300).verdict == "missed by 20.0 %")
        #expect(FigureGoal.atLeast(3, .times, "x", 3).verdict == "met")
        #expect(FigureGoal.atLeast(3, .times, "x", 1.5).verdict == "missed by 50.0 %")
        #expect(FigureGoal.atLeast(3, .times, "x", nil).isMet == nil)
    }

    @Test(
        "Numbers have three digits, or their whole part",
        arguments: [
            (0, "0.000"), (0.4224, "0.422"), (1.005, "1.00"), (9.999, "10.00"), (12.34, "12.3"), (250, "250"),
            (1_234_567.8, "1,234,568"), (-2.5, "-2.50"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) { #expect(FigureText.number(value) == text) }

    @Test("each round measures everything once, after a warm-up round")
    func rounds() throws {
        var order: [String] = []
        let measures = ["a", "b"].map { name in
            Measure(name, 10, .milliseconds) {
                order.append(name)
                return Double(order.count)
            }
        }
        var table = FigureTable()
        try table.measure(measures, rounds: 2) { _ in }
        #expect(order == ["a", "b", "a", "b", "a", "b"])
        #expect(table.median("a", 10) == 4 && table.median("b", 10) == 5 && table.median("c", 10) == nil)
        #expect(FigureRatio("b / a", table, "b", per: "a").values == [10: 1.25])
    }

    @Test(
        "Unknown flags and values that are no numbers are refused", arguments: ["--fast", "--sizes 10,", "--rounds 0"])
    func flags(text: String) {
        #expect(throws: BenchError.self) { try BenchOptions(text.split(separator: " ").map { String($0) }) }
    }
}

@Suite("The mix of rules", .scheduled)
struct RuleMixTests {
    @Test("The same seed makes the same rules and addresses, another seed others")
    func repeatable() {
        let (one, two) = (RuleMix(200, seed: 1), RuleMix(200, seed: 1))
        #expect(one.draft == two.draft && one.hits == two.hits && one.misses == two.misses)
        #expect(RuleMix(200, seed: 2).draft != one.draft)
    }

    @Test("60 % of the rules are literal, 30 % have captures, 10 % a tail; 20 % have conditions, and 5 % redirect")
    func parts() throws {
        let mix = RuleMix(1_000, seed: 3)
        let draft = try #require(DraftDecoder.draft(mix.draft).value)
        let patterns = try mix.rules.map { try JSONValue(parsing: Array($0.utf8))["match"]?[0]?.stringValue ?? "" }
        #expect(patterns.count { $0.hasSuffix("/*") } == 100)
        #expect(patterns.count { $0.contains("/:") } == 300)
        #expect(Set(patterns).count == 1_000)
        #expect(draft.rules.count { $0.condition != nil } == 200)
        #expect(mix.rules.count { $0.contains(#""redirect""#) } == 50)
        #expect(Set(patterns.compactMap { $0.split(separator: "/").dropFirst().first }).count == 19)
        #expect(draft.rules.allSatisfy { $0.alternativeCount(origins: 1) == 1 })
        #expect(mix.hits.count == 1_000 && mix.misses.count == 1_000 && mix.captureHits.count == 1_000)
    }

    @Test("each hit matches a rule and each miss none, at each size", arguments: [10, 300, 2_000])
    func leads(size: Int) throws {
        let subject = try EngineSubject(RuleMix(size, seed: 42))
        #expect(subject.index.ruleCount == size)
        #expect(subject.mix.hits.allSatisfy { subject.resolve($0).outcome != .unmatched })
    }
}
