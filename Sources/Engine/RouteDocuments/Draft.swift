package import RouteModel
package import RouteOrder

/// The editable rules and settings of an app.
package struct Draft: Sendable, Equatable {
    /// The settings for all rules.
    package var settings: Settings
    /// The rules; between rules that are equal in every other part of the order, the earlier one wins.
    package var rules: [Rule]

    /// Makes a draft.
    package init(settings: Settings = Settings(), rules: [Rule] = []) {
        self.settings = settings
        self.rules = rules
    }
}

extension Draft {
    /// The alternatives of the enabled rules in their total order; `rule` is the index in the draft.
    ///
    /// - Throws: ``ModelError`` if a pattern cannot be expanded.
    package func orderedAlternatives() throws(ModelError) -> [RuleOrder.Entry] {
        let enabled = rules.indices.filter { rules[$0].isEnabled }
        // Most drafts have no disabled rule: theirs are not copied.
        guard enabled.count < rules.count else { return try RuleOrder.entries(of: rules, origins: settings.origins) }
        var entries = try RuleOrder.entries(of: enabled.map { rules[$0] }, origins: settings.origins)
        for index in entries.indices { entries[index].rule = enabled[entries[index].rule] }
        return entries
    }
}
