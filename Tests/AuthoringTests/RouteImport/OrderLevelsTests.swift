import RouteAnalysis
import RouteModel
import RouteOrder
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteImport

@Suite("Levels keep the order of a table", .scheduled)
struct OrderLevelsTests {
    private static let parts = ["a", "b", ":x", ":y(a|b)", "a:z", ":d(\\d+)"]

    private func pattern(_ generator: inout SeededGenerator) throws -> Pattern {
        let count = Int.random(in: 0...3, using: &generator)
        let segments = (0..<count).map { number in
            let part = Self.parts.randomElement(using: &generator) ?? "a"
            return part.replacing(":x", with: ":x\(number)").replacing(":y", with: ":y\(number)")
                .replacing(":z", with: ":z\(number)").replacing(":d", with: ":d\(number)")
        }
        let host = Bool.random(using: &generator) ? "" : "https://h.example"
        let ending = ["", "", "{/:o}?", "/*", "{/*}?"].randomElement(using: &generator) ?? ""
        let path = segments.map { "/" + $0 }.joined()
        return try Pattern(
            host + (path + ending == "" ? "/" : path.isEmpty && ending == "{/*}?" ? "/*" : path + ending))
    }

    @Test("the first rule that matches is the first by priority and specificity", arguments: 0..<300)
    func order(seed: Int) throws {
        var generator = SeededGenerator.fromEnvironment(default: UInt64(seed))
        var rules: [Rule] = []
        for number in 0..<Int.random(in: 2...12, using: &generator) {
            guard let pattern = try? pattern(&generator) else { continue }
            rules.append(
                Rule(id: "r\(number)", patterns: [pattern], destination: .screen(ScreenTarget(name: "S\(number)"))))
        }
        let levels = OrderLevels(rules).levels
        for index in rules.indices { rules[index].priority = levels[index] }
        let origins = [try Origin("https://h.example"), try Origin("app://h.example")]
        let order = try RuleOrder.entries(of: rules, origins: origins)
        for _ in 0..<60 {
            let path = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                "/" + (["a", "b", "ab", "7", "c", ""].randomElement(using: &generator) ?? "a")
            }.joined()
            let scheme = Bool.random(using: &generator) ? "https" : "app"
            let subject = MatchSubject(try Address("\(scheme)://h.example\(path)"))
            let first = try rules.firstIndex { rule in
                try rule.alternatives(origins: origins).contains { $0.match(subject) != nil }
            }
            let winner = order.first { $0.value.match(subject) != nil }?.rule
            #expect(first == winner, "seed \(seed): \(path) \(rules.map { $0.patterns.map(\.stored) }) \(levels)")
        }
    }
}
