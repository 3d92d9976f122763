/// A request on its loop: the connection's bytes, read in place.
package struct RequestView: ~Copyable {
    /// The connection's buffer.
    package let buffer: [UInt8]
    /// Where things are in it.
    package let head: RequestHead
    /// The peer's address.
    package let peer: String
    /// The number that the listener was given.
    package let listener: Int
    /// The loop, from 0.
    package let loop: Int

    /// Makes a view.
    package init(buffer: [UInt8], head: RequestHead, peer: String, listener: Int, loop: Int) {
        self.buffer = buffer
        self.head = head
        self.peer = peer
        self.listener = listener
        self.loop = loop
    }

    /// Whether the method is this one.
    package func isMethod(_ method: String) -> Bool { RequestParser.matches(buffer, head.method, method) }

    /// A range of the buffer as text.
    package func text(_ range: Range<Int>) -> String { String(decoding: buffer[range], as: UTF8.self) }

    /// Everything copied out, with a body that has been read since.
    package func request(body: [UInt8]) -> Request {
        Request(
            method: text(head.method), path: text(head.path), query: head.hasQuery ? text(head.query) : nil,
            fields: head.fields.map { HeaderField(text($0.name), text($0.value)) }, body: body, peer: peer,
            listener: listener)
    }
}

/// What a handler wants done with a request.
package enum Decision: Sendable {
    /// Answer it at once.
    case answer(PreparedResponse)
    /// Read a body of at most so many bytes and hand all to a worker.
    case work(bodyBytesMax: Int)
    /// Keep the connection open and send it what is broadcast on a topic.
    case watch(topic: Int, PreparedResponse)
}
