/// Limits and fixed names of this target, each with its reason.
enum PostgresStoreLimits {
    /// The oldest server, as `server_version_num`: the tests run on this one.
    static let serverVersionMin = 150_000

    /// How long one statement of an opening may take, in seconds: a migration of a long table, or of another node.
    static let openingSeconds = 600

    /// How old staged bytes are, in seconds, before an opening takes them for those of a process that has ended.
    ///
    /// A publish stages its bytes within seconds; a node that starts must not delete those of one that runs.
    static let stagedSeconds = 3600

    /// How long a group of writes may be silent between two statements, in milliseconds, until the server ends it.
    ///
    /// A node that is stopped or cut off in that moment keeps the counter's row, for which all other nodes wait. Less than
    /// they wait for a lock (5 s), so that none of their writes is refused; a group is silent for milliseconds.
    static let writerIdleMilliseconds = 4_000

    /// The channel of notifications, one for each group of writes.
    static let channel: StaticString = "waymark"

    /// How long a node waits for a notification until it reads the counter without one.
    static let poll = Duration.seconds(1)

    /// The same where notifications do not come; reading the row takes the server some 30 µs.
    static let pooledPoll = Duration.milliseconds(250)

    /// The pieces of such a wait, in which it can be ended.
    static let hearingPiece = Duration.milliseconds(200)

    /// How long a node waits for a connection or an answer about changes, in seconds: then the database is away.
    static let hearingSeconds = 2

    /// How long a node that says nothing is listed, in seconds: a day, so that one that is missing is seen.
    static let nodeSeconds = 86_400
}
