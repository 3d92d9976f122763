import Foundation
import RouteAnalysis
import RoutePattern
import TestSupport
import Testing
import WebAddress

/// Compares segments with captures with the regular expression that URLPattern would compile, run by Foundation.
@Suite("A segment is split as URLPattern's regular expression splits it", .scheduled)
struct SplitTests {
    /// Constraints as authors write them, and the groups that URLPattern compiles.
    private static let constraints = [
        ("", "([^/]+?)"), ("(\\d+)", "(\\d+)"), ("(\\d{2})", "(\\d{2})"), ("([a\\-]+)", "([a\\-]+)"),
        ("(\\w{1,3})", "(\\w{1,3})"), ("(a|aa|1)", "(a|aa|1)"), ("(a-|a|-a)", "(a-|a|-a)"), ("(\\w{2,})", "(\\w{2,})"),
    ]

    @Test("one and two captures with text around them agree, with and without case", arguments: [false, true])
    func agrees(ignoreCase: Bool) throws {
        var random = SeededGenerator.fromEnvironment(default: 1966)
        let texts = ["", "a", "-", ".", "a-", "-a", "A"]
        var matched = 0
        for _ in 0..<1500 {
            let (first, second) = (pick(Self.constraints, &random), pick(Self.constraints, &random))
            let (before, after) = (pick(texts, &random), pick(texts, &random))
            let between = pick(["-", ".", "-a", "--"], &random)
            let isPair = Bool.random(using: &random)
            // Braces separate the name from the text after it.
            let pattern =
                "https://h.example/x" + before + "{:a\(first.0)}" + (isPair ? between + "{:b\(second.0)}" : "") + after
            let expression =
                "^x" + NSRegularExpression.escapedPattern(for: before) + first.1
                + (isPair ? NSRegularExpression.escapedPattern(for: between) + second.1 : "")
                + NSRegularExpression.escapedPattern(for: after) + "$"
            let engine = try NSRegularExpression(pattern: expression, options: ignoreCase ? [.caseInsensitive] : [])
            let alternative = try #require(
                try Pattern(pattern, options: PatternOptions(ignoreCase: ignoreCase)).alternatives(origins: []).first)
            for _ in 0..<6 {
                let some = (0..<2).map { _ in
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        pick(["a", "a", "-", "1", ".", "A"], &random)
                    }
                    .joined()
                }
                let text = "x" + before + some[0] + (isPair ? between + some[1] : "") + after
                let found = alternative.match(MatchSubject(try Address("https://h.example/" + text)))
                let expected = captures(engine, text)
                if expected != nil { matched += 1 }
                #expect(found == expected, "\(pattern) on \(text), seed \(random.seed)")
            }
        }
        #expect(matched > 500)
    }

    private func captures(_ engine: NSRegularExpression, _ text: String) -> [CaptureValue]? {
        guard let match = engine.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) else {
            return nil
        }
        return (1..<match.numberOfRanges).map { .text((text as NSString).substring(with: match.range(at: $0))) }
    }

    private func pick<Element>(_ some: [Element], _ random: inout SeededGenerator) -> Element {
        some[Int.random(in: 0..<some.count, using: &random)]
    }
}

@Suite("Every text is a pattern or is refused, and the stored spelling parses to the same pattern", .scheduled)
struct ReadingTests {
    @Test("random texts are refused with position and hint, or stored without a change of meaning")
    func randomTexts() throws {
        var random = SeededGenerator.fromEnvironment(default: 4)
        let pieces = [
            "https://", "app://", "mailto:", "*://", "http{s}?://", "h.example", ":a", ":b", ":c", "/", "/", "/*", "*.",
            "*",
            "?", "\\?", "a=1", "=:q", "&", "!d", "{", "}", "}?", "(\\d+)", "([\\w-]+)", "([^/]+)", "(a|b)", "(", ")",
            "\\", "#",
            "%2F", "%FF", "..", "博", ":", "@", "[", "]", "[\\:\\:1]", ":8080", "+", "-", ".html", "\u{0}", " ", "a",
            "~",
        ]
        var accepted = 0
        for _ in 0..<20_000 {
            var text = ["https://h.example/", "", "/"][Int.random(in: 0..<3, using: &random)]
            for _ in 0..<Int.random(in: 0...7, using: &random) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            do throws(PatternError) {
                let pattern = try Pattern(text)
                accepted += 1
                guard case .text(let stored) = pattern.stored else { continue }
                let again = try Pattern(stored)
                #expect(again.stored == .text(stored))
                let origins = [try Origin("https://o.example")]
                #expect(try again.alternatives(origins: origins) == pattern.alternatives(origins: origins), "\(text)")
            } catch {
                #expect((0...text.utf8.count).contains(error.offset), "\(text): \(error)")
                #expect(!error.hint.isEmpty && !error.detail.isEmpty)
            }
        }
        #expect(accepted > 1000)
    }
}
