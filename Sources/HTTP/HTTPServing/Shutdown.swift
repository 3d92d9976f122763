/// The shutdown of one loop: it accepts until no more clients connect, then finishes requests in progress.
final class Shutdown {
    /// Whether the loop stops; every answer now closes its connection.
    private(set) var hasBegun = false
    /// Whether the listeners are closed.
    private(set) var hasStoppedListening = false
    /// When connections are closed even if they are not finished, on the monotonic clock in milliseconds.
    private(set) var endsAt = Int64.max
    /// When the listeners close even if clients still arrive.
    private var listensUntil = Int64.max
    /// When the listeners close if no client arrives before.
    private var quietAt = Int64.max
    private let limits: ServingLimits

    init(limits: ServingLimits) { self.limits = limits }

    /// Begins; false if it has begun before.
    func begin(at now: Int64, until moment: Int64) -> Bool {
        guard !hasBegun else { return false }
        hasBegun = true
        endsAt = moment
        listensUntil = min(moment, now + Int64(limits.drainListenMilliseconds))
        quietAt = now + Int64(limits.drainQuietMilliseconds)
        return true
    }

    /// Records a new connection: others may follow until load balancers stop routing here.
    func recordArrival(at now: Int64) {
        guard hasBegun else { return }
        quietAt = now + Int64(limits.drainQuietMilliseconds)
    }

    /// Records a worker's answer: the peer gets time to read it, even if the time for stopping is over.
    func recordAnswer(at now: Int64) {
        guard hasBegun else { return }
        endsAt = max(endsAt, now + Int64(limits.drainAnswerMilliseconds))
    }

    /// When the listeners close if no more clients arrive.
    var listeningEndsAt: Int64 { min(listensUntil, quietAt) }

    /// Whether it is time to close the listeners; true once.
    func stopsListening(at now: Int64) -> Bool {
        guard hasBegun, !hasStoppedListening, now >= listeningEndsAt else { return false }
        hasStoppedListening = true
        return true
    }
}
