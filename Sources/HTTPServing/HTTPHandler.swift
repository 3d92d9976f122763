package import HTTPWire

/// What a server serves: asked on event loops and on workers, by several threads at once.
package protocol HTTPHandler: Sendable {
    /// Decides on an event loop: neither blocks nor waits for locks that others hold for long.
    func decide(_ request: borrowing RequestView) -> Decision

    /// Answers on a worker, after `decide` said `work`; may block.
    func perform(_ request: Request) -> Response

    /// The page for what the wire itself refuses; asked on an event loop.
    func page(for refusal: RequestRefusal) -> PreparedResponse

    /// Hears on an event loop that a turn in which requests were read is over: how long it took from the loop's waking
    /// up until everything was handed to the kernel.
    func turnEnded(loop: Int, nanoseconds: Int64)
}

extension HTTPHandler {
    /// Nobody has to care.
    package func turnEnded(loop: Int, nanoseconds: Int64) {}
}
