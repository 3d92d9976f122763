import RouteAnalysis
import RouteOrder
import RoutePattern
import TestSupport
import Testing
import WebAddress

/// The order of language.md section 6, for every pattern and every address over a small vocabulary.
@Suite("Alternatives have one total order, in which those that match fewer addresses come first", .scheduled)
struct OrderTests {
    private static let pieces = ["a", "b", "v:x", ":x"]
    private static let endings = ["", "/*", "/:r*", "/:r+"]

    /// All paths of up to three segments over literals, an affix and a plain capture, with every ending.
    static let alternatives: [(text: String, alternative: Alternative)] = {
        var paths = [""]
        var level = [""]
        for depth in 0..<3 {
            level = level.flatMap { path in
                pieces.map { path + "/" + $0.replacing("x", with: "x\(depth)") }
            }
            paths += level
        }
        return paths.flatMap { path in endings.map { path + $0 } }.filter { !$0.isEmpty }.compactMap { text in
            let made = try? Pattern("https://h.example" + text).alternatives(origins: [])
            return made?.first.map { (text, $0) }
        }
    }()

    /// All addresses of up to four segments over words that match different pieces.
    static let subjects: [MatchSubject] = {
        var paths = [""]
        var level = [""]
        for _ in 0..<4 {
            level = level.flatMap { path in ["a", "b", "va", "c"].map { path + "/" + $0 } }
            paths += level
        }
        return paths.compactMap { try? MatchSubject(Address("https://h.example" + $0)) }
    }()

    @Test("a pattern that matches strictly fewer addresses comes first; patterns that match the same have equal keys")
    func fewerAddressesWin() {
        // A set of addresses as bits.
        let languages = Self.alternatives.map { row in
            var bits = [UInt64](repeating: 0, count: (Self.subjects.count + 63) / 64)
            for (place, subject) in Self.subjects.enumerated() where row.alternative.match(subject) != nil {
                bits[place / 64] |= 1 << UInt64(place % 64)
            }
            return bits
        }
        let keys = Self.alternatives.map(\.alternative.key)
        let canonical = Self.alternatives.map(\.alternative.canonical)
        var strict = 0
        for (i, left) in languages.enumerated() {
            for (j, right) in languages.enumerated() where i != j {
                let isWithin = !zip(left, right).contains { $0 & ~$1 != 0 }
                let isAround = !zip(left, right).contains { ~$0 & $1 != 0 }
                if isWithin && isAround {
                    #expect(keys[i] == keys[j] && canonical[i] == canonical[j], "\(canonical[i]) \(canonical[j])")
                } else if isWithin {
                    strict += 1
                    #expect(keys[i] < keys[j], "\(Self.alternatives[i].text) before \(Self.alternatives[j].text)")
                }
            }
        }
        #expect(strict > 5000)
    }

    @Test("keys are a total order")
    func isTotal() {
        let keys = Self.alternatives.map(\.alternative.key)
        let faults = keys.flatMap { left in
            keys.filter { right in [left < right, left == right, right < left].filter { $0 }.count != 1 }
        }
        #expect(faults.isEmpty)
        #expect(keys.sorted() == keys.reversed().sorted())
    }

    @Test("the key of the winner does not depend on the order in which patterns are written")
    func isIndependentOfPosition() {
        var random = SeededGenerator.fromEnvironment(default: 20_261_121)
        for _ in 0..<200 {
            let some = (0..<12).map { _ in
                Self.alternatives[Int.random(in: 0..<Self.alternatives.count, using: &random)]
            }
            let shuffled = some.shuffled(using: &random)
            for subject in Self.subjects.shuffled(using: &random).prefix(20) {
                let first = winner(some, subject)
                #expect(first == winner(shuffled, subject), "seed \(random.seed)")
            }
        }
    }

    private func winner(_ rows: [(text: String, alternative: Alternative)], _ subject: MatchSubject) -> SpecificityKey?
    {
        rows.filter { $0.alternative.match(subject) != nil }.map(\.alternative.key).min()
    }

    @Test(
        "the left pattern ranks before the right one",
        arguments: [
            ("https://h.example/a", "https://h.example/:k(a|b)"),
            ("https://h.example/:k(a)", "https://h.example/:k(a|b)"),
            ("https://h.example/:k(a|b)", "https://h.example/:k(a|b|c)"),
            ("https://h.example/v:k(a|b|c)", "https://h.example/version-:x"),
            ("https://h.example/ver:x", "https://h.example/v:x"),
            ("https://h.example/v:x(\\d+)", "https://h.example/v:x"),
            ("https://h.example/:a(p)-:b", "https://h.example/:a-:b"),
            ("https://h.example/:a(pq)-:b", "https://h.example/:a(p)-:b"),
            ("https://h.example/:a(p)-:b", "https://h.example/:a(p|q)-:b"),
            ("https://h.example/:a(p)-:b(\\d+)", "https://h.example/p-:b"),
            ("https://:a(p)-:b.h.example", "https://:a-:b.h.example"),
            ("https://h.example/v:x", "https://h.example/:x(\\d)"),
            ("https://h.example/:x(\\d+)", "https://h.example/:x(\\w{2})"),
            ("https://h.example/:x(\\d{4})", "https://h.example/:x(\\d+)"),
            ("https://h.example/:x(\\w+)", "https://h.example/:x"), ("https://h.example/:x", "https://h.example/*"),
            ("https://h.example/a", "https://h.example/a/:r*"), ("https://h.example/a/*", "https://h.example/a"),
            ("https://h.example/a", "https://h.example"), ("https://a.h.example", "https://:s.h.example/a"),
            ("https://:s.h.example", "https://*.h.example/a"), ("https://*.h.example", "https://*/a"),
            ("https://h.example/a", "*://h.example/a"), ("https://h.example:8443/a", "https://h.example:*/a"),
            ("https://h.example/a?x=1", "https://h.example/a?x=:x(\\d+)&y&z"),
            ("https://h.example/a?x=:x(\\d+)", "https://h.example/a?x=:x"),
            ("https://h.example/a?x", "https://h.example/a"), ("https://h.example/a?!x", "https://h.example/a"),
        ])
    func ranks(left: String, right: String) throws {
        let one = try #require(try Pattern(left).alternatives(origins: []).first)
        let other = try #require(try Pattern(right).alternatives(origins: []).first)
        #expect(one.key < other.key)
    }

    @Test(
        "an enumeration of one word ranks as that word",
        arguments: [
            ("https://h.example/:a(p)-:b", "https://h.example/p-:b"),
            ("https://h.example/:b-:a(p)", "https://h.example/:b-p"),
            ("https://h.example/:a(p)-:b(\\d+)", "https://h.example/p-:b(\\d+)"),
            ("https://h.example/:a(p)-:b(x|y)", "https://h.example/p-:b(x|y)"),
            ("https://h.example/:a(p)", "https://h.example/p"),
            ("https://:a(p)-:b.h.example", "https://p-:b.h.example"),
        ])
    func oneWord(left: String, right: String) throws {
        let one = try #require(try Pattern(left).alternatives(origins: []).first)
        let other = try #require(try Pattern(right).alternatives(origins: []).first)
        #expect(one.key == other.key)
    }

    @Test("names are erased before ranking, and a plain capture with a zero-or-more tail ranks as a one-or-more tail")
    func canonicalForm() throws {
        let same = [("/:a/b", "/:c/b"), ("/:x/:y*", "/:z+"), ("/*", "/:z+"), ("/:k(a|b)", "/:k(b|a)")]
        for (left, right) in same {
            let one = try #require(try Pattern("https://h.example" + left).alternatives(origins: []).first)
            let other = try #require(try Pattern("https://h.example" + right).alternatives(origins: []).first)
            #expect(one.canonical == other.canonical && one.key == other.key, "\(left) \(right)")
            #expect((one.identity == other.identity) == (left != "/:x/:y*"), "\(left) \(right)")
        }
        let composed = try #require(try Pattern("https://h.example/\u{E9}").alternatives(origins: []).first)
        let decomposed = try #require(try Pattern("https://h.example/e\u{301}").alternatives(origins: []).first)
        #expect(composed.canonical != decomposed.canonical && composed != decomposed)
        let one = try #require(try Pattern("https://h.example/:k(\u{E9})").alternatives(origins: []).first)
        let both = try #require(try Pattern("https://h.example/:k(\u{E9}|e\u{301})").alternatives(origins: []).first)
        #expect(one.identity != both.identity && one.canonical != both.canonical)
    }
}
