/// A prepared answer: its head as bytes, without Date and Connection.
///
/// A class, so that passing it on retains one reference, independent of its contents.
package final class PreparedResponse: Sendable {
    /// The status.
    package let status: Int
    /// Status line and fields, each line with its CR LF; no Date, no Connection, no empty line.
    package let head: SharedBytes
    /// The body, if the status has one; of an event stream its first event.
    package let body: SharedBytes?
    /// The first event of an event stream as a chunk.
    package let chunk: SharedBytes?
    /// Facts that the handler adds to the record of the answer.
    package let remark: AnswerRemark?

    /// Writes the head; `Content-Length` follows from the body, and 204 and 304 have none (RFC 9110 section 8.6).
    ///
    /// With `bodyByteCount`, the head is that of an answer with a body of this length, and without `body` it is an answer to
    /// HEAD only. `lines` are further fields, after `fields`.
    package init(
        _ status: Int, _ fields: [HeaderField] = [], lines: HeaderLines? = nil, body: SharedBytes? = nil,
        bodyByteCount: Int? = nil, remark: AnswerRemark? = nil
    ) {
        precondition(status >= 200 && status < 600, "a final status")
        let hasBody = status != 204 && status != 304
        var head = ResponseHead(status)
        for field in fields { head.add(field.name, field.value) }
        if let lines { head.add(lines) }
        if hasBody { head.add(bodyByteCount: bodyByteCount ?? body?.count ?? 0) }
        self.status = status
        self.remark = remark
        self.body = hasBody ? body : nil
        chunk = nil
        self.head = SharedBytes(head.bytes)
    }

    /// A redirect to an address; the body is the address and the end of a line, in one byte.
    package init(_ lines: RedirectLines, body: SharedBytes, remark: AnswerRemark? = nil) {
        var head = ResponseHead(continuing: lines.start, reserving: lines.end.count + body.count + 32)
        head.add(lines, placeIn: body.bytes)
        (status, chunk, self.body, self.remark) = (lines.status, nil, body, remark)
        self.head = SharedBytes(head.bytes)
    }

    /// Writes the head of an event stream, without what says how its events are framed.
    package init(streaming fields: [HeaderField], first: StreamBytes?, remark: AnswerRemark? = nil) {
        var head = ResponseHead(200)
        for field in fields { head.add(field.name, field.value) }
        status = 200
        self.remark = remark
        body = first?.plain
        chunk = first?.chunk
        self.head = SharedBytes(head.bytes)
    }

    private init(_ other: PreparedResponse, _ remark: AnswerRemark, head: SharedBytes? = nil) {
        (status, self.head, body, chunk) = (other.status, head ?? other.head, other.body, other.chunk)
        self.remark = remark
    }

    /// The same answer with further fields, and with another remark.
    package func with(_ fields: [HeaderField], _ remark: AnswerRemark) -> PreparedResponse {
        var longer = ResponseHead(continuing: head.bytes)
        for field in fields { longer.add(field.name, field.value) }
        return PreparedResponse(self, remark, head: SharedBytes(longer.bytes))
    }

    /// The same answer with the name of the caller in the remark.
    package func with(principal: String?) -> PreparedResponse {
        var remark = remark ?? AnswerRemark()
        remark.principal = principal
        return PreparedResponse(self, remark)
    }
}

/// Immutable bytes, shared by all answers that contain them: copying them retains one reference.
package struct SharedBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Shares bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Makes an object of bytes that stay in memory for long: a copy, because what compressed or wrote them may have got many
    /// times the memory that they need.
    package init(keeping bytes: [UInt8]) {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        copy += bytes
        self.bytes = copy
    }

    /// Number of bytes.
    package var count: Int { bytes.count }
}

/// Facts that a handler adds to the record of an answer; they are not sent to the client.
package struct AnswerRemark: Sendable, Hashable {
    /// The identifier of the request in the server's log; nil if the answer does not contain it.
    package var requestID: String?
    /// The name of the token that was sent; nil if there was none or it was invalid.
    package var principal: String?
    /// The number of the release that was sent.
    package var release: Int?

    /// Makes a remark; nil means unknown.
    package init(requestID: String? = nil, principal: String? = nil, release: Int? = nil) {
        self.requestID = requestID
        self.principal = principal
        self.release = release
    }
}

/// What to do with a request.
package enum Decision: Sendable {
    /// Answer it at once.
    case answer(PreparedResponse)
    /// Read a body of at most `bodyBytesMax` bytes and pass the request to a worker.
    case work(bodyBytesMax: Int)
    /// The same for a known caller (`HTTPHandler.isKnown`), with the request as the handler has made it of the head; its body
    /// is read into it. Indirect, because a request is large and each decision would be as large as the largest one.
    indirect case admitted(Request, bodyBytesMax: Int)
    /// Make the connection an event stream.
    case watch(StreamStart)
}
