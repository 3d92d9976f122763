/// When a rule holds: every clause must, and the negated ones must not hold all together.
package struct Condition: Sendable, Hashable {
    /// What must hold, all of it.
    package var clauses: Clauses
    /// What must not hold as a whole; nil where nothing is negated.
    package var not: Clauses?

    /// Makes a condition.
    package init(_ clauses: Clauses = Clauses(), not: Clauses? = nil) {
        self.clauses = clauses
        self.not = not
    }

    /// How many conditions it counts as in the order of rules: every key and every attribute is one, and so is `not`.
    package var count: Int { clauses.count + (not == nil ? 0 : 1) }

    /// Says whether there is nothing to ask.
    package var isEmpty: Bool { not == nil && clauses.count == 0 }

    /// Says whether the answer can change with the clock alone.
    package var dependsOnClock: Bool { clauses.dependsOnClock || not?.dependsOnClock == true }
}

/// The keys of `when` except `not`; an empty list or nil asks nothing.
package struct Clauses: Sendable, Hashable {
    /// Any of these platforms.
    package var platform: [String] = []
    /// Any of these regions.
    package var region: [String] = []
    /// Any of these kinds of build: `debug`, `internal`, `store`.
    package var build: [String] = []
    /// Any of these ways in: `universalLink`, `customScheme`, `push`, `webView`, `internal`.
    package var source: [String] = []
    /// Any of these language ranges covers the locale.
    package var locale: [LanguageRange] = []
    /// The app's version lies in this range.
    package var appVersion: VersionRange?
    /// The system's version lies in this range.
    package var osVersion: VersionRange?
    /// Somebody is, or nobody is, signed in.
    package var signedIn: Bool?
    /// The instant from which the rule holds, itself included.
    package var after: Instant?
    /// The instant from which the rule no longer holds.
    package var before: Instant?
    /// A share of devices or attribute values.
    package var rollout: Rollout?
    /// Any of these values per attribute, by name in the order of their UTF-8 bytes.
    package var attributes: [AttributeClause] = []

    /// Makes clauses that ask nothing.
    package init() {}

    /// The kinds of build that a condition may name.
    package static let builds = ["debug", "internal", "store"]
    /// The ways in that a condition may name.
    package static let sources = ["universalLink", "customScheme", "push", "webView", "internal"]

    /// How many keys ask something; every attribute counts on its own.
    package var count: Int {
        // Sums, not lists: a release asks this of every rule.
        var count = attributes.count
        count += platform.isEmpty ? 0 : 1
        count += region.isEmpty ? 0 : 1
        count += build.isEmpty ? 0 : 1
        count += source.isEmpty ? 0 : 1
        count += locale.isEmpty ? 0 : 1
        count += appVersion == nil ? 0 : 1
        count += osVersion == nil ? 0 : 1
        count += signedIn == nil ? 0 : 1
        count += after == nil ? 0 : 1
        count += before == nil ? 0 : 1
        count += rollout == nil ? 0 : 1
        return count
    }

    var dependsOnClock: Bool {
        if case .ramp = rollout?.share { return true }
        return after != nil || before != nil
    }
}

/// The values that one attribute may have.
package struct AttributeClause: Sendable, Hashable {
    /// The attribute's name.
    package var name: String
    /// Any of these.
    package var values: [String]

    /// Makes a clause.
    package init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }
}
