package import HTTPWire

/// What a server does with requests.
package protocol HTTPHandler: Sendable {
    /// Looks at a request on its loop; must not wait for anything.
    func decide(_ request: borrowing RequestView) -> Decision
    /// Answers a request on a worker; may wait.
    func perform(_ request: Request) -> Response
    /// The page for what the wire itself refuses.
    func page(for refusal: RequestRefusal) -> PreparedResponse
}
