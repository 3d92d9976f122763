/// The first condition of a rule that does not hold, and why.
package struct ConditionFailure: Sendable, Equatable {
    /// The key, such as `platform`, `rollout`, `attributes.abGroup` or `not`.
    package var key: String
    /// Why it does not hold, as a sentence for people; for a rollout with both shares.
    package var detail: String
}

extension Condition {
    /// The first condition that does not hold; nil if all hold (language.md L4.1, L4.13).
    ///
    /// The order is that of ``ConditionKey/all``; attributes are evaluated in the order of their names.
    package func firstFailure(_ context: Context, at now: Instant, ruleID: String) -> ConditionFailure? {
        if let failure = clauses.firstFailure(context, at: now, ruleID: ruleID) { return failure }
        guard let not, not.firstFailure(context, at: now, ruleID: ruleID) == nil else { return nil }
        return ConditionFailure(key: ConditionKey.not.name, detail: "Everything in \"not\" holds.")
    }
}

extension Clauses {
    /// The first condition that does not hold; nil if all hold.
    package func firstFailure(_ context: Context, at now: Instant, ruleID: String) -> ConditionFailure? {
        for key in ConditionKey.clauses {
            if let failure = failure(of: key, context, now, ruleID) { return failure }
        }
        return nil
    }

    private func failure(
        of key: ConditionKey, _ context: Context, _ now: Instant, _ ruleID: String
    ) -> ConditionFailure? {
        switch key {
        case .words(let key): words(key.rawValue, "the \(key.rawValue)", self[key], context[key])
        case .locale: localeFailure(context.locale)
        case .versions(let key): version(key.rawValue, self[key], context[key])
        case .flag(let key): flag(key.rawValue, self[key], context[key])
        case .after: afterFailure(now)
        case .before: beforeFailure(now)
        case .rollout: rolloutFailure(context, now, ruleID)
        case .attributes: attributeFailure(context)
        case .not: nil
        }
    }

    private func words(_ key: String, _ name: String, _ allowed: [String], _ actual: String?) -> ConditionFailure? {
        guard !allowed.isEmpty else { return nil }
        guard let actual else { return missing(key, name) }
        if ExactText.contains(allowed, actual) { return nil }
        return Self.differs(key, name, "\"\(actual)\"", wanted: Self.list(allowed))
    }

    private func localeFailure(_ actual: String?) -> ConditionFailure? {
        guard !locale.isEmpty else { return nil }
        let key = ConditionKey.locale.name
        guard let actual else { return missing(key, "the locale") }
        if locale.contains(where: { $0.matches(actual) }) { return nil }
        return Self.differs(key, "the locale", "\"\(actual)\"", wanted: Self.list(locale.map { $0.text }))
    }

    private func version(_ key: String, _ range: VersionRange?, _ actual: String?) -> ConditionFailure? {
        guard let range else { return nil }
        guard let actual else { return missing(key, "the \(key)") }
        guard let version = Version(actual) else {
            return ConditionFailure(
                key: key, detail: "The \(key) \"\(actual)\" is not a version of up to four numbers.")
        }
        if range.contains(version) { return nil }
        return Self.differs(key, "the \(key)", actual, wanted: range.text)
    }

    private func flag(_ key: String, _ wanted: Bool?, _ actual: Bool?) -> ConditionFailure? {
        guard let wanted else { return nil }
        guard let actual else { return missing(key, "value for \(key)") }
        return actual == wanted ? nil : Self.differs(key, "the value of \(key)", "\(actual)", wanted: "\(wanted)")
    }

    private func afterFailure(_ now: Instant) -> ConditionFailure? {
        guard let after, now < after else { return nil }
        return ConditionFailure(
            key: ConditionKey.after.name, detail: "The rule holds from \(after) on; it is \(now).")
    }

    private func beforeFailure(_ now: Instant) -> ConditionFailure? {
        guard let before, now >= before else { return nil }
        return ConditionFailure(
            key: ConditionKey.before.name, detail: "The rule held until \(before); it is \(now).")
    }

    private func rolloutFailure(_ context: Context, _ now: Instant, _ ruleID: String) -> ConditionFailure? {
        guard let rollout else { return nil }
        let key = ConditionKey.rollout.name
        guard let value = rollout.value(in: context) else {
            return missing(key, rollout.by == Rollout.deviceID ? rollout.by : "the attribute \"\(rollout.by)\"")
        }
        let bucket = RolloutBucket.bucket(salt: rollout.salt ?? ruleID, value: value)
        let percent = rollout.percent(at: now)
        if bucket < percent { return nil }
        let subject = rollout.by == Rollout.deviceID ? "The device" : "The attribute \"\(rollout.by)\""
        return ConditionFailure(
            key: key,
            detail: "\(subject) is at \(Rollout.percentText(bucket)); the rollout has reached "
                + "\(Rollout.percentText(percent)).")
    }

    private func attributeFailure(_ context: Context) -> ConditionFailure? {
        for clause in attributes {
            let key = ContextKey.attributes + "." + clause.name
            let name = "the attribute \"\(clause.name)\""
            if let failure = words(key, name, clause.values, context.attribute(clause.name)) { return failure }
        }
        return nil
    }

    /// The failure of a key for which the context has no value; `name` is the key in the middle of a sentence.
    private func missing(_ key: String, _ name: String) -> ConditionFailure {
        let bare = name.hasPrefix("the ") ? String(name.dropFirst(4)) : name
        return ConditionFailure(key: key, detail: "The context has no \(bare).")
    }

    /// The failure of a key whose value in the context is not one that the rule wants.
    private static func differs(
        _ key: String, _ name: String, _ actual: String, wanted: String
    ) -> ConditionFailure {
        ConditionFailure(key: key, detail: FindingText.sentence("\(name) is \(actual); the rule wants \(wanted)"))
    }

    private static func list(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: " or ")
    }
}
