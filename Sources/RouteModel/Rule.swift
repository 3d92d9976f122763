package import RoutePattern

/// One `match … when … to …` statement.
package struct Rule: Sendable, Hashable {
    /// The rule's name, unique in its app.
    package var id: String
    /// The addresses it is for, at least one; parsed with the rule's own ``ignoreCase`` and ``strictSlash``.
    package var patterns: [Pattern]
    /// Most rules have no condition, and a condition is large: outside the rule it costs the others nothing.
    private var conditionBox: ConditionBox?
    /// Where it leads.
    package var destination: Destination
    /// The first thing that decides between rules: higher wins, −1000 to 1000.
    package var priority: Int
    /// Whether releases take it in.
    package var isEnabled: Bool
    /// Whether paths compare without ASCII letter case.
    package var ignoreCase: Bool
    /// Whether a final slash counts.
    package var strictSlash: Bool
    /// A remark for people; never in a release.
    package var note: String?
    /// Features of the rule language beyond the body's format; only releases carry them.
    package var needs: [String]
    /// Why this reader can never let the rule match: it does not understand a need, pattern, condition or destination.
    ///
    /// Only a rule read from a body has one; see ``ReleaseBody``.
    package var neverMatches: String?

    /// Makes a rule.
    package init(
        id: String, patterns: [Pattern], condition: Condition? = nil, destination: Destination, priority: Int = 0,
        isEnabled: Bool = true, ignoreCase: Bool = false, strictSlash: Bool = false, note: String? = nil,
        needs: [String] = [], neverMatches: String? = nil
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
        self.needs = needs
        self.neverMatches = neverMatches
    }

    /// When it holds; nil for always.
    package var condition: Condition? {
        get { conditionBox?.condition }
        set { conditionBox = newValue.map(ConditionBox.init) }
    }

    /// How many conditions it has, as the order of rules counts them.
    package var conditionCount: Int { condition?.count ?? 0 }

    /// Its alternatives over all patterns, in the order in which a body's `order` numbers them from 0.
    ///
    /// - Throws: `PatternError` where a path-only pattern finds no origins.
    package func alternatives(origins: [Origin]) throws(PatternError) -> [Alternative] {
        guard neverMatches == nil else { return [] }
        return try Pattern.alternatives(of: patterns, origins: origins)
    }

    /// Those of one rule of a list, which is not copied.
    ///
    /// - Throws: As ``alternatives(origins:)``.
    package static func alternatives(
        of rules: [Rule], _ place: Int, origins: [Origin]
    ) throws(PatternError) -> [Alternative] {
        guard rules[place].neverMatches == nil else { return [] }
        return try Pattern.alternatives(of: rules[place].patterns, origins: origins)
    }

    /// The condition of one rule of a list, which is not copied.
    package static func condition(of rules: [Rule], _ place: Int) -> Condition? {
        rules[place].conditionBox?.condition
    }
}

/// A condition kept apart from the values that hold it.
private final class ConditionBox: Sendable, Hashable {
    let condition: Condition

    init(_ condition: Condition) {
        self.condition = condition
    }

    static func == (a: ConditionBox, b: ConditionBox) -> Bool { a === b || a.condition == b.condition }

    func hash(into hasher: inout Hasher) { hasher.combine(condition) }
}
