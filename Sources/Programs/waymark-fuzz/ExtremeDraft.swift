/// A draft made of extreme conditions, patterns and templates, each chosen by bytes of an input.
struct ExtremeDraft {
    private var bytes: ArraySlice<UInt8>
    private var captures: [String] = []
    private var tail: String?

    /// The draft as JSON; the same bytes give the same draft.
    static func json(_ bytes: [UInt8]) -> String {
        var draft = ExtremeDraft(bytes: bytes[...])
        var rules: [String] = []
        while !draft.bytes.isEmpty, rules.count < rulesMax {
            let body = draft.rule()
            // Copies of a rule crowd one pattern.
            for _ in 0..<draft.pick([1, 1, 1, 2, 3, 40]) { rules.append(#"{"id":"r\#(rules.count)",\#(body)}"#) }
        }
        let settings = #"""
            {"origins":["https://h.com"],"destinations":["https://h.com","app:"],"schemes":["app"],
            "authority":{"app":"\#(draft.pick(["host", "firstSegment"]))"}}
            """#
        return #"{"settings":\#(settings),"rules":[\#(rules.joined(separator: ","))]}"#
    }

    private static let rulesMax = 120

    private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The next byte; 0 where none is left.
    private mutating func next() -> Int { Int(bytes.popFirst() ?? 0) }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[next() % choices.count] }

    // MARK: Rules

    private mutating func rule() -> String {
        captures = []
        tail = nil
        let first = pattern()
        let patterns = captures.isEmpty && tail == nil ? [first, pattern()] : [first]
        var members = [#""match":[\#(patterns.map { "\"\($0)\"" }.joined(separator: ","))]"#]
        if next() % 4 != 0 {
            let (clauses, not) = (clauses(), next() % 3 == 0 ? self.clauses() : "")
            let list = [clauses, not.isEmpty ? "" : #""not":{\#(not)}"#].filter { !$0.isEmpty }
            members.append(#""when":{\#(list.joined(separator: ","))}"#)
        }
        members.append(destination())
        members.append(pick([#""priority":0"#, #""priority":1"#, #""priority":-1000"#, #""ignoreCase":true"#]))
        members.append(pick([#""enabled":true"#, #""strictSlash":true"#]))
        return members.joined(separator: ",")
    }

    // MARK: Patterns

    private mutating func pattern() -> String {
        var text = pick(["", "", "", "https://*.h.com", "*://h.com", "app://:s.h.com", "app://", "https://h.com:8080"])
        if text.contains(":s") { captures.append("s") }
        let count = pick([1, 1, 2, 3, 3, 8, 64])
        // One choice for all segments makes long repetitive paths, which bytes alone seldom would.
        let isUniform = next() % 4 == 0
        let choice = next()
        for place in 0..<count {
            text += "/" + segment(place, isUniform ? choice : next())
        }
        switch next() % 8 {
        case 0:
            text += "/*"
            tail = "0"
        case 1:
            text += "/:rest*"
            tail = "rest"
        case 2:
            text += "/:rest+"
            tail = "rest"
        case 3: text += #"\\?q=:q([a-f]{1,900})&p"#
        case 4: text += #"\\?!q"#
        default: break
        }
        return text
    }

    private mutating func segment(_ place: Int, _ choice: Int) -> String {
        let name = "p\(place)"
        let words = (0..<(1 + choice % 100)).map { "w\($0)" }.joined(separator: "|")
        let choices = [
            "a", "b", "A", "a1", ":\(name)", "v:\(name)", ":\(name).html", #":\#(name)(\\d{8192})"#,
            ":\(name)([a-z]{1,8000})", ":\(name)([ab]+)", ":\(name)(a|b)", ":\(name)(\(words))",
            ":\(name)([a-z0-9]{250})", ":\(name)([.a]+)", ":\(name)-:\(name)x",
            #":\#(name)(\\d+)-:\#(name)x([a-f]{99})"#,
        ]
        let segment = choices[choice % choices.count]
        if segment.contains(":\(name)x") { captures.append("\(name)x") }
        if segment.contains(":\(name)") { captures.append(name) }
        return segment
    }

    // MARK: Conditions

    private mutating func clauses() -> String {
        var clauses: [String: String] = [:]
        for _ in 0...(next() % 6) {
            switch next() % 10 {
            case 0: clauses["platform"] = words("p")
            case 1: clauses["region"] = words("r")
            case 2: clauses["locale"] = pick([#"["zh"]"#, #"["*"]"#, #"["zh-Hans","en","qaa"]"#])
            case 3: clauses["appVersion"] = version()
            case 4: clauses["osVersion"] = version()
            case 5: clauses["signedIn"] = pick(["true", "false"])
            case 6: clauses[pick(["after", "before"])] = instant()
            case 7, 8: clauses["rollout"] = rollout()
            default:
                let count = pick([1, 2, 32, 64])
                let list = words("v")
                let attributes = (0..<count).map { #""a\#($0)":\#(list)"# }.joined(separator: ",")
                clauses["attributes"] = "{\(attributes)}"
            }
        }
        return clauses.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    }

    private mutating func words(_ stem: String) -> String {
        let (start, count) = (next() % 4, pick([1, 1, 2, 3, 25, 256]))
        return "[" + (start..<(start + count)).map { "\"\(stem)\($0)\"" }.joined(separator: ",") + "]"
    }

    private mutating func version() -> String {
        pick([
            #"">=5""#, #""<5""#, #""5.x""#, #""=4294967295.4294967295.4294967295.4294967295""#, #"">0 <0.0.0.2""#,
            #"">=\#(next()).\#(next())""#, #""<=\#(next())""#,
        ])
    }

    private mutating func instant() -> String {
        pick([
            #""0000-01-01T00:00:00Z""#, #""9999-12-31T23:59:59.999Z""#, #""2026-06-01T00:00:00Z""#,
            #""2030-01-01T00:00:00Z""#,
        ])
    }

    private mutating func rollout() -> String {
        let share = pick([
            #""percent":0"#, #""percent":0.01"#, #""percent":0.02"#, #""percent":0.5"#, #""percent":1"#,
            #""ramp":{"from":0,"to":0,"start":"0000-01-01T00:00:00Z","end":"9999-12-31T23:59:59.999Z"}"#,
            #""ramp":{"from":1,"to":0,"start":"2026-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}"#,
            #""ramp":{"from":0,"to":0.01,"start":"2029-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}"#,
        ])
        let salt = pick(["", #","salt":"s""#, #","salt":"""#, #","by":"a0""#, #","by":"a1","salt":"t""#])
        return "{\(share)\(salt)}"
    }

    // MARK: Destinations

    private mutating func destination() -> String {
        guard next() % 3 != 0 else { return #""to":{"screen":"S","parameters":{"k":"v"}}"# }
        var text = pick(["https://h.com", "https://h.com", "app://h.com", "app://place"])
        for _ in 0..<pick([1, 1, 2, 3, 60]) {
            text += "/" + pick(["a", "b", "a1", "v", "", "qzv9vzq", "qzl3lzq"])
            guard let name = captures.isEmpty ? nil : captures[next() % captures.count] else { continue }
            text += String(repeating: "{\(name)}", count: pick([0, 0, 1, 2, 30]))
        }
        if let tail, next() % 2 == 0 { text += String(repeating: "{/\(tail)*}", count: pick([1, 1, 2, 9])) }
        return #""to":{"redirect":"\#(text)"}"#
    }
}
