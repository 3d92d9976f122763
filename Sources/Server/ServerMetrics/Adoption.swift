package import StoreRecords

/// Counts the releases that clients received, and those that they had before.
///
/// A release in the server's memory has its own series, for at most ``MetricsLimits/trackedReleasesMax`` releases of an
/// app and at most ``MetricsLimits/trackedAppsMax`` apps. All other releases are counted together, so that the number
/// of series is bounded.
package struct Adoption: Sendable {
    private var versions: [String: Set<Int>] = [:]
    // By app, so that a change of one app does not visit the series of others.
    private var answers: [String: [Key: Int]] = [:]
    private var updates: [String: [Update: Int]] = [:]

    private struct Key: Hashable {
        let app: String
        let channel: String
        let version: Int?
        let kind: ReleaseLabels.Kind
    }

    private struct Update: Hashable {
        let app: String
        let from: Int?
    }

    /// Counts answers that contained or named a release.
    mutating func add(_ labels: ReleaseLabels, _ kind: ReleaseLabels.Kind, _ count: Int) {
        let isKnown = versions[labels.app] != nil
        let key = Key(
            app: isKnown ? labels.app : Self.others, channel: isKnown ? labels.channel ?? Self.none : Self.none,
            version: known(labels.version, of: labels.app), kind: kind)
        answers[key.app, default: [:]][key, default: 0] += count
    }

    /// Counts bodies sent to clients that named the release they had; nil if that release has no series.
    mutating func addUpdate(_ app: String, from version: Int?, _ count: Int) {
        let isKnown = versions[app] != nil
        let update = Update(app: isKnown ? app : Self.others, from: version.flatMap { known($0, of: app) })
        updates[update.app, default: [:]][update, default: 0] += count
    }

    /// Sets which releases of an app have their own series; the counts of its other releases are dropped.
    ///
    /// Nil drops the app.
    mutating func track(_ wanted: Set<Int>?, of app: String) {
        guard let wanted, versions[app] != nil || versions.count < MetricsLimits.trackedAppsMax else {
            versions[app] = nil
            answers[app] = nil
            updates[app] = nil
            return
        }
        let kept = Set(wanted.sorted(by: >).prefix(MetricsLimits.trackedReleasesMax))
        versions[app] = kept
        answers[app] = answers[app]?.filter { $0.key.version.map(kept.contains) ?? true }
        updates[app] = updates[app]?.filter { $0.key.from.map(kept.contains) ?? true }
    }

    private func known(_ version: Int, of app: String) -> Int? {
        versions[app]?.contains(version) == true ? version : nil
    }

    /// Whether a reader may know of an app, of its channel, and of its release; nil where a series names none.
    package typealias Audience = (_ app: String, _ channel: String?, _ version: Int?) -> Bool

    /// Writes the families, without the series that the reader may not know.
    package func write(into text: inout MetricsText, for isShown: Audience) {
        let answers = answers.values.flatMap(\.self).filter { key, _ in
            isShown(key.app, key.channel == Self.none ? nil : key.channel, key.version)
        }
        let updates = updates.values.flatMap(\.self).filter { key, _ in isShown(key.app, nil, key.from) }
        text.family(
            "waymark_release_answers_total", .counter,
            "Answers that contained or named a release: its body, 304 for its body, its head, or an event stream.",
            answers.sorted { Self.order($0.key) < Self.order($1.key) }.map { key, count in
                (
                    [
                        "app": key.app, "channel": key.channel, "version": Self.name(key.version),
                        "kind": key.kind.rawValue,
                    ], Double(count)
                )
            })
        text.family(
            "waymark_release_updates_total", .counter,
            "Bodies sent to clients that named the release they had, with If-None-Match.",
            updates.sorted { ($0.key.app, $0.key.from ?? 0) < ($1.key.app, $1.key.from ?? 0) }.map { key, count in
                (["app": key.app, "from": Self.name(key.from)], Double(count))
            })
    }

    /// All numbers so far, without those of the apps that have no series of their own.
    package var counts: [AdoptionKey: AdoptionCounts] {
        var counts: [AdoptionKey: AdoptionCounts] = [:]
        for (key, count) in answers.values.flatMap(\.self) where key.app != Self.others {
            let channel = key.channel == Self.none ? nil : key.channel
            let place = AdoptionKey(app: key.app, channel: channel, version: key.version)
            counts[place, default: AdoptionCounts()][keyPath: Self.part(key.kind)] += count
        }
        for (update, count) in updates.values.flatMap(\.self) where update.app != Self.others {
            let place = AdoptionKey(app: update.app, channel: nil, version: update.from)
            counts[place, default: AdoptionCounts()].replaced += count
        }
        return counts
    }

    private static func part(_ kind: ReleaseLabels.Kind) -> WritableKeyPath<AdoptionCounts, Int> {
        switch kind {
        case .body, .index: \.received
        case .unchanged: \.unchanged
        case .head: \.heads
        case .stream: \.streams
        }
    }

    private static func order(_ key: Key) -> (String, String, Int, String) {
        (key.app, key.channel, key.version ?? 0, key.kind.rawValue)
    }

    private static func name(_ version: Int?) -> String { version.map(String.init) ?? "older" }

    /// The label of all apps without their own series; no app can have the name `*`.
    private static let others = "*"
    /// The label if the request named no channel; no channel can have the name `-`.
    private static let none = "-"
}
