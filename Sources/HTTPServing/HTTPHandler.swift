package import HTTPWire

/// What a server serves: asked on event loops and on workers, by several threads at once.
package protocol HTTPHandler: Sendable {
    /// Decides on an event loop: neither blocks nor waits for locks that others hold for long.
    func decide(_ request: borrowing RequestView) -> Decision

    /// Answers on a worker, after `decide` said `work`; may block.
    func perform(_ request: Request) -> Response

    /// The page for what the wire itself refuses; asked on an event loop.
    func page(for refusal: RequestRefusal) -> PreparedResponse
}
