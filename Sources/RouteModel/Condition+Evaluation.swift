/// The first condition of a rule that does not hold, and why.
package struct ConditionFailure: Sendable, Hashable {
    /// The key, such as `platform`, `rollout`, `attributes.abGroup` or `not`.
    package var key: String
    /// Why it does not hold, as text for people; for a rollout with the bucket.
    package var detail: String

    /// Makes a failure.
    package init(key: String, detail: String) {
        self.key = key
        self.detail = detail
    }
}

extension Condition {
    /// The first condition that does not hold; nil if all hold.
    ///
    /// The order is that of ``ConditionKey/all``; attributes are evaluated in the order of their names.
    package func firstFailure(_ context: Context, at now: Instant, ruleID: String) -> ConditionFailure? {
        if let failure = clauses.firstFailure(context, at: now, ruleID: ruleID) { return failure }
        guard let not, not.firstFailure(context, at: now, ruleID: ruleID) == nil else { return nil }
        return ConditionFailure(key: ConditionKey.not.name, detail: "everything in it holds")
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
        case .words(let key): words(key.rawValue, self[key], context[key])
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

    private func words(_ key: String, _ allowed: [String], _ actual: String?) -> ConditionFailure? {
        guard !allowed.isEmpty else { return nil }
        guard let actual else { return missing(key) }
        if ExactText.contains(allowed, actual) { return nil }
        return ConditionFailure(key: key, detail: "is \"\(actual)\", expected \(Self.list(allowed))")
    }

    private func localeFailure(_ actual: String?) -> ConditionFailure? {
        guard !locale.isEmpty else { return nil }
        let key = ConditionKey.locale.name
        guard let actual else { return missing(key) }
        if locale.contains(where: { $0.matches(actual) }) { return nil }
        return ConditionFailure(key: key, detail: "is \"\(actual)\", expected \(Self.list(locale.map(\.text)))")
    }

    private func version(_ key: String, _ range: VersionRange?, _ actual: String?) -> ConditionFailure? {
        guard let range else { return nil }
        guard let actual else { return missing(key) }
        guard let version = Version(actual) else {
            return ConditionFailure(key: key, detail: "\"\(actual)\" is not a version of up to four numbers")
        }
        if range.contains(version) { return nil }
        return ConditionFailure(key: key, detail: "is \(actual), expected \(range.text)")
    }

    private func flag(_ key: String, _ wanted: Bool?, _ actual: Bool?) -> ConditionFailure? {
        guard let wanted else { return nil }
        guard let actual else { return missing(key) }
        return actual == wanted ? nil : ConditionFailure(key: key, detail: "is \(actual)")
    }

    private func afterFailure(_ now: Instant) -> ConditionFailure? {
        guard let after, now < after else { return nil }
        return ConditionFailure(
            key: ConditionKey.after.name, detail: "holds only from \(after), it is \(now)")
    }

    private func beforeFailure(_ now: Instant) -> ConditionFailure? {
        guard let before, now >= before else { return nil }
        return ConditionFailure(
            key: ConditionKey.before.name, detail: "held only before \(before), it is \(now)")
    }

    private func rolloutFailure(_ context: Context, _ now: Instant, _ ruleID: String) -> ConditionFailure? {
        guard let rollout else { return nil }
        let key = ConditionKey.rollout.name
        guard let value = rollout.value(in: context) else {
            return ConditionFailure(key: key, detail: "the context has no \(rollout.by)")
        }
        let bucket = RolloutBucket.bucket(salt: rollout.salt ?? ruleID, value: value)
        let percent = rollout.percent(at: now)
        if bucket < percent { return nil }
        return ConditionFailure(key: key, detail: "bucket \(bucket) is not below \(percent)")
    }

    private func attributeFailure(_ context: Context) -> ConditionFailure? {
        for clause in attributes {
            let key = ContextKey.attributes + "." + clause.name
            if let failure = words(key, clause.values, context.attribute(clause.name)) { return failure }
        }
        return nil
    }

    private func missing(_ key: String) -> ConditionFailure {
        ConditionFailure(key: key, detail: "the context has no value")
    }

    private static func list(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: " or ")
    }
}
