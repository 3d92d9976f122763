import HTTPWire
import StoreRecords

/// The topics of streams of changes: one for each set of apps that tokens have.
struct ChangeTopics: Sendable {
    private struct Topic {
        /// Below zero: the topics of channels are above.
        let number: Int
        /// When a stream began last, counted in streams.
        var lastUse: Int
    }

    private var topics: [AppScope: Topic] = [:]
    /// How many streams have begun.
    private var uses = 0
    /// The number of the newest topic; none is used twice, because ends of streams may still be on their way.
    private var lowest = 0

    /// The topic of a set of apps, for a stream that begins.
    ///
    /// - Returns: The topic, and the one that gave its place up for it, if there were ``ChangeLimits/scopesMax``: the one
    ///   without a new stream for the longest time.
    mutating func topic(of scope: AppScope) -> (topic: Int, removed: Int?) {
        uses += 1
        if let known = topics[scope] {
            topics[scope]?.lastUse = uses
            return (known.number, nil)
        }
        var removed: Int?
        if topics.count == ChangeLimits.scopesMax,
            let oldest = topics.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            topics[oldest.key] = nil
            removed = oldest.value.number
        }
        lowest -= 1
        topics[scope] = Topic(number: lowest, lastUse: uses)
        return (lowest, removed)
    }

    /// Removes all topics; returns them.
    mutating func removeAll() -> [Int] {
        defer { topics = [:] }
        return topics.values.map(\.number)
    }

    /// Whether streams have begun.
    var isEmpty: Bool { topics.isEmpty }

    /// What each topic's streams must learn of new changes, from old to new.
    func deliveries(of events: [ChangeEvent]) -> [ChangeFeed.Delivery] {
        let apps = Set(events.map(\.app))
        return topics.compactMap { scope, topic in
            let visible = apps.filter { scope.contains($0) }
            let told = visible.count == apps.count ? events : events.filter { visible.contains($0.app) }
            guard let last = told.last?.sequence else { return nil }
            let bytes = ChangeHistory.burst(told) ?? ChangeEvent.reload(at: last)
            return .events(topic: topic.number, number: last, StreamBytes(bytes))
        }
    }
}
