package import HTTPWire

/// What a worker of a lane runs next.
package enum LaneWork: Sendable {
    /// A request.
    case request(WorkItem)
    /// The rest of a request that waited without a thread.
    case rest(@Sendable () -> Void)
}

/// A request for a worker, and what receives its answer.
package struct WorkItem: Sendable {
    let request: Request
    /// When it was handed to the workers, in nanoseconds of the monotonic clock.
    let since: Int64
    /// Receives the answer once, on any thread; must not block.
    let reply: @Sendable (WorkOutcome) -> Void
    /// Called, on any thread, if its large answer loses its room before it is sent; must not block.
    let lose: @Sendable () -> Void
}

/// How a worker's request ended.
enum WorkOutcome: Sendable {
    /// With an answer, and its reservation if it is large.
    case answer(Response, AnswerReservation?)
    /// With an answer that had no room.
    case refusal(RequestRefusal)
}

/// Answers requests on worker threads.
package protocol RequestPerformer: Sendable {
    /// Answers a request; called on a worker thread, may block.
    ///
    /// The answer is given to `reply` exactly once: before this returns, or later on a thread of `workers`. A request
    /// that waits for others needs no thread meanwhile.
    func perform(
        _ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void)
}

/// The worker threads of one lane, for requests that waited and continue.
///
/// A request runs on threads of its own lane only, so that the requests of one lane never occupy those of the other.
package protocol RequestWorkers: AnyObject, Sendable {
    /// Number of these threads, at least one.
    var workerCount: Int { get }

    /// Runs `body` on one of these threads as soon as one is free, before requests that have not begun.
    ///
    /// Never refused, so that the caller must limit how many run and wait.
    func resume(_ body: @escaping @Sendable () -> Void)

    /// Runs `body` on one of these threads after the requests that have arrived before this call.
    ///
    /// Never refused, so that the caller must limit how many run and wait.
    func resumeInTurn(_ body: @escaping @Sendable () -> Void)
}
