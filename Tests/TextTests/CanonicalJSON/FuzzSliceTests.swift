import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("Mutated JSON", .scheduled)
struct FuzzSliceTests {
    static let seeds: [String] = [
        #"{"id":"a","match":["https://x.example/:id{/:b}?"],"to":{"screen":"S","parameters":{"k":"v"}},"priority":-3}"#,
        #"[1,2.5,-0,1e21,1e-7,9007199254740993,"\ud83d\ude00\u20ac\n\"\\",true,false,null,{},[],{"é":{"ü":[[]]}}]"#,
        "{\"\u{FB33}\":1,\"😀\":2,\"\u{80}\":3,\"\\r\":[{\"a\":{\"b\":{\"c\":null}}}]}",
    ]

    @Test("no crash; accepted texts round-trip canonically; Foundation accepts every accepted text")
    func mutations() throws {
        var random = SeededGenerator.fromEnvironment(default: 0x5EED)
        var accepted = 0
        for _ in 0..<20_000 {
            let bytes = Self.mutate(Array((Self.seeds.randomElement(using: &random) ?? "").utf8), &random)
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            accepted += 1
            let once = value.canonicalBytes
            let again = try JSONValue(parsing: once)
            #expect(again == value && again.canonicalBytes == once, "seed \(random.seed): \(bytes)")
            let foundation = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(foundation != nil, "seed \(random.seed): only we accept \(bytes)")
        }
        #expect(accepted > 500)
    }

    private static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let spice = Array("{}[]\",:\\u0e+-.1 \n\u{E9}".utf8)
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[at] = spice.randomElement(using: &random) ?? 0
            case 2: bytes.insert(spice.randomElement(using: &random) ?? 0, at: at)
            case 3: bytes.remove(at: at)
            case 4: bytes.removeSubrange(at..<min(bytes.count, at + 5))
            default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 9)], at: at)
            }
        }
        return bytes
    }
}
