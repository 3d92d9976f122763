package import CanonicalJSON
import RoutePattern

extension ConditionKey: FieldKey {
    /// The names of all keys.
    package static let table = JSONNameTable(all.map { $0.name })
}

private enum RolloutKey: String, CaseIterable, FieldKey {
    case percent, ramp, by, salt

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

private enum RampKey: String, CaseIterable, FieldKey {
    case from, to, start, end

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    /// Reads `when`; nil if it sets no condition or is not an object.
    mutating func condition(_ node: JSONNode) -> Condition? {
        guard let fields = fields(node, ConditionKey.self, "\"when\"") else { return nil }
        var condition = Condition()
        for field in fields where field.key != .not { read(field.node, field.key, into: &condition.clauses) }
        if let field = fields.first(where: { $0.key == .not }) { condition.not = negated(field.node) }
        checkWindow(condition.clauses, node)
        return condition.isEmpty ? nil : condition
    }

    private mutating func negated(_ node: JSONNode) -> Clauses? {
        guard let fields = fields(node, ConditionKey.self, "\"not\"") else { return nil }
        var clauses = Clauses()
        for (key, node) in fields {
            if key == .not {
                report(
                    at: node, reason: "nested-not", "\"not\" contains \"not\".",
                    hint: "Write its conditions beside the outer \"not\".")
            } else {
                read(node, key, into: &clauses)
            }
        }
        guard !fields.isEmpty else {
            report(at: node, reason: "empty", "\"not\" is empty, so the rule could never hold.", hint: "Remove it.")
            return nil
        }
        checkWindow(clauses, node)
        return clauses
    }

    private mutating func read(_ node: JSONNode, _ key: ConditionKey, into clauses: inout Clauses) {
        let what = "\"\(key.name)\""
        switch key {
        case .words(let key): clauses[key] = words(node, what, among: key.allowed)
        case .locale: clauses.locale = locales(node)
        case .versions(let key): clauses[key] = versionRange(node, what)
        case .flag(let key): clauses[key] = flag(node, what)
        case .after: clauses.after = instant(node, what)
        case .before: clauses.before = instant(node, what)
        case .rollout: clauses.rollout = rollout(node)
        case .attributes: clauses.attributes = attributes(node)
        case .not: break
        }
    }

    private mutating func checkWindow(_ clauses: Clauses, _ node: JSONNode) {
        guard let after = clauses.after, let before = clauses.before, after >= before else { return }
        report(
            at: node["before"] ?? node, reason: "empty-window",
            "\"before\" is not later than \"after\", so it never holds.",
            hint: "Exchange the two, or remove one.")
    }

    mutating func words(_ node: JSONNode, _ what: String, among known: [String]? = nil) -> [String] {
        var words: [String] = []
        for element in list(node, what, max: ModelLimits.wordsMax) ?? [] {
            guard let word = element.stringValue, NameGrammar.isWord(word) else {
                report(
                    at: element, reason: "invalid-word", "An entry of \(what) is not a word.",
                    hint: "Write a string of 1 to \(ModelLimits.wordBytesMax) bytes without control characters.")
                continue
            }
            if let known, !ExactText.contains(known, word) {
                report(
                    at: element, reason: "unknown-value", "\"\(word)\" is not a value of \(what).",
                    hint: NearestName.hint(for: word, among: known))
            } else if !ExactText.contains(words, word) {
                words.append(word)
            }
        }
        return words
    }

    private mutating func locales(_ node: JSONNode) -> [LanguageRange] {
        var ranges: [LanguageRange] = []
        for element in list(node, "\"locale\"", max: ModelLimits.wordsMax) ?? [] {
            guard let text = text(element, "A language range", bytesMax: ModelLimits.wordBytesMax) else { continue }
            do {
                ranges.append(try LanguageRange(text))
            } catch {
                report(at: element, reason: error.code.rawValue, error.detail, hint: error.hint)
            }
        }
        return ranges
    }

    private mutating func versionRange(_ node: JSONNode, _ what: String) -> VersionRange? {
        guard node.kind == .string else {
            wrongType(node, what, expected: "a string", hint: "Write for example \">=5.2 <7\" or \"5.2.x\".")
            return nil
        }
        guard let text = text(node, what, bytesMax: ModelLimits.wordBytesMax) else { return nil }
        do {
            return try VersionRange(text)
        } catch {
            report(
                at: node, offset: node.offset(inText: error.offset ?? 0), reason: error.code.rawValue, error.detail,
                hint: error.hint)
            return nil
        }
    }

    private mutating func attributes(_ node: JSONNode) -> [AttributeClause] {
        guard node.kind == .object else {
            wrongType(node, "\"attributes\"", expected: "an object", hint: "Write {\"abGroup\": [\"B\"]}.")
            return []
        }
        var clauses: [AttributeClause] = []
        for member in node.members {
            let name = member.name
            if !NameGrammar.isWord(name) {
                report(
                    at: member.value, offset: member.nameOffset, reason: "invalid-word",
                    "An attribute's name is not a word.",
                    hint: "Write 1 to \(ModelLimits.wordBytesMax) bytes without control characters.")
            }
            clauses.append(AttributeClause(name: name, values: words(member.value, "The attribute \"\(name)\"")))
        }
        if clauses.isEmpty {
            report(at: node, reason: "empty", "\"attributes\" is empty.", hint: "Name an attribute, or leave it out.")
        }
        if clauses.count > ModelLimits.attributesMax {
            report(at: node, reason: "too-many", "\"attributes\" names too many attributes.", hint: "Leave some out.")
            return clauses
        }
        clauses.sortShort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return clauses
    }
}

// MARK: Rollouts

extension ModelDecoder {
    mutating func rollout(_ node: JSONNode) -> Rollout? {
        guard let fields = fields(node, RolloutKey.self, "\"rollout\"") else { return nil }
        var rollout = Rollout(.percent(0))
        var shares = 0
        for (key, node) in fields {
            switch key {
            case .percent:
                shares += 1
                rollout.share = .percent(share(node, "\"percent\"") ?? 0)
            case .ramp:
                shares += 1
                if let ramp = ramp(node) { rollout.share = .ramp(ramp) }
            case .by: rollout.by = text(node, "\"by\"", bytesMax: ModelLimits.wordBytesMax) ?? Rollout.deviceID
            case .salt: rollout.salt = text(node, "\"salt\"", bytesMax: ModelLimits.wordBytesMax, allowsEmpty: true)
            }
        }
        guard shares != 1 else { return rollout }
        report(
            at: node, reason: shares == 0 ? "missing-key" : "too-many",
            "A rollout has exactly one of \"percent\" and \"ramp\".",
            hint: "Write for example {\"percent\": 12.5}.")
        return nil
    }

    private mutating func share(_ node: JSONNode, _ what: String) -> Int? {
        guard shares == .percent else { return integer(node, what, in: 0...ModelLimits.shareMax) }
        guard let number = node.numberValue else {
            wrongType(
                node, what, expected: "a number",
                hint: "Write percent without quotes: 12.5 is 12.5 %, 100 is all devices.")
            return nil
        }
        if let share = ShareUnit.hundredths(ofPercent: number) { return share }
        let text = JSONValue.number(number).text
        guard number >= 0, number <= Double(ShareUnit.percentMax) else {
            report(
                at: node, reason: "out-of-range", "\(what) is \(text); it lies between 0 and \(ShareUnit.percentMax).",
                hint: Self.hint(forShare: number))
            return nil
        }
        let lower = Int(number * 100)
        report(
            at: node, reason: "too-precise", "\(what) is \(text); a share has at most two decimals.",
            hint: "Write \(ShareUnit.percentNumber(lower)) or \(ShareUnit.percentNumber(lower + 1)).")
        return nil
    }

    /// What to write instead of a share that is not from 0 to 100: for one of 0.1.0, the same share in percent.
    private static func hint(forShare number: Double) -> String {
        guard number > 0, number <= Double(ModelLimits.shareMax), number.rounded() == number else {
            return "Write percent: 12.5 is 12.5 %, 100 is all devices."
        }
        let share = ShareUnit.percentNumber(Int(number))
        return "Shares were hundredths of a percent before 0.2.0: write \(share) for \(share) %."
    }

    private mutating func ramp(_ node: JSONNode) -> Rollout.Ramp? {
        guard let fields = fields(node, RampKey.self, "\"ramp\"") else { return nil }
        var (from, to): (Int?, Int?)
        var (start, end): (Instant?, Instant?)
        for (key, node) in fields {
            switch key {
            case .from: from = share(node, "\"from\"")
            case .to: to = share(node, "\"to\"")
            case .start: start = instant(node, "\"start\"")
            case .end: end = instant(node, "\"end\"")
            }
        }
        let missing = RampKey.all.filter { key in !fields.contains { $0.key == key } }
        guard missing.isEmpty else {
            let names = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            report(
                at: node, reason: "missing-key", "The ramp has no \(names).",
                hint: "Write {\"from\": 5, \"to\": 100, \"start\": INSTANT, \"end\": INSTANT}.")
            return nil
        }
        guard let from, let to, let start, let end else { return nil }
        guard start < end else {
            report(
                at: node["end"] ?? node, reason: "empty-window", "The ramp ends before it begins.",
                hint: "Let \"end\" be later than \"start\".")
            return nil
        }
        return Rollout.Ramp(from: from, to: to, start: start, end: end)
    }
}
