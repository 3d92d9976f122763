package import RouteModel

/// What the answers of one hour to clients said about one release; nothing about any client.
package struct AdoptionRecord: Sendable, Hashable {
    /// The beginning of the hour.
    package var hour: Instant
    /// Whose answers.
    package var key: AdoptionKey
    /// How many.
    package var counts: AdoptionCounts

    /// Makes a record; the instant becomes that of the beginning of its hour.
    package init(at: Instant, key: AdoptionKey, counts: AdoptionCounts) {
        hour = Self.hour(of: at)
        self.key = key
        self.counts = counts
    }

    /// The beginning of the hour of an instant.
    package static func hour(of instant: Instant) -> Instant {
        Instant(milliseconds: instant.milliseconds - instant.milliseconds % hourMilliseconds)
    }

    private static let hourMilliseconds: Int64 = 60 * 60 * 1000
}

/// The release that answers contained or named, and how clients asked for it.
package struct AdoptionKey: Sendable, Hashable {
    /// The app.
    package var app: String
    /// The channel in the requests; nil if they named the release by digest or number.
    package var channel: String?
    /// The release; nil for all that the server does not count apart.
    package var version: Int?

    /// Makes a key.
    package init(app: String, channel: String?, version: Int?) {
        self.app = app
        self.channel = channel
        self.version = version
    }
}

/// Numbers of answers to clients.
package struct AdoptionCounts: Sendable, Hashable {
    /// Bodies and compiled indexes of the release.
    package var received = 0
    /// 304: the client has the release.
    package var unchanged = 0
    /// Heads that name the release.
    package var heads = 0
    /// Event streams that began with the release.
    package var streams = 0
    /// Bodies of other releases for clients that had this one.
    package var replaced = 0

    /// All zero.
    package init() {}

    /// Whether there is nothing to count.
    package var isZero: Bool { self == AdoptionCounts() }

    /// Adds other counts.
    package mutating func add(_ other: AdoptionCounts) {
        for part in Self.parts { self[keyPath: part] += other[keyPath: part] }
    }

    /// What was counted since `before`; counts that became smaller were started again.
    package func since(_ before: AdoptionCounts) -> AdoptionCounts {
        var fresh = AdoptionCounts()
        for part in Self.parts {
            let (now, then) = (self[keyPath: part], before[keyPath: part])
            fresh[keyPath: part] = now < then ? now : now - then
        }
        return fresh
    }

    /// All numbers, in the order of the columns of the store.
    package static var parts: [WritableKeyPath<AdoptionCounts, Int>] {
        [\.received, \.unchanged, \.heads, \.streams, \.replaced]
    }
}
