/// How many links have opened each other, one after the other and without a pause, up to the one that is followed now.
///
/// A handler, a screen or a guard may open a link in a task of its own, through ``LinkIngress``, or by the system, and that
/// link may lead to the same handler again. Such a round has no depth on the stack; tasks inherit this value instead.
struct LinkChain: Sendable {
    /// The chain of the link whose handler, screen or guard runs now; nil outside of them.
    @TaskLocal static var current: LinkChain?

    /// How many links it has.
    let count: Int
    /// When its latest link was followed.
    let latest: ContinuousClock.Instant

    /// The chain with one more link; a new one after a pause, because then a person or a timer opens links.
    static func next(at moment: ContinuousClock.Instant) -> LinkChain {
        guard let current, current.latest.duration(to: moment) < Limits.chainPauseMax else {
            return LinkChain(count: 1, latest: moment)
        }
        return LinkChain(count: current.count + 1, latest: moment)
    }

    /// Whether the link may be followed.
    var isShortEnough: Bool { count <= Limits.chainedAttemptsMax }
}
