/// How a run of `waymark` ended, as scripts see it.
enum ExitCode: Int32, Sendable {
    /// The command did what it was asked.
    case done = 0
    /// The command worked and its answer is negative: findings that block, an address that leads nowhere.
    case negative = 1
    /// The command line itself is wrong.
    case usage = 2
    /// A server answered and said no.
    case refused = 3
    /// No server could be reached.
    case unreachable = 4
}
