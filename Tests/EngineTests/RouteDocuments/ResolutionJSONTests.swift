import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

/// Resolutions as JSON through dictionaries, which the writer must agree with.
private enum Reference {
    static func json(_ resolution: Resolution) -> JSONValue {
        var members: [String: JSONValue] = [
            "outcome": .string(resolution.outcome.name), "original": .string(resolution.original),
            "version": .integer(Int64(resolution.version)), "parameters": flat(resolution.parameters),
            "layers": layers(resolution.parameters), "trail": .array(resolution.trail.map(hop)),
        ]
        switch resolution.outcome {
        case .screen(let screen):
            members["screen"] = .string(screen.name)
            members["transition"] = screen.transition.map(JSONValue.string)
        case .address(let address): members["address"] = .string(address)
        case .blocked(let reason): members["reason"] = .string(reason)
        case .unmatched: break
        case .failed(let failure):
            members["failure"] = ["code": .string(failure.code.rawValue), "detail": .string(failure.detail)]
        }
        members["explanation"] = resolution.explanation.map { .array($0.hops.map(explained)) }
        return .object(members)
    }

    private static func hop(_ hop: Hop) -> JSONValue {
        var members: [String: JSONValue] = [
            "rule": .string(hop.rule), "alternative": .integer(Int64(hop.alternative)), "from": .string(hop.from),
        ]
        members["to"] = hop.to.map(JSONValue.string)
        return .object(members)
    }

    /// Each name once, ignoring ASCII letter case, with its first value.
    ///
    /// A dictionary has only one of two canonically equivalent names, so resolutions with both are another test.
    private static func flat(_ parameters: Parameters) -> JSONValue {
        var seen: Set<[UInt8]> = []
        var members: [String: JSONValue] = [:]
        for layer in [parameters.path, parameters.constants, parameters.query, parameters.carried] {
            for item in layer where seen.insert(item.name.utf8.map(folded)).inserted && members[item.name] == nil {
                members[item.name] = value(item.value)
            }
        }
        return .object(members)
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
    }

    private static func layers(_ parameters: Parameters) -> JSONValue {
        func layer(_ items: [Parameters.Item]) -> JSONValue {
            .array(items.map { ["name": .string($0.name), "value": value($0.value)] })
        }
        return [
            "path": layer(parameters.path), "constants": layer(parameters.constants),
            "query": layer(parameters.query), "carried": layer(parameters.carried),
        ]
    }

    private static func value(_ value: Parameters.Value) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .list(let segments): .array(segments.map(JSONValue.string))
        }
    }

    private static func explained(_ hop: ExplainedHop) -> JSONValue {
        var members: [String: JSONValue] = [
            "address": .string(hop.address), "candidates": .array(hop.candidates.map(candidate)),
        ]
        members["nearestMiss"] = hop.nearestMiss.map(candidate)
        return .object(members)
    }

    private static func candidate(_ candidate: Candidate) -> JSONValue {
        var members: [String: JSONValue] = [
            "rule": .string(candidate.rule), "alternative": .integer(Int64(candidate.alternative)),
        ]
        switch candidate.verdict {
        case .won: members["verdict"] = "won"
        case .failed(let component, let detail):
            members["verdict"] = "failed"
            members["component"] = .string(component)
            members["detail"] = .string(detail)
        }
        return .object(members)
    }
}

/// Random resolutions with texts that need escapes, or whose order or equality is not that of their bytes.
private struct RandomResolutions {
    var random: SeededGenerator

    private static let texts = [
        "", "a", "A", "id", "ID", "Id", "tab", "\"", "\\", "\u{0}", "\n\t\u{1F}", "é", "É", "ß", "SS", "İ",
        "i\u{307}", "\u{FFFD}", "\u{E000}", "\u{10000}", "😀", "K", "k", "https://a.example/x?y=1#z",
        String(repeating: "long ", count: 60),
    ]

    private mutating func text() -> String {
        let first = Self.texts.randomElement(using: &random) ?? ""
        return Int.random(in: 0..<3, using: &random) == 0
            ? first + (Self.texts.randomElement(using: &random) ?? "") : first
    }

    private mutating func optional() -> String? { Bool.random(using: &random) ? text() : nil }

    private mutating func list<Value>(_ max: Int, _ make: (inout Self) -> Value) -> [Value] {
        (0..<Int.random(in: 0...max, using: &random)).map { _ in make(&self) }
    }

    private mutating func items() -> [Parameters.Item] {
        let max = Int.random(in: 0..<8, using: &random) == 0 ? 12 : 3
        return list(max) { random in
            let name = random.text()
            return Bool.random(using: &random.random)
                ? .init(name, random.text()) : .init(name, .list(random.list(3) { $0.text() }))
        }
    }

    private mutating func candidate() -> Candidate {
        let isWon = Bool.random(using: &random)
        return Candidate(
            rule: text(), alternative: Int.random(in: 0...5_000, using: &random),
            verdict: isWon ? .won : .failed(component: text(), detail: text()))
    }

    private mutating func outcome() -> Outcome {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .screen(Screen(name: text(), transition: optional()))
        case 1: .address(text())
        case 2: .blocked(text())
        case 3: .unmatched
        default: .failed(Failure(Failure.Code.allCases.randomElement(using: &random) ?? .loop, detail: text()))
        }
    }

    mutating func next() -> Resolution {
        let explains = Int.random(in: 0..<3, using: &random) == 0
        return Resolution(
            outcome: outcome(), original: text(),
            trail: list(3) { random in
                Hop(
                    rule: random.text(), alternative: Int.random(in: 0...99, using: &random.random),
                    from: random.text(), to: random.optional())
            },
            version: Int.random(in: 0...1 << 31, using: &random),
            parameters: Parameters(path: items(), constants: items(), query: items(), carried: items()),
            explanation: explains
                ? Explanation(
                    hops: list(3) { random in
                        ExplainedHop(
                            address: random.text(), candidates: random.list(3) { $0.candidate() },
                            nearestMiss: Bool.random(using: &random.random) ? random.candidate() : nil)
                    }) : nil)
    }
}

@Suite("Resolutions are written as JSON directly", .scheduled)
struct ResolutionJSONTests {
    @Test("The bytes are those of the same members in a dictionary")
    func differential() throws {
        var resolutions = RandomResolutions(random: .fromEnvironment(default: 15))
        for _ in 0..<3_000 {
            let resolution = resolutions.next()
            let expected = Reference.json(resolution)
            #expect(
                resolution.canonicalBytes == expected.canonicalBytes,
                "seed \(resolutions.random.seed): \(expected.text)")
            #expect(resolution.json == expected)
        }
    }

    /// U+212A, the Kelvin sign, is canonically equivalent to the letter K (language.md: texts are equal only if their
    /// bytes are).
    @Test("Canonically equivalent names are members of their own")
    func equivalentNames() throws {
        let query = [
            Parameters.Item("é", "1"), .init("e\u{301}", "2"), .init("K", "3"), .init("\u{212A}", "4"), .init("k", "5"),
        ]
        let resolution = Resolution(outcome: .unmatched, original: "x", parameters: Parameters(query: query))
        let text = String(decoding: resolution.canonicalBytes, as: UTF8.self)
        let expected = "\"parameters\":{\"K\":\"3\",\"e\u{301}\":\"2\",\"é\":\"1\",\"\u{212A}\":\"4\"},"
        #expect(Array(text.utf8).contains(Array(expected.utf8)), "\(text)")
        #expect(resolution.json["parameters"]?["é"] == "1" && resolution.json["parameters"]?["e\u{301}"] == "2")
    }

    @Test("The command line's member stands in its place")
    func source() {
        var writer = CanonicalWriter()
        Resolution(outcome: .unmatched, original: "x").write(to: &writer, source: "cache")
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.hasSuffix(#""parameters":{},"source":"cache","trail":[],"version":0}"#), "\(text)")
    }

    @Test("JSON contains the outcome, the flat view and the layers")
    func json() {
        let resolution = Resolution(
            outcome: .screen(Screen(name: "Search", transition: "show")), original: "https://a/1",
            trail: [Hop(rule: "r", alternative: 0, from: "https://a/1")], version: 3,
            parameters: Parameters(path: [.init("id", "1")]))
        #expect(
            resolution.json.text
                == #"{"layers":{"carried":[],"constants":[],"path":[{"name":"id","value":"1"}],"query":[]},"#
                + #""original":"https://a/1","outcome":"screen","parameters":{"id":"1"},"screen":"Search","#
                + #""trail":[{"alternative":0,"from":"https://a/1","rule":"r"}],"transition":"show","version":3}"#)
        let failed = Resolution(outcome: .failed(Failure(.loop, detail: "again")), original: "x")
        #expect(failed.json["failure"] == ["code": "loop", "detail": "again"])
        #expect(Resolution(outcome: .blocked("no"), original: "x").json["reason"] == "no")
        #expect(Resolution(outcome: .address("y"), original: "x").json["address"] == "y")
    }
}
