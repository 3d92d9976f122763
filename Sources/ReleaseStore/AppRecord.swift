package import RouteModel

/// How often the clients of an app ask for its head, in seconds.
package struct PollSettings: Sendable, Hashable {
    /// Seconds between two questions.
    package var interval: Int
    /// Seconds, at most, by which a client shifts each question, so that a fleet does not ask at once.
    package var jitter: Int

    /// Makes settings from seconds.
    package init(interval: Int, jitter: Int) {
        self.interval = interval
        self.jitter = jitter
    }
}

/// An app: a namespace of rules with one draft, releases and channels.
package struct AppRecord: Sendable, Hashable {
    /// Its name; never used again once deleted.
    package var name: String
    /// What people call it.
    package var title: String
    /// How often clients ask for its head.
    package var poll: PollSettings
    /// Raised by every change of title or poll.
    package var revision: Int
    /// When it was made.
    package var createdAt: Instant

    /// Makes a record from its parts.
    package init(name: String, title: String, poll: PollSettings, revision: Int, createdAt: Instant) {
        self.name = name
        self.title = title
        self.poll = poll
        self.revision = revision
        self.createdAt = createdAt
    }
}
