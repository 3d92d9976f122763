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

    /// The channel of notifications, one for each group of writes.
    static let channel = "waymark"
}
