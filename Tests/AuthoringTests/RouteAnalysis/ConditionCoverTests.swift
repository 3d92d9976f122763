import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("The proof that conditions cover another one agrees with trying every context", .scheduled)
struct ConditionCoverTests {
    /// Conditions over few keys and values.
    private struct SmallConditions {
        var generator: SeededGenerator

        mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }

        mutating func clauses() throws -> Clauses {
            var clauses = Clauses()
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: clauses.platform = pick([["ios"], ["android"], ["ios", "android"]])
                case 1: clauses.signedIn = pick([true, false])
                case 2: clauses.appVersion = try VersionRange(pick([">=5", "<5", "5.x", ">4 <6"]))
                case 3: clauses.attributes = [AttributeClause(name: "ab", values: pick([["A"], ["B"], ["A", "B"]]))]
                default: clauses.before = ConditionCoverTests.noon
                }
            }
            return clauses
        }

        mutating func condition() throws -> Condition {
            var condition = Condition(pick([true, true, false]) ? try clauses() : Clauses())
            if pick([true, false]) { condition.not = try clauses() }
            return condition
        }
    }

    private static let noon = Instant(milliseconds: 1_800_000_000_000)

    /// Every context and instant in which two of the conditions above could differ.
    private static let situations: [ContextSearch.Situation] = {
        var situations: [ContextSearch.Situation] = []
        for platform in ["ios", "android", "other", nil] {
            for version in ["4", "4.0.0.1", "5", "5.9", "6", nil] {
                for signedIn in [true, false, nil] {
                    for attribute in ["A", "B", "C", nil] {
                        var context = Context(platform: platform, appVersion: version, signedIn: signedIn)
                        context.attributes["ab"] = attribute
                        for at in [noon, Instant(milliseconds: noon.milliseconds - 1)] {
                            situations.append(ContextSearch.Situation(context: context, at: at))
                        }
                    }
                }
            }
        }
        return situations
    }()

    private static func holds(_ condition: Condition, _ situation: ContextSearch.Situation) -> Bool {
        condition.firstFailure(situation.context, at: situation.at, ruleID: "r") == nil
    }

    @Test("for random conditions", arguments: [UInt64(51)])
    func random(seed: UInt64) throws {
        var random = SmallConditions(generator: SeededGenerator.fromEnvironment(default: seed))
        var counts = (covered: 0, open: 0, contradictions: 0)
        for _ in 0..<800 {
            let wanted = try random.condition()
            let covers = try (0..<Int.random(in: 0...4, using: &random.generator)).map { _ in try random.condition() }
            let demands = ([wanted] + covers).map { ContextSearch.Demand(condition: $0, ruleID: "r") }
            let cover = ConditionCover(demands[0], by: Array(demands.dropFirst()), work: CheckWork(stepsMax: .max))
            var used: Set<Int> = []
            var isOpen = false
            for situation in Self.situations where Self.holds(wanted, situation) {
                if let first = covers.firstIndex(where: { Self.holds($0, situation) }) {
                    used.insert(first)
                } else {
                    isOpen = true
                }
            }
            let expected: ConditionCover.Answer = isOpen ? .open : .covered(used.sorted())
            #expect(cover.answer() == expected, "\(wanted) by \(covers), seed \(seed)")
            if isOpen {
                counts.open += 1
            } else if used.isEmpty {
                counts.contradictions += 1
            } else {
                counts.covered += 1
            }
        }
        print("covers seed \(seed): \(counts)")
        #expect(counts.covered > 50 && counts.open > 50 && counts.contradictions > 20)
    }

    @Test("shares of one salt cover each other by size")
    func shares() {
        let demand = { (percent: Int?, salt: String, not: Int?) in
            var condition = Condition()
            if let percent { condition.clauses.rollout = Rollout(.percent(percent), salt: salt) }
            if let not {
                condition.not = Clauses()
                condition.not?.rollout = Rollout(.percent(not), salt: salt)
            }
            return ContextSearch.Demand(condition: condition, ruleID: "r")
        }
        let answer = { (wanted: ContextSearch.Demand, covers: [ContextSearch.Demand]) in
            ConditionCover(wanted, by: covers, work: CheckWork(stepsMax: .max)).answer()
        }
        #expect(answer(demand(10, "s", nil), [demand(5, "s", nil), demand(20, "s", nil)]) == .covered([0, 1]))
        #expect(answer(demand(10, "s", nil), [demand(20, "t", nil)]) == .open)
        #expect(answer(demand(nil, "s", nil), [demand(20, "s", nil), demand(nil, "s", 20)]) == .covered([0, 1]))
        #expect(answer(demand(nil, "s", nil), [demand(20, "s", nil), demand(nil, "s", 21)]) == .open)
        #expect(answer(demand(10, "s", 10), []) == .covered([]))
    }

    @Test("conditions with many keys are decided in few steps, or reported as undecided")
    func manyKeys() throws {
        let names = (0..<40).map { "a\($0)" }
        let wide = names.map { AttributeClause(name: $0, values: ["v", "w"]) }
        var clauses = Clauses()
        clauses.attributes = wide
        let one = ContextSearch.Demand(condition: Condition(clauses), ruleID: "wide")
        let rest = ContextSearch.Demand(condition: Condition(), ruleID: "rest")
        let work = CheckWork(stepsMax: .max)
        #expect(ConditionCover(rest, by: [one], work: work).answer() == .open)
        // Twenty pairs of attributes give 2^20 combinations in which one of each pair fails.
        let pairs = (0..<60).map { number in
            var clauses = Clauses()
            clauses.attributes = [number % 20, 20 + number * 7 % 20].map { wide[$0] }
            return ContextSearch.Demand(condition: Condition(clauses), ruleID: "r\(number)")
        }
        // Together with `one` it covers every context, so that no branch is open.
        let unlikely = ContextSearch.Demand(condition: Condition(not: clauses), ruleID: "unlikely")
        #expect(ConditionCover(rest, by: pairs + [unlikely, one], work: work).answer() == .undecided)
        #expect(work.steps < 200_000, "\(work.steps) steps")
    }
}
