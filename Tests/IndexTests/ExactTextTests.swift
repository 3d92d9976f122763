import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

/// A differential test of the model, the compiled index and the comparison of bytes below, with texts that are equal by
/// Swift's `==` although their bytes differ (canonical equivalence, UAX #15).
@Suite("Conditions compare text byte for byte, in the model and in the index", .scheduled)
struct ExactTextTests {
    /// Texts with different bytes, some of them canonically equivalent.
    static let spellings = [
        "\u{E9}", "e\u{301}", "\u{C5}", "A\u{30A}", "\u{212B}", "K", "\u{212A}", "\u{AC00}", "\u{1100}\u{1161}", "e",
    ]

    @Test("for random conditions and contexts of composed and decomposed text", arguments: 1...40)
    func agrees(seed: UInt64) throws {
        var random = RandomTexts(seed: seed)
        let wanted = random.wanted()
        let fixture = try IndexFixture.make(
            #"{"id":"rule","match":["https://h.com/x"],"to":{"screen":"X"},"when":\#(wanted.json)}"#)
        let condition = try #require(fixture.body.rules.first?.condition)
        for _ in 0..<200 {
            let context = random.context()
            let failure = condition.firstFailure(context, at: IndexFixture.now, ruleID: "rule")
            let (holds, copy) = fixture.index.file.whileAlive { tables in
                BorrowedContext.with(context) {
                    let reader = ConditionReader(tables: tables, borrowed: $0, now: IndexFixture.now)
                    return (reader.holds(0, ruleID: CompiledAlternative(tables, 0).ruleID), reader.condition(0))
                }
            }
            #expect(holds == (failure == nil), "index and model: \(wanted.json), \(context), seed \(seed)")
            let expected = wanted.holds(context)
            #expect((failure == nil) == expected, "model and bytes: \(wanted.json), \(context), seed \(seed)")
            #expect(copy.canonicalBytes == condition.canonicalBytes)
        }
    }

    @Test("for rollouts by an attribute, whose name, value and salt are compared as bytes", arguments: spellings)
    func rollouts(name: String) throws {
        for salt in Self.spellings {
            let fixture = try IndexFixture.make(
                #"{"id":"rule","match":["https://h.com/x"],"to":{"screen":"X"},"#
                    + #""when":{"rollout":{"percent":50,"by":"\#(name)","salt":"\#(salt)"}}}"#)
            for other in Self.spellings {
                for value in Self.spellings {
                    let context = Context(attributes: [other: value])
                    let isSame = Array(other.utf8) == Array(name.utf8)
                    let expected = isSame && RolloutBucket.bucket(salt: salt, value: value) < 5000
                    let isScreen = fixture.resolve("https://h.com/x", context).outcome != .unmatched
                    #expect(isScreen == expected, "\(name.unicodeScalars) \(other.unicodeScalars)")
                }
            }
        }
    }

    /// A condition as JSON, and its evaluation by comparing bytes.
    struct Wanted {
        var platform: [String] = []
        var region: [String] = []
        var build: [String] = []
        var source: [String] = []
        var locale: [String] = []
        var appVersion: String?
        var attributes: [(name: String, values: [String])] = []
        var isNegated = false

        var json: String {
            var members: [String] = []
            func list(_ words: [String]) -> String { "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
            func add(_ name: String, _ words: [String]) {
                if !words.isEmpty { members.append("\"\(name)\":" + list(words)) }
            }
            add("platform", platform)
            add("region", region)
            add("build", build)
            add("source", source)
            add("locale", locale)
            if let appVersion { members.append("\"appVersion\":\"=\(appVersion)\"") }
            if !attributes.isEmpty {
                let inner = attributes.map { "\"\($0.name)\":" + list($0.values) }
                members.append("\"attributes\":{" + inner.joined(separator: ",") + "}")
            }
            let object = "{" + members.joined(separator: ",") + "}"
            return isNegated ? "{\"not\":\(object)}" : object
        }

        func holds(_ context: Context) -> Bool {
            func isAny(_ words: [String], _ value: String?) -> Bool {
                words.isEmpty || words.contains { value.map { Array($0.utf8) } == Array($0.utf8) }
            }
            let ranges = locale.allSatisfy { _ in context.locale.map { Array($0.utf8) == Array("k".utf8) } ?? false }
            let all =
                isAny(platform, context.platform) && isAny(region, context.region) && isAny(build, context.build)
                && isAny(source, context.source) && ranges && isAny(appVersion.map { [$0] } ?? [], context.appVersion)
                && attributes.allSatisfy { clause in
                    isAny(
                        clause.values,
                        context.attributes.first { Array($0.key.utf8) == Array(clause.name.utf8) }?.value)
                }
            return all != isNegated
        }
    }

    struct RandomTexts {
        var generator: SeededGenerator

        init(seed: UInt64) { generator = SeededGenerator.fromEnvironment(default: seed) }

        mutating func text() -> String { spellings[Int.random(in: 0..<spellings.count, using: &generator)] }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

        /// One to three texts with different bytes.
        mutating func texts() -> [String] {
            var texts: [String] = []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let next = text()
                if !texts.contains(where: { Array($0.utf8) == Array(next.utf8) }) { texts.append(next) }
            }
            return texts
        }

        mutating func wanted() -> Wanted {
            var wanted = Wanted()
            // The JSON reader refuses canonically equivalent names in one object as duplicates.
            for name in texts() where !wanted.attributes.contains(where: { $0.name == name }) {
                wanted.attributes.append((name, texts()))
            }
            if chance(30) { wanted.platform = texts() }
            if chance(20) { wanted.region = texts() }
            if chance(10) { wanted.build = ["debug"] }
            if chance(10) { wanted.source = ["push"] }
            if chance(10) { wanted.locale = ["k"] }
            if chance(10) { wanted.appVersion = "7" }
            if chance(25) { wanted.attributes.removeAll { _ in true } }
            if wanted.attributes.isEmpty, wanted.platform.isEmpty { wanted.platform = texts() }
            wanted.isNegated = chance(30)
            return wanted
        }

        mutating func context() -> Context {
            var context = Context()
            if chance(80) { context.platform = text() }
            if chance(80) { context.region = text() }
            if chance(80) { context.build = chance(60) ? "debug" : text() }
            if chance(80) { context.source = chance(60) ? "push" : text() }
            if chance(80) { context.locale = chance(60) ? "k" : "\u{212A}" }
            if chance(80) { context.appVersion = chance(60) ? "7" : "\u{FF17}" }
            for _ in 0..<Int.random(in: 0...4, using: &generator) { context.attributes[text()] = text() }
            return context
        }
    }
}
