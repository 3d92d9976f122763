import RouteDocuments
package import RouteModel
import TestSupport

/// Random rules over a small alphabet, so that they overlap, and addresses that often match them.
package struct RandomRules {
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator.fromEnvironment(default: seed) }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    // MARK: Rules

    package mutating func draft(rules count: Int) -> String {
        var rules: [String] = []
        while rules.count < count {
            let rule = rule(rules.count)
            // Some combinations are not valid patterns, for example text in front of an optional group's slash.
            if DraftDecoder.draft(Array(draft([rule]).utf8)).value != nil { rules.append(rule) }
        }
        return draft(rules)
    }

    private func draft(_ rules: [String]) -> String {
        """
        {"settings":{"origins":["https://h.com","app://h.com"],"destinations":["https://h.com"],
        "authority":{"flat":"firstSegment"}},"rules":[\(rules.joined(separator: ",\n"))]}
        """
    }

    private mutating func rule(_ number: Int) -> String {
        var members = ["\"id\":\"r\(number)\"", "\"match\":[\(pattern())]", "\"to\":{\"screen\":\"S\(number)\"}"]
        if chance(30) { members.append("\"priority\":\(pick([-5, 1, 3]))") }
        if chance(15) { members.append("\"ignoreCase\":true") }
        if chance(15) { members.append("\"strictSlash\":true") }
        if chance(35) { members.append("\"when\":\(condition())") }
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func condition() -> String {
        pick([
            #"{"platform":["ios"]}"#, #"{"platform":["ios","android"],"appVersion":">=5.2 <7"}"#, #"{"signedIn":true}"#,
            #"{"rollout":{"percent":40}}"#, #"{"rollout":{"percent":40,"by":"user","salt":"s"}}"#,
            #"{"locale":["zh","en-US"]}"#, #"{"not":{"platform":["ios"],"region":["CN"]}}"#,
            #"{"attributes":{"g":["A","B"],"user":["u1","u2"]}}"#, #"{"before":"2020-01-01T00:00:00Z"}"#,
            #"{"rollout":{"ramp":{"from":1,"to":90,"start":"2026-01-01T00:00:00Z","end":"2027-12-31T00:00:00Z"}}}"#,
        ])
    }

    private mutating func pattern() -> String {
        var text = pick([
            "", "", "https://h.com", "https://a.h.com", "https://*.h.com", "https://:sub.h.com", "http{s}?://h.com",
            "app://h.com",
            "*://h.com", "https://h.com:8443", "app://p-:s.x", "https://:label(a|b).h.com", "https://\u{535A}.com",
        ])
        if !text.isEmpty, chance(4) { return "\"\(text)\"" }
        for place in 0..<Int.random(in: 0...3, using: &generator) {
            text +=
                "/"
                + pick([
                    "a", "b", "ab", "A", "\u{535A}", ":s\(place)", ":s\(place)", ":s\(place)(a|b|ab)",
                    ":s\(place)(\\\\d+)",
                    ":s\(place)([a-z]{2,3})", "v:s\(place)", ":s\(place).html", "a-:s\(place)", ":s\(place)-:t\(place)",
                    "%2F", "a.b",
                ])
        }
        text += pick(["", "", "", "/", "/*", "/:rest*", "/:rest+", "{/opt}?", "{/:opt}?"])
        if text.isEmpty { text = "/" }
        if chance(20) { text += "\\\\?" + pick(["q=1", "q=:q", "q&!d", "q=:q&r=2", "n=:n(\\\\d+)"]) }
        return "\"\(text)\""
    }

    // MARK: Addresses

    package mutating func address() -> String {
        if chance(2) { return pick(["mailto:x", "app:a", "https://u:p@h.com/a", "not an address", "https://h.com"]) }
        var text = pick([
            "https://h.com", "https://h.com", "https://h.com", "https://a.h.com", "https://b.a.h.com", "https://H.com",
            "app://h.com",
            "app://H.com", "http://h.com", "https://h.com:8443", "https://h.com:443", "app://p-q.x", "flat://a",
            "flat://a/b",
            "https://other.org", "https://\u{535A}.com", "app:///a", "app://p%2Dq.x",
        ])
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            text +=
                "/"
                + pick([
                    "a", "a", "b", "ab", "A", "aB", "v1", "v", "x.html", "a-x", "a-b-c", "12", "\u{535A}", "%E5%8D%9A",
                    "%61", "%ff", "%2F",
                    "", "opt", "a.b", "x-y", "b%ff",
                ])
        }
        if chance(20) { text += "/" }
        if chance(30) { text += "?" + pick(["q=1", "q=", "q", "d&q=2", "r=2&q=x%20y", "n=12", "n=x&n=3", "q=+&q=1"]) }
        if chance(5) { text += "#f" }
        return text
    }

    package mutating func context() -> Context {
        var context = Context()
        if chance(70) { context.platform = pick(["ios", "android", "web"]) }
        if chance(70) { context.appVersion = pick(["5.1", "5.2", "6.9.9.9", "7", "x", "5.2.0.1"]) }
        if chance(50) { context.region = pick(["CN", "US"]) }
        if chance(50) { context.locale = pick(["zh-Hans-CN", "en_US", "en-GB", "z"]) }
        if chance(60) { context.signedIn = chance(50) }
        if chance(80) { context.deviceID = "d\(Int.random(in: 0..<50, using: &generator))" }
        if chance(60) {
            context.attributes = ["g": pick(["A", "C"]), "user": "u\(Int.random(in: 0..<9, using: &generator))"]
        }
        return context
    }
}
