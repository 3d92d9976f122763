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
    /// When streams of events are ended next.
    private var streamsEndAt = Int64.max
    /// Whether streams are being ended, so that none begins.
    private(set) var endsStreams = false
    private let limits: ServingLimits
    private let streamsPerTurn: Int

    init(limits: ServingLimits, loops: Int) {
        self.limits = limits
        streamsPerTurn = max(1, limits.drainStreamsPerTurn / loops)
    }

    /// Begins, once.
    func begin(at now: Int64, until moment: Int64) {
        guard !hasBegun else { return }
        hasBegun = true
        let delay = Int64(limits.drainDelayMilliseconds)
        endsAt = moment
        listensUntil = min(moment, now + (delay > 0 ? delay : Int64(limits.drainListenMilliseconds)))
        quietAt = now + max(delay, Int64(limits.drainQuietMilliseconds))
        streamsEndAt = min(moment, now + delay)
    }

    /// Records a new connection: others may follow until load balancers stop routing here.
    func recordArrival(at now: Int64) {
        guard hasBegun else { return }
        quietAt = max(quietAt, now + Int64(limits.drainQuietMilliseconds))
    }

    /// How many of the open streams of events end now: their clients come back to other servers, a few at a time, and all
    /// before connections are closed.
    func streamsToEnd(of open: Int, at now: Int64) -> Int {
        guard now >= streamsEndAt else { return 0 }
        endsStreams = true
        let turn = Int64(ServingLimits.drainTurnMilliseconds)
        streamsEndAt = now + turn
        let turns = Int(clamping: max(1, (endsAt - now) / turn))
        return min(open, max(streamsPerTurn, (open + turns - 1) / turns))
    }

    /// When there is something to do next, while streams may be open.
    func nextAt(hasStreams: Bool) -> Int64 {
        min(hasStoppedListening ? .max : listeningEndsAt, hasStreams ? streamsEndAt : .max)
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
