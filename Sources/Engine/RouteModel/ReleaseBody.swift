package import RoutePattern

/// The body of a release, which clients fetch: enabled rules without notes, the settings, and the order.
package struct ReleaseBody: Sendable, Equatable {
    /// One alternative in the order of a release.
    package struct OrderEntry: Sendable, Equatable {
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

    /// The highest format that this code reads and writes.
    package static let formatMax = 2

    /// The unit of the shares in bodies of a format: hundredths of a percent in format 1, percent from format 2 on.
    static func shareUnit(of format: Int) -> ShareUnit { format == 1 ? .hundredths : .percent }

    /// The app.
    package var app: String
    /// The release's number.
    package var version: ReleaseVersion
    /// The instant of the publish.
    package var publishedAt: Instant
    /// The settings of the draft.
    package var settings: Settings
    /// The enabled rules, in the order of the draft.
    package var rules: [Rule]
    /// All alternatives, best first; clients use the first match and do not sort.
    package var order: [OrderEntry]
    /// The format of its bytes, from 1: a new body has the lowest one that can say what is in it.
    package let format: Int

    /// The unit of the shares in its bytes.
    package var shareUnit: ShareUnit { Self.shareUnit(of: format) }

    /// Makes a body; `order` refers to `rules`.
    ///
    /// Without a format it is 2 if a rule has a rollout, else 1, so that clients of 0.1.0 can read it.
    package init(
        app: String, version: ReleaseVersion, publishedAt: Instant, settings: Settings, rules: [Rule],
        order: [OrderEntry],
        format: Int? = nil
    ) {
        self.app = app
        self.version = version
        self.publishedAt = publishedAt
        self.settings = settings
        self.rules = rules
        self.order = order
        self.format = format ?? (rules.contains { $0.condition?.hasRollout == true } ? 2 : 1)
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
}

#if _pointerBitWidth(_32)
/// The number of a release, from 1, with up to 53 bits, which an `Int` of 32 bits does not have.
public typealias ReleaseVersion = Int64
#else
/// The number of a release, from 1.
public typealias ReleaseVersion = Int
#endif
