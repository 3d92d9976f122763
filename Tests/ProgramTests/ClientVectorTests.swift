import CanonicalJSON
import TestSupport
import Testing

@testable import waymark_vectors

@Suite(
    "waymark-vectors, a client under test, gives the answers that the vectors of bodies and heads expect", .scheduled)
struct ClientVectorTests {
    private static func cases(of name: String) throws -> (root: JSONValue, cases: [JSONValue]) {
        let root = try JSONValue(parsing: PackageRoot.bytes(of: "Config/vectors/\(name)"))
        return (root, try #require(root["cases"]?.arrayValue))
    }

    /// A text, or the texts and `[text, count]` repetitions of a list.
    private static func text(_ value: JSONValue) -> String {
        value.stringValue
            ?? (value.arrayValue ?? []).map { part in
                let count = Int(part[1]?.integerValue ?? 1)
                return String(repeating: (part[0] ?? part).stringValue ?? "", count: count)
            }.joined()
    }

    @Test("bodies have the recorded digest, and are opened or refused")
    func bodies() async throws {
        var client = VectorClient()
        let (_, cases) = try Self.cases(of: "bodies.json")
        #expect(cases.count > 70)
        for vector in cases {
            let request: JSONValue = ["do": "open", "body": .string(Self.text(try #require(vector["body"])))]
            let answer = await client.answer(request.text)
            #expect(
                answer["digest"] == vector["digest"] && answer["result"] == vector["result"],
                "\(vector.text) \(answer.text)")
        }
    }

    @Test("a client ignores, refuses, fetches and uses what heads say")
    func heads() async throws {
        var client = VectorClient()
        let (root, cases) = try Self.cases(of: "heads.json")
        #expect(cases.count > 40)
        for vector in cases {
            let steps = try #require(vector["steps"]?.arrayValue)
            let played = steps.map { step -> JSONValue in
                let bodies = (step["bodies"]?.objectValue ?? [:]).mapValues {
                    root["bodies"]?[$0.stringValue ?? ""] ?? ""
                }
                return ["head": step["head"] ?? "", "bodies": .object(bodies)]
            }
            let request: JSONValue = [
                "do": "follow", "app": root["app"] ?? "", "channel": vector["channel"] ?? "production",
                "steps": .array(played),
            ]
            let answer = await client.answer(request.text)
            for (index, step) in steps.enumerated() {
                let found = answer["steps"]?[index]?.objectValue ?? [:]
                for (name, value) in step["expect"]?.objectValue ?? [:] {
                    #expect(found[name] == value, "\(vector["name"]?.text ?? "") step \(index + 1): \(answer.text)")
                }
            }
        }
    }

    @Test("a request that cannot be read is answered, and a client without a body is not ready")
    func defects() async throws {
        var client = VectorClient()
        #expect(await client.answer("{")["error"] != nil)
        #expect(await client.answer(#"{"do":"dance"}"#)["error"] != nil)
        #expect(await client.answer(#"{"do":"resolve","address":"https://h.example/"}"#)["error"] != nil)
        let request = #"{"do":"resolve","address":"https://h.example/","at":"2026-11-21T12:00:00Z"}"#
        #expect(await client.answer(request)["failure"]?["code"] == "not-ready")
    }
}
