package import RouteModel
package import RouteOrder

extension ReleaseBody {
    /// Makes the body of a draft: the enabled rules without notes, and their order.
    ///
    /// - Throws: ``ModelError`` if a pattern cannot be expanded, for example a path-only one without origins.
    package static func freeze(
        draft: Draft, app: String, version: ReleaseVersion, publishedAt: Instant
    ) throws(ModelError) -> ReleaseBody {
        freeze(
            draft: draft, ordered: try draft.orderedAlternatives(), app: app, version: version,
            publishedAt: publishedAt)
    }

    /// Makes the body of a draft from the result of ``Draft/orderedAlternatives()``.
    package static func freeze(
        draft: Draft, ordered entries: [RuleOrder.Entry], app: String, version: ReleaseVersion, publishedAt: Instant
    ) -> ReleaseBody {
        var rules: [Rule] = []
        rules.reserveCapacity(draft.rules.count)
        // The index in the body for each rule of the draft; no entry refers to a disabled rule.
        var places: [Int] = []
        places.reserveCapacity(draft.rules.count)
        for rule in draft.rules {
            places.append(rules.count)
            guard rule.isEnabled else { continue }
            rules.append(rule)
            if rule.note != nil { rules[rules.count - 1].note = nil }
            if !rule.allowed.isEmpty { rules[rules.count - 1].allowed = [] }
            if !rule.linkText.isEmpty { rules[rules.count - 1].linkText = [] }
        }
        var settings = draft.settings
        settings.linkText = []
        return ReleaseBody(
            app: app, version: version, publishedAt: publishedAt, settings: settings, rules: rules,
            order: entries.map { OrderEntry(rule: places[$0.rule], alternative: $0.alternative) })
    }

    /// A draft that freezes to the same content, for restoring a release.
    package var draft: Draft { Draft(settings: settings, rules: rules) }
}
