import CanonicalJSON
import RouteModel
import TestSupport
import Testing

/// The cases of `Config/golden-vectors.json`, with which clients in every language must agree.
enum GoldenVectors {
    static func list(_ name: String) throws -> [JSONValue] {
        let value = try JSONValue(parsing: PackageRoot.bytes(of: "Config/golden-vectors.json"))
        return try #require(value[name]?.arrayValue)
    }
}

extension JSONValue {
    func text(_ name: String) throws -> String { try #require(self[name]?.stringValue) }
    func int(_ name: String) throws -> Int { Int(try #require(self[name]?.integerValue)) }
    func flag(_ name: String) -> Bool { self[name] == true }
    func instant(_ name: String) throws -> Instant { try #require(Instant(rfc3339: text(name))) }
}

@Suite("Golden vectors", .scheduled)
struct GoldenVectorTests {
    @Test("murmur3 hashes agree with the vectors")
    func murmur3() throws {
        for vector in try GoldenVectors.list("murmur3") {
            #expect(
                RolloutBucket.murmur3(Array(try vector.text("text").utf8)) == UInt32(try vector.int("hash")),
                "\(vector)")
        }
    }

    @Test("buckets agree with the vectors")
    func buckets() throws {
        for vector in try GoldenVectors.list("buckets") {
            let bucket = try RolloutBucket.bucket(salt: vector.text("salt"), value: vector.text("value"))
            #expect(bucket == (try vector.int("bucket")), "\(vector)")
        }
    }

    @Test("ramps agree with the vectors")
    func ramps() throws {
        for vector in try GoldenVectors.list("ramps") {
            let ramp = try Rollout.Ramp(
                from: vector.int("from"), to: vector.int("to"), start: vector.instant("start"),
                end: vector.instant("end"))
            #expect(ramp.percent(at: try vector.instant("at")) == (try vector.int("percent")), "\(vector)")
        }
    }

    @Test("version ranges agree with the vectors")
    func versions() throws {
        for vector in try GoldenVectors.list("versions") {
            let range = try VersionRange(vector.text("range"))
            let holds = Version(try vector.text("version")).map(range.contains) ?? false
            #expect(holds == vector.flag("holds"), "\(vector)")
        }
        for vector in try GoldenVectors.list("invalidVersionRanges") {
            let text = try #require(vector.stringValue)
            let error = #expect(throws: ModelError.self, "\(text)") { try VersionRange(text) }
            #expect(error?.code == .invalidVersionRange)
        }
    }

    @Test("locales agree with the vectors")
    func locales() throws {
        for vector in try GoldenVectors.list("locales") {
            let range = try LanguageRange(vector.text("range"))
            #expect(range.matches(try vector.text("locale")) == vector.flag("holds"), "\(vector)")
        }
        for vector in try GoldenVectors.list("invalidLanguageRanges") {
            let text = try #require(vector.stringValue)
            #expect(throws: ModelError.self, "\(text)") { try LanguageRange(text) }
        }
    }

    @Test("instants agree with the vectors")
    func instants() throws {
        for vector in try GoldenVectors.list("instants") {
            #expect(try vector.instant("text").milliseconds == Int64(vector.int("milliseconds")), "\(vector)")
        }
    }
}

@Suite("Golden vectors of whole conditions", .scheduled)
struct GoldenConditionTests {
    @Test("conditions agree with the vectors, and a failure names the first key that fails")
    func conditions() throws {
        for vector in try GoldenVectors.list("conditions") {
            let when = try #require(vector["when"])
            let rule: JSONValue = [
                "id": vector["rule"] ?? "r", "match": "https://a.example/", "to": ["block": "x"], "when": when,
            ]
            let decoded = DraftDecoder.rule(rule.canonicalBytes, settings: Settings())
            let value = try #require(decoded.value, "\(vector): \(decoded.findings)")
            let context = DraftDecoder.context(try #require(vector["context"]).canonicalBytes).value
            let failure = value.condition?.firstFailure(
                try #require(context), at: try vector.instant("at"), ruleID: value.id)
            #expect(failure?.key == vector["fails"]?.stringValue, "\(vector): \(String(describing: failure))")
        }
    }
}
