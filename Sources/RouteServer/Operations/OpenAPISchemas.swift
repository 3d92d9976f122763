/// The shapes that the contract names.
enum OpenAPISchemas {
    /// All of them by name.
    static let all: [String: Schema] = language.merging(control) { first, _ in first }

    static let instant = Schema.text(format: "date-time")
    static let digest = Schema.text(pattern: "^[0-9a-f]{64}$")
    static let name = Schema.text(pattern: "^[a-z0-9][a-z0-9._-]*$")
    static let words = Schema.list(.text())
    static let count = Schema.integer(0...Int(Int32.max))
    static let poll = Schema.object(
        ["interval": .integer(1...86_400), "jitter": .integer(0...86_400)], required: ["interval", "jitter"])

    /// The rule language, and what clients get.
    private static let language: [String: Schema] = [
        "Rule": rule(required: ["id", "match", "to"]),
        "NewRule": rule(required: ["match", "to"]),
        "Pattern": .either([
            .text(),
            .object([
                "protocol": .text(), "hostname": .text(), "port": .text(), "pathname": .text(), "search": .text(),
            ]),
        ]),
        "Condition": condition,
        "Destination": .either([
            .object(["redirect": .text(), "query": .words(["keep", "drop"])], required: ["redirect"]),
            .object(
                ["screen": .text(), "parameters": .map(.anything), "transition": .text()], required: ["screen"]),
            .object(["block": .text()], required: ["block"]),
        ]),
        "Settings": .object([
            "origins": words, "destinations": words, "schemes": words,
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
            "attributes": .map(.text()),
        ]),
        "ResolveRequest": .object(
            ["url": .text(), "context": .reference("Context"), "at": instant], required: ["url"]),
        "Resolution": .object(
            ["outcome": .words(["screen", "address", "blocked", "unmatched", "failed"])], required: ["outcome"],
            open: true),
        "PatternTable": .map(
            .object(["class": .text(), "redirectUrl": .text(), "priority": .integer(-1000...1000)], open: true)),
        "VercelRedirects": .either([
            .object(["redirects": .list(vercelRedirect)], required: ["redirects"], open: true), .list(vercelRedirect),
        ]),
    ]

    private static let vercelRedirect = Schema.object(
        ["source": .text(), "destination": .text()], required: ["source", "destination"], open: true)

    private static func rule(required: [String]) -> Schema {
        .object(
            [
                "id": .text(pattern: "^[a-z0-9][a-z0-9._-]{0,63}$"),
                "match": .either([.reference("Pattern"), .list(.reference("Pattern"))]),
                "when": .reference("Condition"), "to": .reference("Destination"),
                "priority": .integer(-1000...1000), "enabled": .flag, "ignoreCase": .flag, "strictSlash": .flag,
                "note": .text(),
            ], required: required)
    }

    private static let condition = Schema.object([
        "platform": words, "region": words, "build": words, "source": words, "locale": words,
        "appVersion": .text(), "osVersion": .text(), "signedIn": .flag, "after": instant, "before": instant,
        "rollout": .object([
            "percent": .integer(0...10_000), "by": .text(), "salt": .text(),
            "ramp": .object(
                ["from": .integer(0...10_000), "to": .integer(0...10_000), "start": instant, "end": instant],
                required: ["from", "to", "start", "end"]),
        ]),
        "attributes": .map(words), "not": .reference("Condition"),
    ])
}
