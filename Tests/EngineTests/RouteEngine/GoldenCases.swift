import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteEngine

/// The vectors of `Config/golden-vectors.json` as whole cases: one rule with one condition, and whether it holds.
enum GoldenCases {
    static func add(to cases: inout EngineCases) throws {
        let all = try JSONValue(parsing: PackageRoot.bytes(of: "Config/golden-vectors.json"))
        func list(_ name: String) throws -> [JSONValue] { try #require(all[name]?.arrayValue) }
        for (name, format) in [("conditions", Int64(1)), ("conditionsInPercent", 2)] {
            for vector in try list(name) {
                let rule: JSONValue = [
                    "id": vector["rule"] ?? "r", "match": ["https://h.com/"], "to": ["screen": "S"],
                    "when": try #require(vector["when"]),
                ]
                let body: JSONValue = [
                    "app": "golden", "format": .integer(format), "version": 1, "publishedAt": "2026-11-21T12:00:00Z",
                    "settings": [:], "order": [[0, 0]], "rules": [rule],
                ]
                try cases.open(body.canonicalBytes)
                try add(
                    context(#require(vector["context"])), at: instant(vector, "at"),
                    holds: vector["fails"]?.stringValue == nil, vector, to: &cases)
            }
        }
        for vector in try list("versions") {
            let version = try #require(vector["version"]?.stringValue)
            try add(
                try condition(["appVersion": #require(vector["range"])]), Context(appVersion: version),
                holds: vector["holds"] == true, vector, to: &cases)
        }
        for vector in try list("locales") {
            let locale = try #require(vector["locale"]?.stringValue)
            try add(
                try condition(["locale": [#require(vector["range"])]]), Context(locale: locale),
                holds: vector["holds"] == true, vector, to: &cases)
        }
        for vector in try list("buckets") {
            let bucket = Int(try #require(vector["bucket"]?.integerValue))
            for share in [bucket, bucket + 1] {
                let rollout = Rollout(.percent(min(share, ModelLimits.shareMax)), salt: vector["salt"]?.stringValue)
                try add(
                    condition(rollout), Context(deviceID: vector["value"]?.stringValue), holds: share > bucket, vector,
                    to: &cases)
            }
        }
        try addRamps(list("ramps"), to: &cases)
        for vector in try list("instants") {
            let milliseconds = try #require(vector["milliseconds"]?.integerValue)
            for now in [milliseconds - 1, milliseconds] {
                try add(
                    try condition(["after": #require(vector["text"])]), Context(), at: now, holds: now == milliseconds,
                    vector, to: &cases)
            }
        }
    }

    /// Each ramp with a device just inside and one just outside its share.
    private static func addRamps(_ vectors: [JSONValue], to cases: inout EngineCases) throws {
        var devices: [Int: String] = [:]
        for number in 0..<60_000 {
            let device = "d\(number)"
            devices[RolloutBucket.bucket(salt: "s", value: device)] = device
        }
        for vector in vectors {
            let share = Int(try #require(vector["percent"]?.integerValue))
            let ramp = Rollout.Ramp(
                from: Int(try #require(vector["from"]?.integerValue)),
                to: Int(try #require(vector["to"]?.integerValue)),
                start: Instant(milliseconds: try instant(vector, "start")),
                end: Instant(milliseconds: try instant(vector, "end")))
            for bucket in [share - 1, share] {
                guard let device = devices[bucket] else { continue }
                try add(
                    condition(Rollout(.ramp(ramp), salt: "s")), Context(deviceID: device),
                    at: try instant(vector, "at"),
                    holds: bucket < share, vector, to: &cases)
            }
        }
    }

    /// Adds a case of a release whose only rule has a condition.
    private static func add(
        _ condition: Condition?, _ context: Context, at now: Int64 = 1_795_000_000_000, holds: Bool,
        _ vector: JSONValue, to cases: inout EngineCases
    ) throws {
        let text = #"{"rules":[{"id":"r","match":["https://h.com/"],"to":{"screen":"S"}}]}"#
        var draft = try #require(DraftDecoder.draft(Array(text.utf8)).value)
        draft.rules[0].condition = condition
        try cases.open(
            ReleaseBody.freeze(draft: draft, app: "golden", version: 1, publishedAt: Instant(milliseconds: 0)))
        try add(context, at: now, holds: holds, vector, to: &cases)
    }

    /// Adds a case of the release that is open, and compares it with the vector.
    private static func add(
        _ context: Context, at now: Int64, holds: Bool, _ vector: JSONValue, to cases: inout EngineCases
    ) throws {
        cases.use(context)
        let added = cases.add("https://h.com/", at: now, explaining: true)
        let resolution = try #require(added)
        #expect((resolution.outcome == .screen(Screen(name: "S"))) == holds, "\(vector)")
    }

    private static func condition(_ when: JSONValue) throws -> Condition? {
        let rule: JSONValue = ["id": "r", "match": "https://a.example/", "to": ["block": "x"], "when": when]
        return try #require(DraftDecoder.rule(rule.canonicalBytes, settings: Settings()).value, "\(when)").condition
    }

    private static func condition(_ rollout: Rollout) -> Condition {
        var clauses = Clauses()
        clauses.rollout = rollout
        return Condition(clauses)
    }

    private static func context(_ value: JSONValue) throws -> Context {
        try #require(DraftDecoder.context(value.canonicalBytes).value)
    }

    private static func instant(_ vector: JSONValue, _ name: String) throws -> Int64 {
        try #require(vector[name]?.stringValue.flatMap(Instant.init(rfc3339:)), "\(vector)").milliseconds
    }
}
