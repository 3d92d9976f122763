import RouteModel
import RouteOrder
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteAnalysis

@Suite("Proofs and samples of patterns hold for addresses", .scheduled)
struct CoverageTests {
    private struct RandomPatterns {
        var generator: SeededGenerator

        mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }

        mutating func alternatives() -> [Alternative] {
            var text = pick([
                "https://h.com", "https://*.h.com", "https://:sub.h.com", "*://h.com", "https://a.h.com",
                "http{s}?://h.com",
            ])
            for place in 0..<Int.random(in: 0...3, using: &generator) {
                text +=
                    "/"
                    + pick([
                        "a", "A", "b", ":s\(place)", ":s\(place)(a|b)", ":s\(place)(a)", ":s\(place)(\\d+)",
                        "v:s\(place)",
                    ])
            }
            text += pick(["", "", "/", "/*", "/:rest*", "/:rest+"])
            if text.hasSuffix("m") { text += "/" }
            text += pick(["", "", "", "\\?q=1", "\\?q=:q", "\\?q", "\\?!q", "\\?q=:q(1|2)"])
            let options = PatternOptions(
                ignoreCase: pick([false, false, true]), strictSlash: pick([false, false, true]))
            return (try? Pattern(text, options: options).alternatives(origins: [])) ?? []
        }

        mutating func address() -> String {
            var text = pick(["https://h.com", "https://a.h.com", "https://b.a.h.com", "http://h.com"])
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                text += "/" + pick(["a", "A", "b", "1", "v1", "", "%ff"])
            }
            return text + pick(["", "/", "?q=1", "?q", "?r=1"])
        }
    }

    @Test("a pattern that covers another matches every address that the other matches", arguments: [UInt64(1), 2, 3])
    func coverage(seed: UInt64) throws {
        var random = RandomPatterns(generator: SeededGenerator.fromEnvironment(default: seed))
        let alternatives = (0..<120).flatMap { _ in random.alternatives() }
        let samples = AddressSamples(authority: [:], work: CheckWork(stepsMax: .max))
        let texts = alternatives.flatMap { samples.all($0) } + (0..<600).map { _ in random.address() }
        let subjects = texts.compactMap { try? Address($0) }.map { MatchSubject($0) }
        let matched = alternatives.map { alternative in subjects.map { alternative.match($0) != nil } }
        var claims = 0
        for (one, first) in alternatives.enumerated() {
            for (other, second) in alternatives.enumerated() where one != other && first.covers(second) {
                claims += 1
                for index in subjects.indices where matched[other][index] && !matched[one][index] {
                    Issue.record("\(first.canonical) does not cover \(second.canonical): \(texts[index]), seed \(seed)")
                }
            }
        }
        print("coverage seed \(seed): \(claims) claims over \(subjects.count) addresses")
        #expect(claims > 100)
    }

    @Test("every alternative gets an address that it matches", arguments: [UInt64(4), 5])
    func samples(seed: UInt64) throws {
        var random = RandomPatterns(generator: SeededGenerator.fromEnvironment(default: seed))
        let samples = AddressSamples(authority: [:], work: CheckWork(stepsMax: .max))
        for _ in 0..<300 {
            for alternative in random.alternatives() {
                #expect(samples.first(alternative) != nil, "\(alternative.canonical), seed \(seed)")
            }
        }
    }
}
