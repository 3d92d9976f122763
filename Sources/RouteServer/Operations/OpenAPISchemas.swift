import RouteModel

/// The shapes that the contract names.
enum OpenAPISchemas {
    /// All of them by name.
    static let all: [String: Schema] = language.merging(control) { first, _ in first }

    static let instant = Schema.text(format: "date-time")
    static let digest = Schema.text(pattern: "^[0-9a-f]{64}$")
    /// An app's or a channel's name.
    static let name = Schema.text(pattern: "^[a-z0-9][a-z0-9._-]{0,\(ModelLimits.nameBytesMax - 1)}$")
    static let ruleID = Schema.text(pattern: "^[a-z0-9][a-z0-9._-]{0,\(ModelLimits.ruleIDBytesMax - 1)}$")
    static let word = Schema.text(pattern: "^[^\\x00-\\x1f\\x7f]+$", count: 1...ModelLimits.wordBytesMax)
    /// A name that may hold any character.
    static let label = Schema.text(count: 1...ModelLimits.wordBytesMax)
    static let words = Schema.list(word, count: 1...ModelLimits.wordsMax)
    static let texts = Schema.list(.text())
    static let address = Schema.text(count: 1...ModelLimits.templateBytesMax)
    static let note = Schema.text(count: 0...ModelLimits.noteBytesMax)
    static let title = Schema.text(count: 0...ServerLimits.titleBytesMax)
    static let count = Schema.integer(0...Int(Int32.max))
    static let version = Schema.integer(1...Int(Int32.max))
    static let share = Schema.integer(0...ModelLimits.shareMax)
    static let priority = Schema.integer(-ModelLimits.priorityMax...ModelLimits.priorityMax)
    static let poll = Schema.object(
        ["interval": .integer(1...86_400), "jitter": .integer(0...86_400)], required: ["interval", "jitter"])

    /// The rule language, and what clients get.
    private static let language: [String: Schema] = [
        "Rule": rule(required: ["id", "match", "to"]),
        "NewRule": rule(required: ["match", "to"]),
        "Pattern": .either([
            pattern,
            .object([
                "protocol": pattern, "hostname": pattern, "port": .text(), "pathname": pattern, "search": .text(),
            ]),
        ]),
        "Condition": condition(withNot: true),
        "NegatedCondition": condition(withNot: false),
        "Destination": .either([
            .object(["redirect": address, "query": .words(["keep", "drop"])], required: ["redirect"]),
            .object(
                [
                    "screen": label, "parameters": .map(.anything, count: 0...ModelLimits.constantsMax),
                    "transition": label,
                ],
                required: ["screen"]),
            .object(["block": .text(count: 1...ModelLimits.textBytesMax)], required: ["block"]),
        ]),
        "Settings": .object([
            "origins": .list(.text(count: 1...ModelLimits.patternBytesMax), count: 0...ModelLimits.settingsEntriesMax),
            "destinations": .list(
                .text(count: 1...ModelLimits.patternBytesMax), count: 0...ModelLimits.destinationsMax),
            "schemes": .list(.text(pattern: "^[a-z][a-z0-9+.-]*$"), count: 0...ModelLimits.settingsEntriesMax),
            "authority": .map(.words(["host", "firstSegment"])),
        ]),
        "Body": .object(
            [
                "format": .integer(), "app": name, "version": count, "publishedAt": instant,
                "settings": .reference("Settings"), "rules": .list(.object([:], open: true)),
                "order": .list(.list(.integer())),
            ], required: ["format", "app", "version", "publishedAt", "settings", "rules", "order"], open: true),
        "Head": .object(
            [
                "app": name, "channel": name, "epoch": count, "sequence": count, "version": count, "digest": digest,
                "body": .text(), "poll": poll,
            ], required: ["app", "channel", "epoch", "sequence", "version", "digest", "body", "poll"], open: true),
        "Context": .object([
            "platform": .text(), "region": .text(), "build": .text(), "source": .text(), "appVersion": .text(),
            "osVersion": .text(), "deviceID": .text(), "locale": .text(), "signedIn": .flag,
            "attributes": .map(.text(count: 0...ModelLimits.textBytesMax), count: 0...ModelLimits.attributesMax),
        ]),
        "ResolveRequest": .object(
            [
                "url": .text(count: 1...ServerLimits.bodyBytesMax), "context": .nullable(.reference("Context")),
                "at": .nullable(instant),
            ], required: ["url"]),
        "Resolution": .object(
            ["outcome": .words(["screen", "address", "blocked", "unmatched", "failed"])], required: ["outcome"],
            open: true),
        "PatternTable": .map(
            .object(["class": .text(), "redirectUrl": .text(), "priority": priority], open: true)),
        "VercelRedirects": .either([
            .object(["redirects": .list(vercelRedirect)], required: ["redirects"], open: true), .list(vercelRedirect),
        ]),
    ]

    private static let vercelRedirect = Schema.object(
        ["source": .text(), "destination": .text()], required: ["source", "destination"], open: true)

    private static let pattern = Schema.text(count: 1...ModelLimits.patternBytesMax)

    private static func rule(required: [String]) -> Schema {
        .object(
            [
                "id": ruleID,
                "match": .either([
                    .reference("Pattern"), .list(.reference("Pattern"), count: 1...ModelLimits.patternsPerRuleMax),
                ]),
                "when": .reference("Condition"), "to": .reference("Destination"), "priority": priority,
                "enabled": .flag, "ignoreCase": .flag, "strictSlash": .flag, "note": note,
            ], required: required)
    }

    /// A condition; what it negates has none itself.
    private static func condition(withNot: Bool) -> Schema {
        var members: [String: Schema] = [
            "platform": words, "region": words, "build": .list(.words(Clauses.builds), count: 1...ModelLimits.wordsMax),
            "source": .list(.words(Clauses.sources), count: 1...ModelLimits.wordsMax), "locale": words,
            "appVersion": word, "osVersion": word, "signedIn": .flag, "after": instant, "before": instant,
            "rollout": .either([rollout("percent", share), rollout("ramp", ramp)]),
            "attributes": .map(words, count: 1...ModelLimits.attributesMax),
        ]
        if withNot { members["not"] = .reference("NegatedCondition") }
        return .object(members)
    }

    /// A rollout has exactly one of its two shares.
    private static func rollout(_ name: String, _ share: Schema) -> Schema {
        .object([name: share, "by": word, "salt": .text(count: 0...ModelLimits.wordBytesMax)], required: [name])
    }

    private static let ramp = Schema.object(
        ["from": share, "to": share, "start": instant, "end": instant], required: ["from", "to", "start", "end"])
}
