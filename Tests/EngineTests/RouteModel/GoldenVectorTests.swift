import CanonicalJSON
import RouteDocuments
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
    @Test("conditions in bodies of format 1 agree with the vectors; a failure names the first key that fails")
    func conditions() throws {
        for vector in try GoldenVectors.list("conditions") { try check(vector, format: 1) }
    }

    @Test("conditions in bodies of format 2 and in drafts agree with the vectors")
    func conditionsInPercent() throws {
        for vector in try GoldenVectors.list("conditionsInPercent") {
            try check(vector, format: 2)
            let decoded = DraftDecoder.rule(Self.rule(vector).canonicalBytes, settings: Settings())
            try check(vector, #require(decoded.value, "\(vector): \(decoded.findings)"))
        }
    }

    @Test("shares agree with the vectors")
    func shares() throws {
        for vector in try GoldenVectors.list("shares") {
            let rule = Self.rule(["when": ["rollout": ["percent": try #require(vector["percent"])]]])
            let share = DraftDecoder.rule(rule.canonicalBytes, settings: Settings()).value?.condition?.clauses.rollout
            #expect(try share?.share == .percent(vector.int("hundredths")), "\(vector)")
        }
        for vector in try GoldenVectors.list("invalidShares") {
            let rule = Self.rule(["when": ["rollout": ["percent": vector]]])
            #expect(DraftDecoder.rule(rule.canonicalBytes, settings: Settings()).value == nil, "\(vector)")
        }
    }

    private static func rule(_ vector: JSONValue) -> JSONValue {
        [
            "id": vector["rule"] ?? "r", "match": ["https://a.example/"], "to": ["block": "x"],
            "when": vector["when"] ?? [:],
        ]
    }

    private func check(_ vector: JSONValue, format: Int64) throws {
        let body: JSONValue = [
            "app": "a", "format": .integer(format), "version": 1, "publishedAt": "2026-11-21T12:00:00Z",
            "settings": [:], "order": [[0, 0]], "rules": [Self.rule(vector)],
        ]
        let rule = try ReleaseBody.decode(body.canonicalBytes).rules[0]
        #expect(rule.neverMatches == nil, "\(vector)")
        try check(vector, rule)
    }

    private func check(_ vector: JSONValue, _ rule: Rule) throws {
        let context = DraftDecoder.context(try #require(vector["context"]).canonicalBytes).value
        let failure = rule.condition?.firstFailure(
            try #require(context), at: try vector.instant("at"), ruleID: rule.id)
        #expect(failure?.key == vector["fails"]?.stringValue, "\(vector): \(String(describing: failure))")
    }
}
