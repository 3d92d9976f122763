import RouteDocuments
import RouteModel
import TestSupport
import WebAddress

@testable import RouteAnalysis

/// Random drafts over few words, so that rules overlap, hide and redirect to each other; also random situations.
struct RandomDrafts {
    var generator: SeededGenerator

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// A draft of `count` rules, of which `redirects` percent are redirects.
    mutating func draft(rules count: Int, redirects: Int = 0) throws -> Draft {
        let rules = (0..<count).map { rule($0, redirects) }
        return try AnalysisFixture.draft(rules.joined(separator: ","))
    }

    private mutating func rule(_ number: Int, _ redirects: Int) -> String {
        let (first, captures) = pattern()
        let patterns = captures.isEmpty && chance(20) ? [first, pattern().0] : [first]
        var members = [
            #""id":"r\#(number)""#, #""match":[\#(patterns.map { "\"\($0)\"" }.joined(separator: ","))]"#,
        ]
        if chance(redirects) {
            members.append(#""to":{"redirect":"\#(target(captures))"}"#)
        } else {
            members.append(#""to":{"screen":"S\#(number)"}"#)
        }
        if chance(50) { members.append(#""when":{\#(clauses(3))}"#) }
        if chance(30) { members.append(#""priority":\#(pick([-1, 1, 2]))"#) }
        if chance(10) { members.append(#""ignoreCase":true"#) }
        if chance(10) { members.append(#""strictSlash":true"#) }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// A pattern as JSON text, and the names of its captures.
    private mutating func pattern() -> (String, [String]) {
        var text = ""
        var captures: [String] = []
        for place in 0..<Int.random(in: 1...3, using: &generator) {
            let name = "p\(place)"
            let segment = pick([
                "a", "b", "c", "A", ":\(name)", ":\(name)", ":\(name)(a|b)", ":\(name)(a|b|c)", ":\(name)([ab]+)",
                "a:\(name)", ":\(name)(\\\\d+)",
            ])
            if segment.contains(":") { captures.append(name) }
            text += "/" + segment
        }
        if chance(20) {
            text += pick(["/*", "/:rest*", "/:rest+"])
            captures.append(text.hasSuffix("/*") ? "0*" : "rest*")
        }
        if chance(10) { text += pick(["\\\\?q=1", "\\\\?q", "\\\\?!q"]) }
        return (text, captures)
    }

    private mutating func target(_ captures: [String]) -> String {
        var text = "https://h.com"
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let single = captures.filter { !$0.hasSuffix("*") }
            if chance(50), !single.isEmpty {
                text += "/" + pick(["", "", "a"]) + "{\(pick(single))}"
            } else {
                text += "/" + pick(["a", "b", "c", "a1"])
            }
        }
        if let tail = captures.last, tail.hasSuffix("*"), chance(60) { text += "{/\(tail)}" }
        return text
    }

    private mutating func clauses(_ most: Int) -> String {
        var clauses: [String: String] = [:]
        for _ in 0..<Int.random(in: 1...most, using: &generator) {
            let (key, value) = pick([
                ("platform", #"["ios"]"#), ("platform", #"["ios","android"]"#), ("platform", #"["android"]"#),
                ("signedIn", "true"), ("signedIn", "false"), ("appVersion", #"">=5""#), ("appVersion", #""<6""#),
                ("appVersion", #""5.2.x""#), ("locale", #"["zh"]"#), ("locale", #"["zh-Hans","en"]"#),
                ("attributes", #"{"ab":["A"]}"#), ("attributes", #"{"ab":["A","B"]}"#),
                ("after", #""2026-01-01T00:00:00Z""#), ("before", #""2027-01-01T00:00:00Z""#),
                ("rollout", #"{"percent":50,"salt":"s"}"#), ("rollout", #"{"percent":20,"salt":"s"}"#),
                ("rollout", #"{"percent":50}"#), ("not", #"{"platform":["ios"]}"#),
                ("not", #"{"signedIn":true,"platform":["ios"]}"#),
            ])
            clauses[key] = value
        }
        return clauses.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    }

    mutating func address() -> String {
        var text = "https://h.com"
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            text += "/" + pick(["a", "a", "b", "c", "A", "B", "aa", "ab", "a1", "1", "x", "", "%ff"])
        }
        return text + pick(["", "", "", "/", "?q=1", "?q=2"])
    }

    mutating func situation() -> ContextSearch.Situation {
        var context = Context()
        context.platform = pick(["ios", "android", nil])
        context.signedIn = pick([true, false, nil])
        context.appVersion = pick(["4", "5", "5.2.1", "6", "7", nil, "x"])
        context.locale = pick(["zh", "zh-Hans-CN", "en-US", "fr", nil])
        if chance(70) { context.attributes["ab"] = pick(["A", "B", "C"]) }
        if chance(80) { context.deviceID = "d\(Int.random(in: 0..<500, using: &generator))" }
        let instants = ["2025-06-01T00:00:00Z", "2026-06-01T00:00:00Z", "2027-06-01T00:00:00Z"]
        return ContextSearch.Situation(
            context: context, at: Instant(rfc3339: pick(instants)) ?? AnalysisFixture.now)
    }
}
