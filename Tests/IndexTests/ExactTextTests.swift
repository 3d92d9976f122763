import CanonicalJSON
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

    @Test("parameters and query items with canonically equivalent names are two")
    func names() throws {
        let fixture = try IndexFixture.make(
            #"{"id":"s","match":["https://h.com/x/:a/:b"],"#
                + #""to":{"screen":"X","parameters":{"\#u{212A}":"1","K":"2"}}},"#
                + #"{"id":"r","match":["https://h.com/r"],"to":{"redirect":"https://h.com/t?\#u{E9}=1&e\#u{301}=2"}}"#)
        let screen = fixture.resolve("https://h.com/x/1/2?c\u{327}=3&\u{E7}=4", Context())
        let flat = screen.parameters.flat.map { [Array($0.name.utf8), Array($0.value.text.utf8)] }
        let wanted = [("a", "1"), ("b", "2"), ("K", "2"), ("\u{212A}", "1"), ("c\u{327}", "3"), ("\u{E7}", "4")]
        #expect(flat == wanted.map { [Array($0.0.utf8), Array($0.1.utf8)] })
        let text = #"{"K":"2","a":"1","b":"2","c\#u{327}":"3","\#u{E7}":"4","\#u{212A}":"1"}"#
        #expect(screen.json["parameters"]?.canonicalBytes == Array(text.utf8), "\(screen.json)")
        var other = screen
        other.parameters.path[0].value = .text("\u{E9}")
        let one = other
        other.parameters.path[0].value = .text("e\u{301}")
        #expect(one != other && one.parameters != other.parameters)
        let redirect = fixture.resolve("https://h.com/r?\u{E9}=8&e\u{301}=9&z=7", Context())
        guard case .address(let address) = redirect.outcome else {
            Issue.record("\(redirect)")
            return
        }
        #expect(address == "https://h.com/t?%C3%A9=1&e%CC%81=2&z=7", "\(address)")
    }

    @Test("a context with canonically equivalent names is refused at its place, as no value can hold both")
    func refused() throws {
        let both = #"{"K":"1","\#u{212A}":"2"}"#
        let context = DraftDecoder.context(Array(#"{"attributes":\#(both)}"#.utf8))
        #expect(context.findings.map(\.reason) == ["duplicate-name"], "\(context.findings)")
        #expect(context.findings.first?.pointer == "/attributes/\u{212A}")
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
            for name in texts() { wanted.attributes.append((name, texts())) }
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
