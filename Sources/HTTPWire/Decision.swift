/// What a handler wants done with a request.
package enum Decision: Sendable {
    /// Answer it at once.
    case answer(PreparedResponse)
    /// Read a body of at most so many bytes and hand all to a worker.
    case work(bodyBytesMax: Int)
    /// Keep the connection open and send it what is broadcast on a topic (`PreparedResponse(streaming:first:)`).
    case watch(topic: Int, PreparedResponse)
}
