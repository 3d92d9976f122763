import RouteOrder
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteAnalysis

@Suite("An address that two patterns both match is found if there is one", .scheduled)
struct IntersectionTests {
    private static func alternative(_ text: String, ignoreCase: Bool = false, strictSlash: Bool = false) throws
        -> Alternative
    {
        let options = PatternOptions(ignoreCase: ignoreCase, strictSlash: strictSlash)
        return try #require(try Pattern(text, options: options).alternatives(origins: []).first)
    }

    @Test(
        "two patterns that overlap have an address that shows it",
        arguments: [
            ("https://h.com/x/:y(m|n)", "https://h.com/x/:y(o|n)", "https://h.com/x/n"),
            ("https://h.com/a:x", "https://h.com/:x\\:b", "https://h.com/a%3Ab"),
            ("https://h.com/v:x(\\d+)", "https://h.com/:x([0-5v]+)", "https://h.com/v0"),
            ("https://h.com/:x(\\d{4})", "https://h.com/:x([2-3]+)", "https://h.com/2222"),
            ("https://h.com/:a-:b", "https://h.com/x-:c.html", "https://h.com/x--.html"),
            ("https://*.h.com/x", "https://:sub.h.com/*", "https://x.h.com/x"),
            ("*://h.com/x", "app://h.com/:x", "app://h.com/x"),
            ("https://h.com/:x+", "https://h.com/a/b/:c", "https://h.com/a/b/x"),
            ("https://h.com/x\\?a=1", "https://h.com/x\\?a=2&b", "https://h.com/x?a=1&a=2&b=0"),
            ("https://h.com/x\\?a=:a(\\d+)", "https://h.com/:y\\?a=:a([5-9a-f]+)", "https://h.com/x?a=5"),
            ("https://h.com/:x([.a]+)", "https://h.com/:x([.]+)", "https://h.com/..."),
            ("mailto\\:a*", "mailto\\:ab@c.de", "mailto:ab@c.de"),
            ("https://h.com/é:x", "https://h.com/{:x}é", "https://h.com/%C3%A9%C3%A9"),
        ] as [(String, String, String)])
    func pairs(one: String, other: String, expected: String) throws {
        let (first, second) = (try Self.alternative(one), try Self.alternative(other))
        let intersection = PatternIntersection(authority: [:], work: CheckWork(stepsMax: .max))
        #expect(intersection.witness(first, second) == expected)
        #expect(intersection.witness(second, first) != nil)
    }

    @Test(
        "two patterns that no address matches are proved disjoint",
        arguments: [
            ("https://h.com/a", "https://h.com/b"), ("https://h.com/:x(a|b)", "https://h.com/:x(c|d)"),
            ("https://h.com/:x(\\d+)", "https://h.com/v:x"), ("https://h.com/:x([.])", "https://h.com/:x"),
            ("https://h.com/:x([a-f]{2})", "https://h.com/:x([a-f]{3})"), ("https://h.com/*", "https://i.com/*"),
            ("https://h.com/x\\?a", "https://h.com/x\\?!a"), ("https://h.com:8080/x", "https://h.com/x"),
            ("mailto\\:a", "mailto\\:b*"), ("https://h.com/x/:y", "https://h.com/x"),
            ("http://h.com/x", "https://h.com/x"), ("https://*.a.h.com/x", "https://:sub.h.com/x"),
        ])
    func disjoint(one: String, other: String) throws {
        let overlap = PatternIntersection(authority: [:], work: CheckWork(stepsMax: .max)).overlap(
            try Self.alternative(one), try Self.alternative(other))
        #expect(overlap == .none)
    }

    /// Patterns over a small alphabet, and every address over it.
    private struct SmallWorld {
        var generator: SeededGenerator
        static let texts = ["a", "b", "A", "1", "ab", "a1", "11", "a-b", "b-a", "aab", "-", "a-", "1a"]
        static let authorities = [
            "https://h.com", "https://a.h.com", "https://b.a.h.com", "http://h.com", "app://h.com",
        ]
        static let queries = ["", "?q=1", "?q=2", "?q=1&q=2", "?q=2&q=1", "?q", "?r=1", "?q=11&r=2"]

        mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }

        mutating func alternatives() -> [Alternative] {
            var text = pick([
                "https://h.com", "https://*.h.com", "https://:sub.h.com", "*://h.com", "https://a.h.com",
                "http{s}?://h.com", "https://:s0(a|b).:s1.h.com", "https://a:s0.h.com",
            ])
            for place in 0..<Int.random(in: 0...2, using: &generator) {
                text +=
                    "/"
                    + pick([
                        "a", "A", "b", ":p\(place)", ":p\(place)(a|b)", ":p\(place)(ab|1|a\\-b)", ":p\(place)(\\d+)",
                        "a:p\(place)", ":p\(place)b", ":p\(place)-:r\(place)", ":p\(place)([ab]{2})",
                        ":p\(place)([a1]{1,2})", ":p\(place)(a|b)-:r\(place)", "a:p\(place)([a\\-]+)",
                    ])
            }
            text += pick(["", "", "/", "/*", "/:rest*", "/:rest+", "//"])
            if text.hasSuffix("m") { text += "/" }
            text += pick(["", "", "", "\\?q=1", "\\?q=:q", "\\?q", "\\?!q", "\\?q=:q(1|3)", "\\?q=:q(\\d{2})"])
            let options = PatternOptions(
                ignoreCase: pick([false, false, true]), strictSlash: pick([false, false, true]))
            return (try? Pattern(text, options: options).alternatives(origins: [])) ?? []
        }

        static func subjects() -> [(String, MatchSubject)] {
            var paths = ["", "/"]
            for one in texts + [""] {
                paths += ["/\(one)", "/\(one)/"]
                for two in texts + [""] { paths += ["/\(one)/\(two)", "/\(one)/\(two)/"] }
            }
            paths += ["/a/b/a", "/a/b/ab/", "/a/1/b", "/ab/1/b", "/a-b/a/x", "/a/b//", "/1/a/b"]
            var subjects: [(String, MatchSubject)] = []
            for (index, path) in paths.enumerated() {
                for authority in authorities {
                    let queries = index < 30 ? queries : [queries[index % queries.count], ""]
                    for query in queries {
                        let text = authority + path + query
                        if let address = try? Address(text) { subjects.append((text, MatchSubject(address))) }
                    }
                }
            }
            return subjects
        }
    }

    @Test("the result equals a search of all addresses over a small alphabet", arguments: [UInt64(11)])
    func bruteForce(seed: UInt64) throws {
        var world = SmallWorld(generator: SeededGenerator.fromEnvironment(default: seed))
        let subjects = SmallWorld.subjects()
        let alternatives = (0..<60).flatMap { _ in world.alternatives() }
        let matched = alternatives.map { alternative in subjects.map { alternative.match($0.1) != nil } }
        let intersection = PatternIntersection(authority: [:], work: CheckWork(stepsMax: .max))
        var counts = (overlaps: 0, proofs: 0, undecided: 0)
        for (one, first) in alternatives.enumerated() {
            for (other, second) in alternatives.enumerated() {
                let shown = subjects.indices.first { matched[one][$0] && matched[other][$0] }
                for variant in 0..<2 {
                    switch intersection.overlap(first, second, variant: variant) {
                    case .address(let text):
                        counts.overlaps += 1
                        let subject = MatchSubject(try Address(text))
                        #expect(first.match(subject) != nil && second.match(subject) != nil, "\(text), seed \(seed)")
                    case .none:
                        counts.proofs += 1
                        guard let shown else { continue }
                        Issue.record(
                            "\(first.canonical) and \(second.canonical) both match \(subjects[shown].0), seed \(seed)")
                    case .undecided:
                        counts.undecided += 1
                        guard let shown else { continue }
                        Issue.record(
                            "not found: \(first.canonical), \(second.canonical): \(subjects[shown].0), seed \(seed)")
                    }
                }
            }
        }
        print("intersection seed \(seed): \(counts) over \(subjects.count) addresses")
        #expect(counts.overlaps > 200 && counts.proofs > 200 && counts.undecided < counts.overlaps / 20)
    }
}
