import RouteDocuments
import TestSupport
import Testing

@testable import RouteModel
@testable import RoutePattern

@Suite("Alternatives of a rule and of a draft have limits", .scheduled)
struct AlternativeLimitTests {
    private static func draft(origins: Int, _ rules: [String]) -> [UInt8] {
        let list = (0..<origins).map { "\"https://h\($0).com\"" }.joined(separator: ",")
        return Array("{\"settings\":{\"origins\":[\(list)]},\n\"rules\":[\(rules.joined(separator: ",\n"))]}".utf8)
    }

    private static func rule(_ id: String, patterns: Int, groups: Int) -> String {
        let optional = (0..<groups).map { "{/g\($0)}?" }.joined()
        let match = (0..<patterns).map { "\"/\(id)/p\($0)\(optional)\"" }.joined(separator: ",")
        return "{\"id\":\"\(id)\",\"match\":[\(match)],\"to\":{\"screen\":\"S\"}}"
    }

    private static func alternativeCount(_ draft: Draft) -> Int {
        let origins = draft.settings.origins.count
        return draft.rules.filter(\.isEnabled).reduce(0) { $0 + $1.alternativeCount(origins: origins) }
    }

    private static func summary(_ findings: [Finding]) -> [String] {
        findings.map { finding in
            ([finding.code.rawValue, finding.reason ?? "-"] + finding.rules + [finding.pointer ?? "-"])
                .joined(separator: " ")
        }
    }

    @Test("a rule with too many alternatives is reported with its place, and the draft can still be read")
    func oneRule() throws {
        let small = Self.rule("small", patterns: 32, groups: 1)
        let big = Self.rule("big", patterns: 32, groups: 4)
        let decoded = DraftDecoder.draft(Self.draft(origins: 64, [small, big]))
        #expect(Self.summary(decoded.findings) == ["too-many-alternatives rule big /rules/1/match"])
        #expect(decoded.hasErrors && decoded.findings.first?.line == 3)
        #expect(decoded.findings.first?.detail.contains("counts as 32768 alternatives; 4096 are allowed") == true)
        let draft = try #require(decoded.value)
        #expect(Self.alternativeCount(draft) == 4_096 + 32_768)
        #expect(Self.summary(draft.findings()) == Self.summary(decoded.findings))
    }

    @Test("a disabled rule is not counted with the others")
    func disabled() throws {
        let decoded = DraftDecoder.draft(
            Self.draft(origins: 64, (0..<25).map { Self.rule("r\($0)", patterns: 32, groups: 1) }))
        var draft = try #require(decoded.value)
        #expect(Self.alternativeCount(draft) == 102_400 && draft.hasTooManyAlternatives)
        draft.rules[3].isEnabled = false
        #expect(Self.alternativeCount(draft) == 98_304 && draft.findings() == [])
    }

    @Test("rules that have too many alternatives together are reported once, at the rule with the most")
    func together() throws {
        let rules = (0..<26).map { Self.rule("r\($0)", patterns: $0 == 7 ? 32 : 31, groups: 1) }
        let decoded = DraftDecoder.draft(Self.draft(origins: 64, rules))
        #expect(Self.summary(decoded.findings) == ["too-many-alternatives draft r7 /rules/7/match"])
        let detail = "The rules count as 103296 alternatives together; 100000 are allowed. \"r7\" has the most, 4096."
        #expect(decoded.findings.first?.detail == detail)
        let draft = try #require(decoded.value)
        #expect(Self.summary(draft.findings()) == Self.summary(decoded.findings))
    }

    @Test("one rule is checked against the draft's origins")
    func posted() throws {
        let settings = try #require(DraftDecoder.draft(Self.draft(origins: 64, [])).value).settings
        let rule = Array(Self.rule("big", patterns: 32, groups: 2).utf8)
        let decoded = DraftDecoder.rule(rule, settings: settings)
        #expect(Self.summary(decoded.findings) == ["too-many-alternatives rule big /match"])
        #expect(DraftDecoder.rule(rule, settings: Settings(origins: Array(settings.origins.prefix(32)))).findings == [])
    }

    @Test("patterns beyond the limit keep no alternatives in memory, and make the same ones on demand")
    func compact() throws {
        let rules = (0..<200).map { Self.rule("r\($0)", patterns: 32, groups: 4) }
        let decoded = DraftDecoder.draft(Self.draft(origins: 1, rules))
        let patterns = try #require(decoded.value).rules.flatMap(\.patterns)
        #expect(Self.summary(decoded.findings) == ["too-many-alternatives draft r0 /rules/0/match"])
        let first = try #require(patterns.firstIndex { $0.kept == nil })
        #expect(patterns[..<first].reduce(0) { $0 + $1.ownWeight } == 100_000)
        #expect(patterns[first...].allSatisfy { $0.kept == nil })
        let pattern = patterns[first]
        let whole = try Pattern(pattern.stored.spelling, options: pattern.options)
        #expect(pattern.own == whole.own && pattern == whole && pattern.ownWeight == 16)
    }

    @Test("an alternative counts once more for eight segments, for eight query constraints and for 64 bytes")
    func weights() throws {
        let deep = String(repeating: "/a", count: 64)
        for (text, weight) in [
            ("/a", 1), ("/a{/b}?", 2), ("/a/:b/:c*", 1), (String(deep.prefix(14)), 1), (String(deep.prefix(16)), 2),
            (deep, 11), ("/" + String(repeating: "a", count: 62), 1), ("/" + String(repeating: "a", count: 63), 2),
            ("/x?q=" + String(repeating: "a", count: 640), 11), ("/x?a&b&c&d&e&f&g", 1), ("/x?a&b&c&d&e&f&g&h", 2),
        ] {
            #expect(try Pattern(text).weight(origins: 1) == weight, "\(text)")
            #expect(try Pattern(text).weight(origins: 3) == 3 * weight, "\(text)")
        }
    }

    @Test("a released body with any number of alternatives is read")
    func bodies() throws {
        let draft = try #require(
            DraftDecoder.draft(Self.draft(origins: 64, [Self.rule("big", patterns: 32, groups: 2)])).value)
        let body = try ReleaseBody.freeze(
            draft: draft, app: "a", version: 1, publishedAt: Instant(milliseconds: 0))
        #expect(try ReleaseBody.decode(body.canonicalBytes).order.count == 8_192)
    }

    @Test("ids of many rules with one pattern are made in order")
    func ids() throws {
        let rules = (0..<20_000).map { _ in #"{"match":["/x"],"to":{"screen":"S"}}"# }
        let named = #"{"id":"x-7","match":["/y"],"to":{"screen":"S"}}"#
        let decoded = DraftDecoder.draft(Self.draft(origins: 1, rules + [named]))
        let ids = try #require(decoded.value).rules.map(\.id)
        #expect(Array(ids.prefix(7)) == ["x", "x-2", "x-3", "x-4", "x-5", "x-6", "x-8"])
        #expect(ids[19_999] == "x-20001" && Set(ids).count == 20_001)
    }
}
