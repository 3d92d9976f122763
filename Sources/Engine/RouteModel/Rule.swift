package import RoutePattern

/// One `match … when … to …` statement.
package struct Rule: Sendable, Equatable {
    /// The rule's name, unique in its app.
    package var id: String
    /// The patterns, at least one; parsed with the rule's ``ignoreCase`` and ``strictSlash``.
    package var patterns: [Pattern]
    /// The condition, stored outside the rule because it is large and most rules have none.
    private var conditionBox: ConditionBox?
    /// The destination.
    package var destination: Destination
    /// The first part of the order, −1000 to 1000; the higher priority wins.
    package var priority: Int
    /// Whether releases contain the rule.
    package var isEnabled: Bool
    /// Whether ASCII letter case is ignored in paths.
    package var ignoreCase: Bool
    /// Whether a final slash of the path is significant.
    package var strictSlash: Bool
    /// A remark for people; not part of a release.
    package var note: String?
    /// The warnings that checks do not list for this rule, by code; not part of a release.
    package var allowed: [AllowedFinding]
    /// What only servers read, about links outside the app, as canonical JSON; empty for nothing, and in bodies.
    package var linkText: [UInt8] = []
    /// The features that the rule uses and the body's format does not include; in releases only.
    package var needs: [String]
    /// Why the rule never matches: this version of the program does not support a need, pattern, condition or
    /// destination of it.
    ///
    /// Nil except for rules read from a body; see ``ReleaseBody/decode(_:)``.
    package var neverMatches: String?

    /// Makes a rule.
    package init(
        id: String, patterns: [Pattern], condition: Condition? = nil, destination: Destination, priority: Int = 0,
        isEnabled: Bool = true, ignoreCase: Bool = false, strictSlash: Bool = false, note: String? = nil,
        allowed: [AllowedFinding] = [], needs: [String] = [], neverMatches: String? = nil
    ) {
        self.id = id
        self.patterns = patterns
        conditionBox = condition.map(ConditionBox.init)
        self.destination = destination
        self.priority = priority
        self.isEnabled = isEnabled
        self.ignoreCase = ignoreCase
        self.strictSlash = strictSlash
        self.note = note
        self.allowed = allowed
        self.needs = needs
        self.neverMatches = neverMatches
    }

    /// The condition; nil for a rule without conditions.
    package var condition: Condition? {
        get { conditionBox?.condition }
        set { conditionBox = newValue.map(ConditionBox.init) }
    }

    /// The number of conditions for the order of rules; see ``Condition/count``.
    package var conditionCount: Int { condition?.count ?? 0 }

    /// The alternatives of all patterns; empty for a rule that never matches.
    ///
    /// A body's `order` refers to their indices.
    ///
    /// - Throws: `PatternError` if there is a path-only pattern and no origin.
    package func alternatives(origins: [Origin]) throws(PatternError) -> [Alternative] {
        guard neverMatches == nil else { return [] }
        return try Pattern.alternatives(of: patterns, origins: origins)
    }

    /// The alternatives of the rule at an index; the rule is not copied.
    ///
    /// - Throws: As ``alternatives(origins:)``.
    package static func alternatives(
        of rules: [Rule], _ place: Int, origins: [Origin]
    ) throws(PatternError) -> [Alternative] {
        guard rules[place].neverMatches == nil else { return [] }
        return try Pattern.alternatives(of: rules[place].patterns, origins: origins)
    }

    /// The number of conditions of the rule at an index; the rule is not copied.
    package static func conditionCount(of rules: [Rule], _ place: Int) -> Int {
        rules[place].conditionBox?.condition.count ?? 0
    }

    /// The condition of the rule at an index; the rule is not copied.
    package static func condition(of rules: [Rule], _ place: Int) -> Condition? {
        rules[place].conditionBox?.condition
    }
}

/// A condition on the heap, shared by copies of a rule.
private final class ConditionBox: Sendable, Equatable {
    let condition: Condition

    init(_ condition: Condition) {
        self.condition = condition
    }

    static func == (a: ConditionBox, b: ConditionBox) -> Bool { a === b || a.condition == b.condition }
}
