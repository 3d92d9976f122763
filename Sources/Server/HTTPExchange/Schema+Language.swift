import RouteDocuments
import RouteModel

extension Schema {
    /// An instant (RFC 3339).
    package static let instant = Schema.text(format: "date-time")
    /// A SHA-256 in lower-case hexadecimal digits.
    package static let digest = Schema.text(pattern: "^[0-9a-f]{64}$")
    /// An app's or a channel's name.
    package static let name = Schema.text(pattern: "^[a-z0-9][a-z0-9._-]{0,\(ModelLimits.nameBytesMax - 1)}$")
    /// A rule's id.
    package static let ruleID = Schema.text(pattern: "^[a-z0-9][a-z0-9._-]{0,\(ModelLimits.ruleIDBytesMax - 1)}$")
    /// A text without control characters.
    package static let word = Schema.text(pattern: "^[^\\x00-\\x1f\\x7f]+$", count: 1...ModelLimits.wordBytesMax)
    /// A name that may contain any character.
    package static let label = Schema.text(count: 1...ModelLimits.wordBytesMax)
    /// A list of texts.
    package static let texts = Schema.list(.text())
    /// An address or an address template.
    package static let address = Schema.text(count: 1...ModelLimits.templateBytesMax)
    /// The title of an app.
    package static let title = Schema.text(count: 0...ExchangeLimits.titleBytesMax)
    /// A number that counts from 0.
    package static let count = Schema.integer(0...Int(Int32.max))
    /// A release's number.
    package static let version = Schema.integer(1...Int(Int32.max))
    /// A rule's priority.
    package static let priority = Schema.integer(-ModelLimits.priorityMax...ModelLimits.priorityMax)
    /// How often clients poll, in seconds.
    package static let poll = Schema.object(
        ["interval": .integer(1...86_400), "jitter": .integer(0...86_400)], required: ["interval", "jitter"])

    static func pathSegment(_ name: String) -> Schema {
        switch name {
        case "version", "a", "b": version
        case "digest": digest
        case "platform": word
        case "id": ruleID
        default: self.name
        }
    }

    /// One page of a list, with the cursor of the next page, and where it is counted the number of all items.
    package static func page(_ name: String, of element: Schema, hasTotal: Bool = false) -> Schema {
        var members: [String: Schema] = [name: .list(element), "next": .nullable(.text())]
        // Not required: servers of 0.2.0 have none.
        if hasTotal { members["total"] = count }
        return .object(members, required: [name, "next"])
    }
}

// The rule language.
extension Schema {
    /// A stored rule.
    package static let rule = Schema.component("Rule", rule(required: ["id", "match", "to"]))
    /// A rule that a client sends; its id may be left out.
    package static let newRule = Schema.component("NewRule", rule(required: ["match", "to"]))
    /// A draft's settings.
    package static let settings = Schema.component(
        "Settings",
        .object(
            linkSettingsMembers.merging([
                "origins": .list(
                    .text(count: 1...ModelLimits.patternBytesMax), count: 0...ModelLimits.settingsEntriesMax),
                "destinations": .list(
                    .text(count: 1...ModelLimits.patternBytesMax), count: 0...ModelLimits.destinationsMax),
                "schemes": .list(.text(pattern: "^[a-z][a-z0-9+.-]*$"), count: 0...ModelLimits.settingsEntriesMax),
                "authority": .map(.words(["host", "firstSegment"])),
            ]) { own, _ in own }))
    /// The facts about a client that conditions read.
    package static let context: Schema = {
        var members: [String: Schema] = [
            ContextKey.attributes: .map(
                .text(count: 0...ModelLimits.textBytesMax), count: 0...ModelLimits.attributesMax)
        ]
        for key in ContextKey.all { members[key.name] = key.isFlag ? .flag : .text() }
        return Schema.component("Context", .object(members))
    }()
    /// The expected result of a test address.
    package static let outcome = Schema.component(
        "Outcome",
        .either([
            .object(["screen": label, "parameters": .map(.text())], required: ["screen"]),
            .object(["address": address, "status": .integer(301...302)], required: ["address"]),
            .object(["answer": .words(Expectation.answers)], required: ["answer"]),
            .object(
                ["systems": .list(.words(LinkStore.allCases.map(\.rawValue)), count: 0...LinkStore.allCases.count)],
                required: ["systems"]),
            .object(["blocked": .either([.yes, .text()])], required: ["blocked"]),
            .object(["unmatched": .yes], required: ["unmatched"]),
            .object(
                ["failed": .either([.yes, .words(Failure.Code.allCases.map(\.rawValue))])], required: ["failed"]),
        ]))
    /// One result of a check.
    package static let finding = Schema.component(
        "Finding",
        .object(
            [
                "code": .text(), "severity": .words(["error", "warning"]), "rules": texts, "detail": .text(),
                "hint": .text(), "pointer": .text(), "line": count, "column": count, "reason": .text(),
                "witness": .object(
                    ["address": .text(), "context": context, "at": instant], required: ["address"]),
            ], required: ["code", "severity", "detail"]))

    private static let pattern = Schema.text(count: 1...ModelLimits.patternBytesMax)
    private static let patternOrParts = Schema.component(
        "Pattern",
        .either([
            pattern,
            .object([
                "protocol": pattern, "hostname": pattern, "port": .text(), "pathname": pattern, "search": .text(),
            ]),
        ]))
    private static let destination = Schema.component(
        "Destination",
        .either([
            .object(["redirect": address, "query": .words(["keep", "drop"])], required: ["redirect"]),
            .object(
                [
                    "screen": label, "parameters": .map(.anything, count: 0...ModelLimits.constantsMax),
                    "transition": label,
                ],
                required: ["screen"]),
            .object(["block": .text(count: 1...ModelLimits.textBytesMax)], required: ["block"]),
        ]))

    private static let warning = Schema.words(Finding.Code.allowable.map(\.rawValue))
    private static let reasons = Schema.map(
        .text(count: 0...ModelLimits.noteBytesMax), count: 0...Finding.Code.allowable.count)

    private static func rule(required: [String]) -> Schema {
        .object(
            linkRuleMembers.merging([
                "id": ruleID,
                "match": .either([
                    patternOrParts, .list(patternOrParts, count: 1...ModelLimits.patternsPerRuleMax),
                ]),
                "when": .component("Condition", condition(withNot: true)), "to": destination, "priority": priority,
                "enabled": .flag, "ignoreCase": .flag, "strictSlash": .flag,
                "note": .text(count: 0...ModelLimits.noteBytesMax), "allow": .either([.list(warning), reasons]),
            ]) { own, _ in own }, required: required)
    }

    /// A condition; inside `not` there is no further `not`.
    private static func condition(withNot: Bool) -> Schema {
        let words = Schema.list(word, count: 1...ModelLimits.wordsMax)
        let share = Schema.number(0...ShareUnit.percentMax)
        let ramp = Schema.object(
            ["from": share, "to": share, "start": instant, "end": instant], required: ["from", "to", "start", "end"])
        var members: [String: Schema] = [:]
        for key in withNot ? ConditionKey.all : ConditionKey.clauses {
            members[key.name] =
                switch key {
                case .words(let key): key.allowed.map { .list(.words($0), count: 1...ModelLimits.wordsMax) } ?? words
                case .locale: words
                case .versions: word
                case .flag: .flag
                case .after, .before: instant
                case .rollout: .either([rollout("percent", share), rollout("ramp", ramp)])
                case .attributes: .map(words, count: 1...ModelLimits.attributesMax)
                case .not: .component("NegatedCondition", condition(withNot: false))
                }
        }
        return .object(members)
    }

    /// A rollout has either `percent` or `ramp`.
    private static func rollout(_ name: String, _ share: Schema) -> Schema {
        .object([name: share, "by": word, "salt": .text(count: 0...ModelLimits.wordBytesMax)], required: [name])
    }
}
