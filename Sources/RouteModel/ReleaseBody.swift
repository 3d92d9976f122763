package import RoutePattern

/// The body of a release, which clients fetch: enabled rules without notes, the settings, and the order.
package struct ReleaseBody: Sendable, Hashable {
    /// One alternative in the order of a release.
    package struct OrderEntry: Sendable, Hashable {
        /// The rule's index in the body, from 0.
        package var rule: Int
        /// The alternative's number over all patterns of its rule, from 0.
        package var alternative: Int

        /// Makes an entry.
        package init(rule: Int, alternative: Int) {
            self.rule = rule
            self.alternative = alternative
        }
    }

    /// The format that this code writes, and the highest one that it reads.
    package static let format = 1

    /// The app.
    package var app: String
    /// The release's number.
    package var version: Int
    /// The instant of the publish.
    package var publishedAt: Instant
    /// The settings of the draft.
    package var settings: Settings
    /// The enabled rules, in the order of the draft.
    package var rules: [Rule]
    /// All alternatives, best first; clients use the first match and do not sort.
    package var order: [OrderEntry]

    /// Makes a body; `order` refers to `rules`.
    package init(
        app: String, version: Int, publishedAt: Instant, settings: Settings, rules: [Rule], order: [OrderEntry]
    ) {
        self.app = app
        self.version = version
        self.publishedAt = publishedAt
        self.settings = settings
        self.rules = rules
        self.order = order
    }

    /// Makes the body of a draft: the enabled rules without notes, and their order.
    ///
    /// - Throws: ``ModelError`` if a pattern cannot be expanded, for example a path-only one without origins.
    package static func freeze(
        draft: Draft, app: String, version: Int, publishedAt: Instant
    ) throws(ModelError) -> ReleaseBody {
        freeze(
            draft: draft, ordered: try draft.orderedAlternatives(), app: app, version: version,
            publishedAt: publishedAt)
    }

    /// Makes the body of a draft from the result of ``Draft/orderedAlternatives()``.
    package static func freeze(
        draft: Draft, ordered entries: [RuleOrder.Entry], app: String, version: Int, publishedAt: Instant
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
        }
        return ReleaseBody(
            app: app, version: version, publishedAt: publishedAt, settings: draft.settings, rules: rules,
            order: entries.map { OrderEntry(rule: places[$0.rule], alternative: $0.alternative) })
    }

    /// The alternatives of every rule, with the numbers of `order`; empty for rules that never match.
    ///
    /// - Throws: ``ModelError`` if a pattern cannot be expanded.
    package func alternatives() throws(ModelError) -> [[Alternative]] {
        var all: [[Alternative]] = []
        all.reserveCapacity(rules.count)
        for rule in rules {
            do {
                all.append(try rule.alternatives(origins: settings.origins))
            } catch {
                throw ModelError(
                    code: .invalidPattern, detail: "Rule \"\(rule.id)\": \(error.detail)", hint: error.hint)
            }
        }
        return all
    }

    /// A draft that freezes to the same content, for restoring a release.
    package var draft: Draft { Draft(settings: settings, rules: rules) }
}
