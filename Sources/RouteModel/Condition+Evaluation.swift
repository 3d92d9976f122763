/// The first condition that did not hold, and why.
package struct ConditionFailure: Sendable, Hashable {
    /// The key, such as `platform`, `rollout`, `attributes.abGroup` or `not`.
    package var key: String
    /// Why it did not hold, for a person; with bucket numbers for rollouts.
    package var detail: String

    /// Makes a failure.
    package init(key: String, detail: String) {
        self.key = key
        self.detail = detail
    }
}

extension Condition {
    /// The first condition that does not hold; nil where all hold.
    ///
    /// Keys are asked in the order of language.md section 4: platform, region, build, source, locale, appVersion,
    /// osVersion, signedIn, after, before, rollout, attributes by name, not.
    package func firstFailure(_ context: Context, at now: Instant, ruleID: String) -> ConditionFailure? {
        if let failure = clauses.firstFailure(context, at: now, ruleID: ruleID) { return failure }
        guard let not, not.firstFailure(context, at: now, ruleID: ruleID) == nil else { return nil }
        return ConditionFailure(key: "not", detail: "everything in it holds")
    }
}

extension Clauses {
    /// The first clause that does not hold; nil where all hold.
    package func firstFailure(_ context: Context, at now: Instant, ruleID: String) -> ConditionFailure? {
        if let failure = wordFailure(context) { return failure }
        if let failure = localeFailure(context.locale) { return failure }
        if let failure = version("appVersion", appVersion, context.appVersion) { return failure }
        if let failure = version("osVersion", osVersion, context.osVersion) { return failure }
        if let failure = signedInFailure(context.signedIn) { return failure }
        if let failure = windowFailure(now) { return failure }
        if let failure = rolloutFailure(context, now, ruleID) { return failure }
        return attributeFailure(context)
    }

    private func wordFailure(_ context: Context) -> ConditionFailure? {
        if let failure = word("platform", platform, context.platform) { return failure }
        if let failure = word("region", region, context.region) { return failure }
        if let failure = word("build", build, context.build) { return failure }
        return word("source", source, context.source)
    }

    private func word(_ key: String, _ allowed: [String], _ actual: String?) -> ConditionFailure? {
        guard !allowed.isEmpty else { return nil }
        guard let actual else { return missing(key) }
        if allowed.contains(where: { ExactText.isSame($0, actual) }) { return nil }
        return ConditionFailure(key: key, detail: "is \"\(actual)\", asked for \(Self.list(allowed))")
    }

    private func localeFailure(_ actual: String?) -> ConditionFailure? {
        guard !locale.isEmpty else { return nil }
        guard let actual else { return missing("locale") }
        if locale.contains(where: { $0.matches(actual) }) { return nil }
        return ConditionFailure(key: "locale", detail: "is \"\(actual)\", asked for \(Self.list(locale.map(\.text)))")
    }

    private func version(_ key: String, _ range: VersionRange?, _ actual: String?) -> ConditionFailure? {
        guard let range else { return nil }
        guard let actual else { return missing(key) }
        guard let version = Version(actual) else {
            return ConditionFailure(key: key, detail: "\"\(actual)\" is not a version of up to four numbers")
        }
        if range.contains(version) { return nil }
        return ConditionFailure(key: key, detail: "is \(actual), asked for \(range.text)")
    }

    private func signedInFailure(_ actual: Bool?) -> ConditionFailure? {
        guard let signedIn else { return nil }
        guard let actual else { return missing("signedIn") }
        return actual == signedIn ? nil : ConditionFailure(key: "signedIn", detail: "is \(actual)")
    }

    private func windowFailure(_ now: Instant) -> ConditionFailure? {
        if let after, now < after {
            return ConditionFailure(key: "after", detail: "holds only from \(after), it is \(now)")
        }
        if let before, now >= before {
            return ConditionFailure(key: "before", detail: "held only before \(before), it is \(now)")
        }
        return nil
    }

    private func rolloutFailure(_ context: Context, _ now: Instant, _ ruleID: String) -> ConditionFailure? {
        guard let rollout else { return nil }
        guard let value = rollout.value(in: context) else {
            return ConditionFailure(key: "rollout", detail: "the context has no \(rollout.by)")
        }
        let bucket = RolloutBucket.bucket(salt: rollout.salt ?? ruleID, value: value)
        let percent = rollout.percent(at: now)
        if bucket < percent { return nil }
        return ConditionFailure(key: "rollout", detail: "bucket \(bucket) is not below \(percent)")
    }

    private func attributeFailure(_ context: Context) -> ConditionFailure? {
        for clause in attributes {
            let key = "attributes." + clause.name
            if let failure = word(key, clause.values, context.attribute(clause.name)) { return failure }
        }
        return nil
    }

    private func missing(_ key: String) -> ConditionFailure {
        ConditionFailure(key: key, detail: "the context does not say")
    }

    private static func list(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: " or ")
    }
}
