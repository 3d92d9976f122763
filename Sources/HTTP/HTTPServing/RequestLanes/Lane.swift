import HTTPWire
import Synchronization
package import SystemIO

/// One of two separate groups of requests: each has its own workers, and its own memory for bodies and answers.
package final class Lane: Sendable {
    /// What waits for a worker.
    package let work: BlockingQueue<LaneWork>
    /// How long requests waited for a worker, in seconds.
    private let workWaits = Mutex(Histogram(Histogram.waitSeconds))
    /// Requests refused because too many waited.
    let workRefused = Atomic(0)
    /// Bytes of request bodies in memory, over all loops.
    package let bodies: BodyBudget
    /// Bytes of large answers in memory, over all loops.
    package let answers: AnswerBudget
    /// Number of threads that run its requests.
    package let workerCount: Int
    private let smallAnswerBytesMax: Int

    /// Makes a lane without requests.
    ///
    /// - Parameters:
    ///   - workerCount: number of threads that will run its requests.
    ///   - limits: its limits.
    ///   - smallAnswerBytesMax: bytes of an answer's body up to which it is not counted in `answers`.
    init(workerCount: Int, limits: LaneLimits, smallAnswerBytesMax: Int) {
        self.workerCount = workerCount
        self.smallAnswerBytesMax = smallAnswerBytesMax
        work = BlockingQueue(countMax: limits.workQueueMax)
        answers = AnswerBudget(bytesMax: limits.answerMemoryBytesMax)
        bodies = BodyBudget(bytesMax: limits.bodyMemoryBytesMax, strangersMax: limits.strangerBodyBytesMax)
    }

    /// Adds the waits for a worker to a histogram.
    func addWaits(to sum: inout Histogram) { workWaits.withLock { sum.add($0.counts, sum: $0.sum) } }

    /// Its state now, and its refusals since the start; `isAdmin` is false.
    var statistics: LaneStatistics {
        var now = LaneStatistics()
        now.waiting = work.count
        now.bodyBytes = bodies.bytes
        now.answerBytes = answers.bytes
        now.answersRefused = answers.refused.load(ordering: .relaxed)
        now.workRefused = workRefused.load(ordering: .relaxed)
        now.bodiesRefused = bodies.refused.load(ordering: .relaxed)
        return now
    }
}

extension Lane: RequestWorkers {
    /// Runs `body` on a worker of this lane, before requests that have not begun.
    package func resume(_ body: @escaping @Sendable () -> Void) {
        // The queue is closed only when the server has stopped: then any thread may end the work.
        if !work.pushFirst(.rest(body)) { body() }
    }

    /// Runs `body` on a worker of this lane, after the requests that have arrived before.
    package func resumeInTurn(_ body: @escaping @Sendable () -> Void) {
        if !work.pushAlways(.rest(body)) { body() }
    }

    /// Runs requests, and the rest of those that waited, until the queue is closed and empty.
    func runWorker(_ performer: any RequestPerformer) {
        while let next = work.pop() { run(next, performer) }
    }

    /// Runs a request, or the rest of one, on the calling thread.
    package func run(_ next: LaneWork, _ performer: any RequestPerformer) {
        switch next {
        case .rest(let body): body()
        case .request(let item):
            let wait = MonotonicClock.nanoseconds - item.since
            workWaits.withLock { $0.add(Double(wait) / 1e9) }
            performer.perform(item.request, on: self) { response in self.finish(item, response) }
        }
    }

    /// Gives a worker's answer to the connection that waits for it, or a refusal if the answer is large and has no room.
    ///
    /// The answer to a request that changed something is never refused, because only this answer shows the change.
    private func finish(_ item: WorkItem, _ response: Response) {
        var reservation: AnswerReservation?
        if case .bytes(let bytes) = response.body, bytes.count > smallAnswerBytesMax {
            reservation = answers.reserve(
                bytes.count, for: response.account, isForced: !response.isRefusable, lose: item.lose)
            guard reservation != nil else { return item.reply(.refusal(.answersFull)) }
        }
        item.reply(.answer(response, reservation))
    }
}
