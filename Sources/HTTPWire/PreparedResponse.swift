/// An answer made once: its head as bytes but for what belongs to the connection and the moment.
///
/// A class, so that handing one on counts one reference, whatever it carries.
package final class PreparedResponse: Sendable {
    /// The status.
    package let status: Int
    /// Status line and fields, each line with its CR LF; no Date, no Connection, no empty line.
    package let head: SharedBytes
    /// The body, if the status has one; of a stream, its first event.
    package let body: SharedBytes?
    /// What journals say about it.
    package let remark: AnswerRemark?

    /// Writes the head; `Content-Length` follows from the body, and 204 and 304 have none (RFC 9110 section 8.6).
    package init(_ status: Int, _ fields: [HeaderField], body: SharedBytes? = nil, remark: AnswerRemark? = nil) {
        precondition(status >= 200 && status < 600, "a final status")
        let hasBody = status != 204 && status != 304
        var head = ResponseHead(status)
        for field in fields { head.add(field.name, field.value) }
        if hasBody { head.add("Content-Length", String(body?.count ?? 0)) }
        self.status = status
        self.remark = remark
        self.body = hasBody ? body : nil
        self.head = SharedBytes(head.bytes)
    }

    /// Writes the head of a stream, whose length nobody knows: it ends with the connection (RFC 9112 section 6.3).
    package init(streaming fields: [HeaderField], first: SharedBytes?, remark: AnswerRemark? = nil) {
        var head = ResponseHead(200)
        for field in fields { head.add(field.name, field.value) }
        status = 200
        self.remark = remark
        body = first
        self.head = SharedBytes(head.bytes)
    }

    private init(_ other: PreparedResponse, _ remark: AnswerRemark) {
        (status, head, body) = (other.status, other.head, other.body)
        self.remark = remark
    }

    /// The same answer for a caller who has a name.
    package func with(principal: String?) -> PreparedResponse {
        var remark = remark ?? AnswerRemark()
        remark.principal = principal
        return PreparedResponse(self, remark)
    }
}
