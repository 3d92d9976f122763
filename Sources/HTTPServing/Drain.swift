/// How a loop comes to its end: it goes on accepting until nobody comes any more, then waits for what was begun.
struct Drain {
    /// When the peers' time is up, on the monotonic clock in milliseconds.
    private(set) var until: Int64
    /// Whether the listeners are closed.
    private(set) var hasStoppedListening = false
    /// When the listeners close, whoever comes.
    private let listenUntil: Int64
    /// When they close if nobody comes before.
    private var quietUntil: Int64

    /// Begins at a moment.
    init(at now: Int64, until moment: Int64, _ limits: ServingLimits) {
        until = moment
        listenUntil = min(moment, now + Int64(limits.drainListenMilliseconds))
        quietUntil = now + Int64(limits.drainQuietMilliseconds)
    }

    /// Somebody came: others may be on their way, as long as no balancer has noticed.
    mutating func noteArrival(at now: Int64, _ limits: ServingLimits) {
        quietUntil = now + Int64(limits.drainQuietMilliseconds)
    }

    /// A worker has answered: its peer gets time to take the answer, however late it is.
    mutating func noteAnswer(at now: Int64, _ limits: ServingLimits) {
        until = max(until, now + Int64(limits.drainAnswerMilliseconds))
    }

    /// When the listeners close, as it looks now.
    var listeningEnd: Int64 { min(listenUntil, quietUntil) }

    /// Whether it is time to close the listeners; true once.
    mutating func stopsListening(at now: Int64) -> Bool {
        guard !hasStoppedListening, now >= listeningEnd else { return false }
        hasStoppedListening = true
        return true
    }
}
