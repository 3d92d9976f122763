import HTTPExchange
import HTTPServing

/// The slots and workers of one kind of caller: which requests run, and in which order the others follow.
///
/// A free slot for expensive work goes to the next caller in turn; the number of its waiting requests does not matter.
/// One caller never takes the last slot, unless there is only one, so that the first request of another caller runs at
/// once. Ordinary requests need no slot. Together with expensive ones, those of one caller leave a worker free, and what
/// is over waits in order of arrival.
///
/// A value type without threads; its owner locks it.
struct SlotQueue: Sendable {
    /// A request that runs or waits.
    struct Work: Sendable {
        let caller: WorkSlots.Caller
        let cost: Endpoint.Cost
        /// When it came, in milliseconds of the monotonic clock.
        let since: Int64
        /// The threads that may run it; those of one caller's requests are in one lane as long as its token is live.
        let workers: any RequestWorkers
        /// Answers the request, or refuses it if there is a reason; returns what remains to be done without a slot.
        let answer: @Sendable (WorkSlots.Refusal?) -> WorkSlots.LogWork

        /// The requests that its caller may have on workers at once.
        var runningMax: Int { max(1, workers.workerCount - ServerLimits.workersLeft) }
    }

    /// What to do with a new request.
    enum Entry: Sendable {
        case run
        case wait
        case refused(WorkSlots.Refusal)
    }

    /// Requests of one caller.
    private struct Share: Sendable {
        /// Requests with a slot, and ordinary ones that run.
        var (running, ordinary) = (0, 0)
        /// Requests to which the limit for each caller applies, running and waiting.
        var counted = 0
        /// Requests that wait for a slot, and ordinary ones that wait for a worker, the oldest first.
        var (waiting, ordinaryWaiting): ([Work], [Work]) = ([], [])

        var isEmpty: Bool { running == 0 && ordinary == 0 && waiting.isEmpty && ordinaryWaiting.isEmpty }

        func leavesWorker(_ work: Work) -> Bool { running + ordinary < work.runningMax }
    }

    private let atOnce: Int
    private let perCallerMax: Int
    private var shares: [WorkSlots.Caller: Share] = [:]
    /// Callers with requests that wait for a slot, the next one first.
    private var turns: [WorkSlots.Caller] = []
    /// How many expensive requests run and wait, and how many ordinary ones wait.
    private(set) var counts = (running: 0, waiting: 0, ordinaryWaiting: 0)

    init(atOnce: Int, perCallerMax: Int) {
        self.atOnce = atOnce
        self.perCallerMax = perCallerMax
    }

    /// Whether a caller has as many requests of a cost as it may have.
    func isFull(_ caller: WorkSlots.Caller, _ cost: Endpoint.Cost) -> Bool {
        let share = shares[caller]
        return switch cost {
        case .ordinary: (share?.ordinaryWaiting.count ?? 0) >= ServerLimits.ordinaryWaitingPerCallerMax
        case .expensive: (share?.counted ?? 0) >= perCallerMax
        case .queued: false
        }
    }

    /// Lets a request run or wait, or does neither.
    mutating func enter(_ work: Work) -> Entry {
        guard !isFull(work.caller, work.cost) else { return .refused(work.cost == .ordinary ? .waiting : .caller) }
        var share = shares[work.caller] ?? Share()
        defer { shares[work.caller] = share.isEmpty ? nil : share }
        guard work.cost != .ordinary else { return enterOrdinary(work, &share) }
        guard !hasRoom(for: share, work) else {
            share.running += 1
            share.counted += work.cost == .expensive ? 1 : 0
            counts.running += 1
            return .run
        }
        guard counts.waiting < ServerLimits.expensiveWaitingMax else { return .refused(.server) }
        share.counted += work.cost == .expensive ? 1 : 0
        if share.waiting.isEmpty { turns.append(work.caller) }
        share.waiting.append(work)
        counts.waiting += 1
        return .wait
    }

    private mutating func enterOrdinary(_ work: Work, _ share: inout Share) -> Entry {
        guard !share.ordinaryWaiting.isEmpty || !share.leavesWorker(work) else {
            share.ordinary += 1
            return .run
        }
        guard counts.ordinaryWaiting < ServerLimits.ordinaryWaitingMax else { return .refused(.waiting) }
        share.ordinaryWaiting.append(work)
        counts.ordinaryWaiting += 1
        return .wait
    }

    /// Ends a request that ran; returns the expensive and the ordinary one that run next, or nil.
    ///
    /// One of each is enough: before this call, no slot was free, or every waiting caller had as many running requests as
    /// it may have.
    mutating func leave(_ work: Work) -> (expensive: Work?, ordinary: Work?) {
        guard var share = shares[work.caller] else { preconditionFailure("a request ended that never ran") }
        switch work.cost {
        case .ordinary: share.ordinary -= 1
        case .expensive, .queued:
            share.running -= 1
            counts.running -= 1
        }
        if work.cost == .expensive { share.counted -= 1 }
        shares[work.caller] = share.isEmpty ? nil : share
        return (nextExpensive(), nextOrdinary(of: work.caller))
    }

    private mutating func nextExpensive() -> Work? {
        let index = turns.firstIndex { caller in
            guard let share = shares[caller], let first = share.waiting.first else { return false }
            return hasRoom(for: share, first)
        }
        guard let index else { return nil }
        let caller = turns.remove(at: index)
        guard var share = shares[caller], !share.waiting.isEmpty else {
            preconditionFailure("a turn without a request")
        }
        let work = share.waiting.removeFirst()
        share.running += 1
        counts.running += 1
        counts.waiting -= 1
        shares[caller] = share
        if !share.waiting.isEmpty { turns.append(caller) }
        return work
    }

    private mutating func nextOrdinary(of caller: WorkSlots.Caller) -> Work? {
        guard var share = shares[caller], let work = share.ordinaryWaiting.first, share.leavesWorker(work) else {
            return nil
        }
        share.ordinaryWaiting.removeFirst()
        share.ordinary += 1
        counts.ordinaryWaiting -= 1
        shares[caller] = share
        return work
    }

    /// Removes the ordinary requests that came before a time and wait still.
    mutating func removeWaiting(before time: Int64) -> [Work] {
        guard counts.ordinaryWaiting > 0 else { return [] }
        var removed: [Work] = []
        for (caller, var share) in shares {
            let late = share.ordinaryWaiting.prefix { $0.since < time }
            guard !late.isEmpty else { continue }
            removed += late
            share.ordinaryWaiting.removeFirst(late.count)
            shares[caller] = share.isEmpty ? nil : share
        }
        counts.ordinaryWaiting -= removed.count
        return removed
    }

    private func hasRoom(for share: Share, _ work: Work) -> Bool {
        counts.running < atOnce && share.running < max(1, atOnce - 1) && share.leavesWorker(work)
    }
}
