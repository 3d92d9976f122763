/// The conditions of a rule: the rule holds if all ``clauses`` hold and the clauses of ``not`` do not all hold.
package struct Condition: Sendable, Equatable {
    /// The conditions that must all hold.
    package var clauses: Clauses
    /// The conditions of which at least one must fail; nil if the rule has no `not`.
    package var not: Clauses?

    /// Makes a condition.
    package init(_ clauses: Clauses = Clauses(), not: Clauses? = nil) {
        self.clauses = clauses
        self.not = not
    }

    /// The number of conditions for the order of rules: each attribute, each other key and `not` counts as one.
    package var count: Int { clauses.count + (not == nil ? 0 : 1) }

    /// Whether it has no condition, so that it always holds.
    package var isEmpty: Bool { not == nil && clauses.count == 0 }

    /// Whether it has a rollout, in `not` or outside.
    var hasRollout: Bool { clauses.rollout != nil || not?.rollout != nil }

    /// Whether the result can change with time while the context stays the same.
    package var dependsOnClock: Bool { clauses.dependsOnClock || not?.dependsOnClock == true }
}

/// The values of the keys of `when` except `not`; a key with an empty list or nil is not set.
///
/// ``ConditionKey`` lists the keys and how each is compared.
package struct Clauses: Sendable, Equatable {
    /// The platforms, any of which satisfies the condition.
    package var platform: [String] = []
    /// The regions, any of which satisfies the condition.
    package var region: [String] = []
    /// The kinds of build, any of which satisfies the condition.
    var build: [String] = []
    /// The sources of the address, any of which satisfies the condition.
    var source: [String] = []
    /// The language ranges, any of which may cover the locale.
    package var locale: [LanguageRange] = []
    /// The range of the app's version.
    package var appVersion: VersionRange?
    /// The range of the operating system's version.
    var osVersion: VersionRange?
    /// Whether a user must be signed in or must not be.
    package var signedIn: Bool?
    /// The first instant at which the condition holds.
    package var after: Instant?
    /// The first instant at which the condition no longer holds.
    package var before: Instant?
    /// The share of devices or attribute values.
    package var rollout: Rollout?
    /// The values of attributes, sorted by the UTF-8 bytes of the names.
    package var attributes: [AttributeClause] = []

    /// Makes clauses without any condition.
    package init() {}

    /// How many conditions are set; every attribute counts as one.
    package var count: Int {
        var count = 0
        for key in ConditionKey.clauses { count += self.count(of: key) }
        return count
    }

    /// Whether the values of all keys are the same; texts are compared by their bytes.
    package static func == (a: Clauses, b: Clauses) -> Bool {
        ConditionKey.clauses.allSatisfy { key in
            switch key {
            case .words(let key): ExactText.isSame(a[key], b[key])
            case .locale: a.locale == b.locale
            case .versions(let key): a[key] == b[key]
            case .flag(let key): a[key] == b[key]
            case .after: a.after == b.after
            case .before: a.before == b.before
            case .rollout: a.rollout == b.rollout
            case .attributes: a.attributes == b.attributes
            case .not: true
            }
        }
    }

    var dependsOnClock: Bool {
        if case .ramp = rollout?.share { return true }
        return after != nil || before != nil
    }
}

/// The values of one attribute that satisfy a condition.
package struct AttributeClause: Sendable, Equatable {
    /// The attribute's name.
    package var name: String
    /// The values, any of which satisfies the condition.
    package var values: [String]

    /// Makes a clause.
    package init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }

    /// Whether name and values are the same, by their bytes.
    package static func == (a: AttributeClause, b: AttributeClause) -> Bool {
        ExactText.isSame(a.name, b.name) && ExactText.isSame(a.values, b.values)
    }
}
