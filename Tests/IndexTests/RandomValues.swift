import CanonicalJSON
import TestSupport

/// Random settings, rules, test addresses and manifests, with values at the limits and texts of every kind.
struct RandomValues {
    var generator: SeededGenerator

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// A text of few bytes, or of about `bytesMax`.
    mutating func text(_ bytesMax: Int) -> String {
        let unit = pick([
            "a", "b", "Z", "7", "é", "e\u{301}", "日", "𝄞", "\"", "\\", "\t", "\u{1}", "\u{7F}", "%", "%41", "/", " ",
            "-", "|",
            "~", "\u{2028}",
        ])
        let length = pick([1, 2, 3, 3, bytesMax / 3, bytesMax - 1, bytesMax, bytesMax + 1, bytesMax * 2 / 3])
        return String(repeating: unit, count: max(1, length / unit.utf8.count))
    }

    private mutating func members(_ choices: [(String, Int, (inout RandomValues) -> JSONValue)]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (name, percent, make) in choices where chance(percent) { members[name] = make(&self) }
        return .object(members)
    }

    private mutating func list(_ most: Int, _ make: (inout RandomValues) -> JSONValue) -> JSONValue {
        .array((0..<Int.random(in: 1...most, using: &generator)).map { _ in make(&self) })
    }

    private mutating func words() -> JSONValue {
        list(3) { values in .string(values.chance(70) ? values.pick(["ios", "A", "é", "x y"]) : values.text(256)) }
    }

    // MARK: Drafts

    mutating func draft() -> JSONValue {
        let count = Int.random(in: 1...2, using: &generator)
        return ["settings": settings(), "rules": .array((0..<count).map { _ in rule() })]
    }

    private mutating func settings() -> JSONValue {
        let known: JSONValue = members([
            ("schemes", 30, { .array([.string($0.pick(["my", "a+b-c.1", "My", "m", "my:"]))]) }),
            ("authority", 30, { [$0.pick(["my", "m.1"]): .string($0.pick(["host", "firstSegment"]))] }),
            ("title", 15, { .string($0.text(256)) }), ("description", 15, { .string($0.text(256)) }),
            ("image", 10, { _ in "https://h.example/i.png" }),
            ("fallback", 20, { .array([.string($0.pick(["app", "web", "store"]))]) }),
            ("surfaces", 30, { ["go.example": $0.surface()] }),
        ])
        guard case .object(var settings) = known else { return known }
        settings["origins"] = .array([
            .string(
                pick(["https://h.example", "https://h.example/", "https://BÜCHER.example", "my://b", "https://127.1"]))
        ])
        settings["destinations"] = ["https://h.example", "https://*.h.example", "my:", "https://h.example:8443"]
        return .object(settings)
    }

    private mutating func surface() -> JSONValue {
        members([
            ("apple", 50, { _ in [["appID": "ABCDE12345.example.shop"]] }),
            ("harmony", 30, { .array([.string($0.text(64))]) }),
            ("web", 30, { .string("https://h.example/" + $0.text(60)) }), ("colour", 30, { _ in "#a0B1c2" }),
            ("secondHost", 20, { .string($0.pick(["open.example", "go.example", "x"])) }),
            ("campaign", 20, { .array([.string($0.pick(["utm_source", "a.b-c", "link"]))]) }),
            ("claim", 30, { values in values.list(3) { .string("/" + $0.text(200)) } }),
            ("never", 30, { values in values.list(3) { .string("/" + $0.text(200)) } }),
            ("stores", 20, { [$0.pick(["ios", "android", "harmony"]): .string("https://s.example/" + $0.text(50))] }),
        ])
    }

    private mutating func rule() -> JSONValue {
        let known = members([
            ("id", 50, { .string($0.pick(["a", "b", "0.x_y-z", "A"])) }), ("when", 60, { $0.conditions() }),
            ("priority", 30, { .integer($0.pick([-1000, 0, 7, 1000, 1001])) }),
            ("ignoreCase", 20, { .bool($0.chance(50)) }),
            ("strictSlash", 20, { .bool($0.chance(50)) }), ("enabled", 10, { .bool($0.chance(50)) }),
            ("note", 15, { .string($0.text(4096)) }), ("title", 15, { .string($0.text(256)) }),
            ("permanent", 5, { _ in true }), ("fallback", 10, { _ in ["web", "app"] }),
            ("allow", 10, { [$0.pick(["unused-capture", "tie"]): .string($0.text(4096))] }),
        ])
        guard case .object(var rule) = known else { return known }
        rule["match"] = chance(80) ? list(3) { $0.pattern() } : pattern()
        rule["to"] = destination()
        return .object(rule)
    }

    private mutating func pattern() -> JSONValue {
        if chance(25) {
            return members([
                ("protocol", 60, { .string($0.pick(["https", "my", "http{s}?", "*", ":s"])) }),
                (
                    "hostname", 60,
                    { .string($0.pick(["h.example", "[::1]", "*.h.example", "127.1", "BÜCHER.example", "*", ""])) }
                ),
                ("port", 30, { .string($0.pick(["", "8443", "*", "443"])) }),
                (
                    "pathname", 70,
                    { .string($0.pick(["/a", "*", "a", "/:v([\\w-]+)", "/" + $0.constraint(), "/:r*"])) }
                ),
                ("search", 30, { .string($0.pick(["k", "k=1", "!k", "k=:v", "k=a+b"])) }),
            ])
        }
        let start = pick([
            "", "", "", "https://h.example", "https://[::1]", "https://127.1", "https://BÜCHER.example",
            "my://b.example",
        ])
        return .string(
            pick([
                start + "/a", start + "/" + constraint(), start + "/x-" + constraint(),
                start + "/" + text(600) + "/:r*",
                start + "/:v([^/]+)", start + "/:a{/:b}?\\?k=:c", start + "/x?k=1&!d", "my:*", "my\\:a*",
                "mailto\\:\(text(20))",
                start + "/:v([_-]{1,9})", start + "/a?k=\(text(100))", start + "/{\(text(30))}?",
            ]))
    }

    /// A capture with words or a class, which are often longer as they are stored.
    private mutating func constraint() -> String {
        let count = pick([1, 2, 40, 200, 340, 500, 680, 1000])
        let unit = pick(["ä", "日", "\\-", "a", "_-", "-", "(", "\\|"])
        let text = String(repeating: unit, count: max(1, min(count, 2040 / unit.utf8.count)))
        return pick([":v(\(text))", ":v(\(text)|a)", ":v([\(text)]+)", ":v([a-c\(unit)]{2,4})", ":v(\\d+)"])
    }

    private mutating func destination() -> JSONValue {
        pick([
            ["screen": .string(text(256))], ["screen": "S", "transition": .string(text(256))],
            [
                "screen": "S",
                "parameters": [text(256): .string(text(4096)), "n": .integer(pick([-9_007_199_254_740_992, 0]))],
            ],
            ["block": .string(text(4096))], ["redirect": .string("https://h.example/" + text(600))],
            ["redirect": "https://h.example/x{?v}", "query": .string(pick(["keep", "drop"]))],
            ["redirect": .string("my:" + text(40))], ["screen": "S", "parameters": ["f": .bool(chance(50)), "t": ""]],
        ])
    }

    private mutating func conditions(isInner: Bool = false) -> JSONValue {
        members([
            ("platform", 20, { $0.words() }), ("region", 10, { $0.words() }),
            ("build", 10, { _ in ["debug", "store"] }),
            ("locale", 15, { .array([.string($0.pick(["zh-Hans", "*", "zh_CN", "abcdefgh-1"]))]) }),
            ("appVersion", 25, { .string($0.versions()) }), ("osVersion", 10, { .string($0.versions()) }),
            ("signedIn", 10, { .bool($0.chance(50)) }), ("after", 15, { .string($0.instant()) }),
            ("before", 15, { .string($0.instant()) }), ("rollout", 25, { $0.rollout() }),
            ("attributes", 15, { [$0.text(256): $0.words()] }),
            ("not", isInner ? 0 : 15, { $0.conditions(isInner: true) }),
        ])
    }

    private mutating func versions() -> String {
        let comparators = (0..<pick([1, 2, 3, 40, 60, 64, 85])).map { _ in
            pick([">1", "<9", ">=1.2", "<=8", ">= 0002", "> 1 "])
        }
        return comparators.joined(separator: pick(["", " ", "  "]))
    }

    private mutating func instant() -> String {
        pick([
            "2026-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-08:00",
            "0000-01-01T00:00:00+00:01", "2026-06-01T12:00:00.123456789+05:45", "2016-12-31T23:59:60Z",
            "9999-12-31T23:59:60Z", "2026-02-29T00:00:00Z", "1969-12-31t23:59:59.9z",
        ])
    }

    private mutating func share() -> JSONValue {
        .number(pick([0, 0.01, 0.07, 0.29, 12.5, 33.33, 57.29, 99.99, 100, 0.001]))
    }

    private mutating func rollout() -> JSONValue {
        let known = members([
            ("by", 30, { .string($0.pick(["deviceID", "user", $0.text(256)])) }),
            ("salt", 40, { .string($0.text(256)) }),
        ])
        guard case .object(var rollout) = known else { return known }
        if chance(60) {
            rollout["percent"] = share()
        } else {
            rollout["ramp"] = ["from": share(), "to": share(), "start": .string(instant()), "end": .string(instant())]
        }
        return .object(rollout)
    }

    // MARK: Others

    mutating func expectation() -> JSONValue {
        let known = members([
            ("at", 30, { .string($0.instant()) }), ("surface", 40, { .string($0.pick(["app", "os", "web"])) }),
            (
                "context", 40,
                {
                    $0.members([
                        ("platform", 30, { .string($0.text(4096)) }), ("signedIn", 30, { .bool($0.chance(50)) }),
                        ("locale", 30, { .string($0.text(40)) }), ("deviceID", 30, { .string($0.text(4096)) }),
                        ("attributes", 50, { [$0.pick(["os", "inApp", "é", ""]): .string($0.text(4096))] }),
                    ])
                }
            ),
        ])
        guard case .object(var expectation) = known else { return known }
        expectation["url"] = .string(pick(["https://h.example/", "my:", "https://h.example/"]) + text(8000))
        expectation["expect"] = pick([
            ["screen": .string(text(256))], ["screen": "S", "parameters": [text(60): .string(text(4096))]],
            ["address": .string(text(8192))],
            ["address": "https://h.example/", "status": .integer(pick([301, 302, 303]))],
            ["blocked": true], ["blocked": .string(chance(30) ? "" : text(4096))], ["unmatched": true],
            ["failed": true],
            ["failed": .string(pick(["loop", "expansion", "x"]))], ["answer": .string(pick(["open", "gone", "x"]))],
            ["systems": .array(chance(30) ? [] : [.string(pick(["ios", "android"])), "harmony"])],
        ])
        return .object(expectation)
    }

    mutating func manifest() -> JSONValue {
        let known = members([
            (
                "hosts", 50,
                { values in
                    [
                        values.pick(["h.example", "*.h.example", "H", "*.x"]): values.list(2) {
                            .string("/" + $0.text(200))
                        }
                    ]
                }
            )
        ])
        guard case .object(var manifest) = known else { return known }
        manifest["screens"] = [text(256): list(3) { .string($0.text(256) + $0.pick(["", "?"])) }, "": []]
        if chance(60) { manifest["screens"] = ["S": [], text(100): [.string(text(255))]] }
        return .object(manifest)
    }
}
