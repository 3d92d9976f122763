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
    package static let ruleID = Schema.text(pattern: "^\(ruleIDs)$")
    /// Rules' ids, separated by commas, at most a number of them.
    package static func ruleIDs(max count: Int) -> Schema {
        .text(pattern: "^\(ruleIDs)(,\(ruleIDs)){0,\(count - 1)}$")
    }
    private static let ruleIDs = "[a-z0-9][a-z0-9._-]{0,\(ModelLimits.ruleIDBytesMax - 1)}"
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
    /// A number that counts from 0 and grows for years, or that counts bytes.
    package static let total = Schema.integer(0...ExchangeLimits.cursorMax)
    /// A release's number.
    package static let version = Schema.integer(1...Int(Int32.max))
    /// A release's number, or the draft.
    package static let releaseOrDraft = Schema.either([version, .words(["draft"])])
    /// A rule's priority.
    package static let priority = Schema.integer(-ModelLimits.priorityMax...ModelLimits.priorityMax)
    /// How often clients poll, in seconds.
    package static let poll = Schema.record("Poll", ["interval": .integer(1...86_400), "jitter": .integer(0...86_400)])

    static func pathSegment(_ name: String) -> Schema {
        switch name {
        case "version", "from", "to": version
        case "digest": digest
        case "platform": word
        case "id": ruleID
        default: self.name
        }
    }

    /// One page of a list, with the cursor of the next page, and where it is counted the number of all items.
    package static func page(_ name: String, of element: Schema, hasTotal: Bool = false) -> Schema {
        guard case .component(let component, _) = element else {
            preconditionFailure("the items of \(name) have no name")
        }
        var members: [String: Schema] = [name: .list(element), "next": .nullable(.text())]
        // Not required: servers of 0.2.0 have none.
        if hasTotal { members["total?"] = count }
        return .record(component + "Page", members)
    }
}

// The rule language.
extension Schema {
    /// A stored rule.
    package static let rule = Schema.record("Rule", ruleMembers.merging(["id": ruleID]) { $1 })
    /// A rule that a client sends; its id may be left out.
    package static let newRule = Schema.record("Rule", ruleMembers.merging(["id?": ruleID]) { $1 })
    /// A rule as clients read it in a body.
    package static let bodyRule = Schema.record(
        "BodyRule",
        [
            "id": ruleID, "match": .list(pattern), "to": destination, "priority?": priority, "ignoreCase?": .flag,
            "strictSlash?": .flag, "needs?": texts, "when?": condition("Body", 0...ModelLimits.shareMax),
        ])
    /// A draft's settings.
    package static let settings = Schema.record("Settings", settingsMembers)
    /// The same members, for other records.
    package static let settingsMembers = linkSettingsMembers.merging([
        "origins?": .list(.text(count: 1...ModelLimits.patternBytesMax), count: 0...ModelLimits.settingsEntriesMax),
        "destinations?": .list(.text(count: 1...ModelLimits.patternBytesMax), count: 0...ModelLimits.destinationsMax),
        "schemes?": .list(.text(pattern: "^[a-z][a-z0-9+.-]*$"), count: 0...ModelLimits.settingsEntriesMax),
        "authority?": .map(.words(["host", "firstSegment"])),
    ]) { own, _ in own }
    /// The facts about a client that conditions read.
    package static let context: Schema = {
        var members: [String: Schema] = [
            "\(ContextKey.attributes)?": .map(
                .text(count: 0...ModelLimits.textBytesMax), count: 0...ModelLimits.attributesMax)
        ]
        for key in ContextKey.all { members["\(key.name)?"] = key.isFlag ? .flag : .text() }
        return .record("Context", members)
    }()
    /// The expected result of a test address.
    package static let outcome = Schema.component(
        "Outcome",
        .either([
            .record("ScreenOutcome", ["screen": label, "parameters?": .map(.text())]),
            .record("AddressOutcome", ["address": address, "status?": .integer(301...302)]),
            .record("AnswerOutcome", ["answer": .words(Expectation.answers)]),
            .record(
                "SystemsOutcome",
                ["systems": .list(.words(LinkStore.allCases.map(\.rawValue)), count: 0...LinkStore.allCases.count)]),
            .record("BlockedOutcome", ["blocked": .either([.yes, .text()])]),
            .record("UnmatchedOutcome", ["unmatched": .yes]),
            .record("FailedOutcome", ["failed": .either([.yes, .words(Failure.Code.allCases.map(\.rawValue))])]),
        ]))
    /// An address with the context and the instant that show something.
    package static let witness = Schema.record("Witness", ["address": .text(), "context?": context, "at?": instant])
    /// One result of a check.
    package static let finding = Schema.record(
        "Finding",
        [
            "code": .text(), "severity": .words(["error", "warning"]), "rules?": texts, "detail": .text(),
            "hint?": .text(), "pointer?": .text(), "line?": count, "column?": count, "reason?": .text(),
            "witness?": witness,
        ])

    private static let patternText = Schema.text(count: 1...ModelLimits.patternBytesMax)
    private static let pattern = Schema.component(
        "Pattern",
        .either([
            patternText,
            .record(
                "PatternParts",
                [
                    "protocol?": patternText, "hostname?": patternText, "port?": .text(), "pathname?": patternText,
                    "search?": .text(),
                ]),
        ]))
    private static let constant = Schema.either([
        .text(count: 0...ModelLimits.textBytesMax), .integer(-ExchangeLimits.cursorMax...ExchangeLimits.cursorMax),
        .flag,
    ])
    private static let destination = Schema.component(
        "Destination",
        .either([
            .record("RedirectDestination", ["redirect": address, "query?": .words(["keep", "drop"])]),
            .record(
                "ScreenDestination",
                [
                    "screen": label, "parameters?": .map(constant, count: 0...ModelLimits.constantsMax),
                    "transition?": label,
                ]),
            .record("BlockDestination", ["block": .text(count: 1...ModelLimits.textBytesMax)]),
        ]))

    private static let warnings = Finding.Code.allowable.map(\.rawValue)
    private static let reasons = Schema.map(
        .text(count: 0...ModelLimits.noteBytesMax), count: 0...warnings.count,
        names: "^(\(warnings.joined(separator: "|")))$")

    /// The members of a rule without its id.
    package static let ruleMembers = linkRuleMembers.merging([
        // The server also takes one pattern without a list, which no generator makes a working union of.
        "match": .list(pattern, count: 1...ModelLimits.patternsPerRuleMax),
        "when?": condition("", 0...ShareUnit.percentMax), "to": destination, "priority?": priority,
        "enabled?": .flag, "ignoreCase?": .flag, "strictSlash?": .flag,
        "note?": .text(count: 0...ModelLimits.noteBytesMax), "allow?": .either([.list(.words(warnings)), reasons]),
    ]) { own, _ in own }

    /// A condition; inside `not` there is no further `not`.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the names of its components.
    ///   - shares: What a share may be: percent, or hundredths of a percent in bodies of format 1.
    ///   - withNot: Whether it may have `not`.
    /// - Returns: The component.
    private static func condition(_ prefix: String, _ shares: ClosedRange<Int>, withNot: Bool = true) -> Schema {
        let words = Schema.list(word, count: 1...ModelLimits.wordsMax)
        let share = Schema.number(shares)
        let others: [String: Schema] = ["by?": word, "salt?": .text(count: 0...ModelLimits.wordBytesMax)]
        var members: [String: Schema] = [:]
        for key in withNot ? ConditionKey.all : ConditionKey.clauses {
            members["\(key.name)?"] =
                switch key {
                case .words(let key): key.allowed.map { .list(.words($0), count: 1...ModelLimits.wordsMax) } ?? words
                case .locale: words
                case .versions: word
                case .flag: .flag
                case .after, .before: instant
                case .rollout:
                    .component(
                        prefix + "Rollout",
                        .either([
                            .record(prefix + "PercentRollout", others.merging(["percent": share]) { $1 }),
                            .record(
                                prefix + "RampRollout",
                                others.merging([
                                    "ramp": .record(
                                        prefix + "Ramp",
                                        ["from": share, "to": share, "start": instant, "end": instant])
                                ]) { $1 }),
                        ]))
                case .attributes: .map(words, count: 1...ModelLimits.attributesMax)
                case .not: condition(prefix, shares, withNot: false)
                }
        }
        return .record(prefix + (withNot ? "Condition" : "NegatedCondition"), members)
    }
}
