import HTTPServing
import RequestLanes

/// The places of one kind of caller: which requests run, and in which order the others follow.
///
/// A free place goes to the next caller in turn; the number of its waiting requests does not matter. One caller never
/// takes the last place, unless there is only one, so that the first request of another caller runs at once.
///
/// A value type without threads; its owner locks it.
struct WorkLane: Sendable {
    /// A request that runs or waits.
    struct Work: Sendable {
        let caller: WorkPlaces.Caller
        /// Whether the limit for each caller applies to it.
        let isCounted: Bool
        /// The threads that may run it.
        let workers: any RequestWorkers
        let body: @Sendable () -> Void
    }

    /// What to do with a new request.
    enum Entry: Sendable {
        case run
        case wait
        case refused(WorkPlaces.Refusal)
    }

    /// Requests of one caller.
    private struct Share: Sendable {
        var running = 0
        /// Requests to which the limit for each caller applies, running and waiting.
        var counted = 0
        var waiting: [Work] = []

        var isEmpty: Bool { running == 0 && waiting.isEmpty }
    }

    private let atOnce: Int
    private let perCallerMax: Int
    private var shares: [WorkPlaces.Caller: Share] = [:]
    /// Callers with waiting requests, the next one first.
    private var turns: [WorkPlaces.Caller] = []
    /// How many run, and how many wait.
    private(set) var counts = (running: 0, waiting: 0)

    init(atOnce: Int, perCallerMax: Int) {
        self.atOnce = atOnce
        self.perCallerMax = perCallerMax
    }

    /// Whether a caller has as many requests as it may have.
    func isFull(_ caller: WorkPlaces.Caller) -> Bool { (shares[caller]?.counted ?? 0) >= perCallerMax }

    /// Gives a request a place, a turn, or neither.
    mutating func enter(_ work: Work) -> Entry {
        var share = shares[work.caller] ?? Share()
        if work.isCounted {
            guard share.counted < perCallerMax else { return .refused(.caller) }
            share.counted += 1
        }
        guard !hasRoom(for: share) else {
            share.running += 1
            counts.running += 1
            shares[work.caller] = share
            return .run
        }
        guard counts.waiting < ServerLimits.expensiveWaitingMax else { return .refused(.server) }
        if share.waiting.isEmpty { turns.append(work.caller) }
        share.waiting.append(work)
        counts.waiting += 1
        shares[work.caller] = share
        return .wait
    }

    /// Ends a request that ran; returns the one that runs next, or nil.
    ///
    /// One is enough: before this call, no place was free, or every waiting caller had as many running requests as it
    /// may have.
    mutating func leave(_ work: Work) -> Work? {
        guard var share = shares[work.caller] else { preconditionFailure("a request ended that never ran") }
        share.running -= 1
        counts.running -= 1
        if work.isCounted { share.counted -= 1 }
        shares[work.caller] = share.isEmpty ? nil : share
        guard let index = turns.firstIndex(where: { shares[$0].map(hasRoom) ?? false }) else { return nil }
        let caller = turns.remove(at: index)
        guard var next = shares[caller], !next.waiting.isEmpty else { preconditionFailure("a turn without a request") }
        let work = next.waiting.removeFirst()
        next.running += 1
        counts.running += 1
        counts.waiting -= 1
        shares[caller] = next
        if !next.waiting.isEmpty { turns.append(caller) }
        return work
    }

    private func hasRoom(for share: Share) -> Bool {
        counts.running < atOnce && share.running < max(1, atOnce - 1)
    }
}
