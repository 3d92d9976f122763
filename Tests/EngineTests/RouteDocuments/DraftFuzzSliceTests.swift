import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Mutated drafts", .scheduled)
struct DraftFuzzSliceTests {
    static let seed = #"""
        {"settings":{"origins":["https://a.example"],"destinations":["app://home"],"schemes":["app"],
        "authority":{"app":"firstSegment"}},"rules":[{"id":"a","match":["/a/:id",{"pathname":"/b","hostname":"h.example"}],
        "when":{"appVersion":">=5.2 <7","rollout":{"ramp":{"from":0,"to":99.5,"start":"2026-01-01T00:00:00Z",
        "end":"2026-02-01T00:00:00Z"},"salt":"s"},"not":{"locale":["zh-Hans"]},"attributes":{"g":["B"]}},
        "to":{"redirect":"app://home/x/{id}","query":"drop"},"priority":-3,"note":"n"},
        {"match":"/c","to":{"screen":"S","parameters":{"k":1}}}]}
        """#

    /// Replaces values and names by others, which gives valid JSON with another meaning.
    private static func mutate(_ value: JSONValue, _ spice: [JSONValue], _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<25, using: &random) == 0 { return spice.randomElement(using: &random) ?? .null }
        switch value {
        case .array(let elements): return .array(elements.map { mutate($0, spice, &random) })
        case .object(let members):
            var mutated: [String: JSONValue] = [:]
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                let slip = Int.random(in: 0..<40, using: &random) == 0
                mutated[slip ? String(name.dropLast()) : name] = mutate(value, spice, &random)
            }
            return .object(mutated)
        default: return value
        }
    }

    @Test("decoding gives findings with places, or a draft that is written and read back unchanged")
    func mutations() throws {
        var random = SeededGenerator.fromEnvironment(default: 11)
        let seed = try JSONValue(parsing: Array(Self.seed.utf8))
        let spice: [JSONValue] = [
            nil, true, 0, -1, 1.5, 9_007_199_254_740_993, "", "x", "/:a(", "{+x}", [], [[]], ["x"], [:],
            ["screen": "S"],
            ["percent": 3], "2026-01-01T00:00:00Z", ">=1 <1", "=1", ["block": "b"], "https://a.example/{id}", "\u{0}",
        ]
        var accepted = 0
        for _ in 0..<3000 {
            let draft = Self.mutate(seed, spice, &random)
            let decoded = DraftDecoder.draft(draft.canonicalBytes)
            guard let value = decoded.value else {
                let placed = decoded.findings.contains { $0.code == .syntax && $0.pointer != nil && $0.line == 1 }
                #expect(placed, "seed \(random.seed): \(draft.text)")
                continue
            }
            accepted += 1
            #expect(DraftDecoder.draft(value.canonicalBytes()).value == value, "seed \(random.seed): \(draft.text)")
        }
        #expect(accepted > 100)
    }
}
