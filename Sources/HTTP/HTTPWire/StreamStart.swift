/// The beginning of an event stream: its topic, its answer, and why the client may have it.
///
/// A class, so that a ``Decision`` stays small.
package final class StreamStart: Sendable {
    /// The topic whose events follow.
    package let topic: Int
    /// The number of the event that the answer begins with; later events of a topic have higher numbers.
    package let number: Int
    /// The answer, a `PreparedResponse(streaming:first:)`.
    package let answer: PreparedResponse
    /// The client's address, which a place was taken for; a proxy is another peer than its client.
    package let source: PeerAddress
    /// What the client's right depends on; nil if every client has it.
    package let grant: (any StreamGrant)?

    /// Makes a description.
    package init(
        topic: Int, number: Int = 0, _ answer: PreparedResponse, source: PeerAddress = .none,
        grant: (any StreamGrant)? = nil
    ) {
        self.topic = topic
        self.number = number
        self.answer = answer
        self.source = source
        self.grant = grant
    }
}

/// Bytes of an event stream in both framings, made once for all its clients.
package final class StreamBytes: Sendable {
    /// For clients of HTTP/1.0, whose stream ends with the connection.
    package let plain: SharedBytes
    /// The same as one chunk (RFC 9112 section 7.1), for all others: they see each event as it comes, and a cut as a cut.
    package let chunk: SharedBytes

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let lastChunk: [UInt8] = [0x30, 0x0D, 0x0A, 0x0D, 0x0A]

    /// Frames bytes, of which there must be some: an empty chunk is the last one.
    ///
    /// - Parameters:
    ///   - bytes: events or comments.
    ///   - isLast: whether the stream ends with them.
    package init(_ bytes: [UInt8], isLast: Bool = false) {
        precondition(!bytes.isEmpty, "a chunk has bytes")
        plain = SharedBytes(bytes)
        var chunk = Array(String(bytes.count, radix: 16).utf8)
        for part in [Self.lineEnd, bytes, Self.lineEnd] { chunk += part }
        if isLast { chunk += Self.lastChunk }
        self.chunk = SharedBytes(chunk)
    }
}

/// What an event stream depends on where not every client may have its topic, such as a token.
package protocol StreamGrant: AnyObject, Sendable {
    /// Whether it still holds; called on an event loop: must not block.
    var standing: GrantStanding { get }
}

/// Whether a grant holds.
package enum GrantStanding: Sendable, Hashable {
    /// Until a change is reported.
    case lasting
    /// For some time: it ends without a report.
    case passing
    /// No longer.
    case ended
}
