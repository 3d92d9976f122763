package import HTTPWire

/// Answers requests: called on event loops and on workers, by several threads at once.
package protocol HTTPHandler: Sendable {
    /// Decides what to do with a request; called on an event loop: must not block, nor wait for locks held for long.
    func decide(_ request: borrowing RequestView) -> Decision

    /// Whether a request identifies its caller, such as by a live token; called on an event loop: must not block.
    ///
    /// Known callers have workers, memory for bodies and connections that other callers cannot use up.
    func isKnown(_ request: borrowing RequestView) -> Bool

    /// Answers a request for which `decide` returned `work`; called on a worker thread, may block.
    ///
    /// The answer is given to `reply` exactly once: before this returns, or later on a thread of `workers`. A request
    /// that waits for others needs no thread meanwhile.
    func perform(
        _ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void)

    /// The answer to a request that HTTPWire or the server's limits refuse; called on an event loop.
    func page(for refusal: RequestRefusal) -> PreparedResponse

    /// Reports the end of a turn in which requests were read; called on an event loop.
    ///
    /// - Parameters:
    ///   - loop: the index of the loop.
    ///   - nanoseconds: from the return of epoll_wait(2) until all answers were given to the kernel.
    func turnEnded(loop: Int, nanoseconds: Int64)
}

/// The worker threads of one lane, for requests that waited and continue.
///
/// A request runs on threads of its own lane only, so that the requests of one lane never occupy those of the other.
package protocol RequestWorkers: AnyObject, Sendable {
    /// Runs `body` on one of these threads as soon as one is free, before requests that have not begun.
    ///
    /// Never refused, so that the caller must limit how many run and wait.
    func resume(_ body: @escaping @Sendable () -> Void)
}

extension HTTPHandler {
    /// False: no caller is known.
    package func isKnown(_ request: borrowing RequestView) -> Bool { false }

    /// Does nothing.
    package func turnEnded(loop: Int, nanoseconds: Int64) {}
}
