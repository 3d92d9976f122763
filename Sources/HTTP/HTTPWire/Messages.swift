/// A header field; the name has the letter case in which it is sent.
package struct HeaderField: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value; contains no control character.
    package var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A request for a worker: a copy of all its parts.
package struct Request: Sendable {
    /// The method.
    package var method: String
    /// The path as it was sent; `*` for the asterisk form.
    package var path: String
    /// The query as it was sent, without its question mark; nil if there is none.
    package var query: String?
    /// The fields in order; names are as they were sent.
    let fields: [HeaderField]
    /// Which field each one is; nil if that is not known.
    private let kinds: [KnownField]?
    /// The whole body.
    package var body: [UInt8]
    /// The peer's address.
    package var peer: String
    /// The number of the listener.
    package var listener: Int
    /// What the handler found out of the head on the event loop, for itself on the worker; nil for nothing.
    package var checkedHead: (any AnyObject & Sendable)?

    /// Makes a request.
    package init(
        method: String, path: String, query: String? = nil, fields: [HeaderField] = [], body: [UInt8] = [],
        peer: String = "", listener: Int = 0
    ) {
        self.init(
            method: method, path: path, query: query, fields: fields, kinds: nil, body: body, peer: peer,
            listener: listener)
    }

    /// Makes a request whose fields were read by the parser, so that a look-up compares no names.
    init(
        method: String, path: String, query: String?, fields: [HeaderField], kinds: [KnownField]?, body: [UInt8],
        peer: String, listener: Int
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.fields = fields
        self.kinds = kinds
        self.body = body
        self.peer = peer
        self.listener = listener
    }

    /// The values of a field, joined by commas (RFC 9110 section 5.3); nil if it is missing.
    package func value(_ known: KnownField) -> String? {
        var joined: String?
        for value in values(known) { joined = joined.map { "\($0), \(value)" } ?? value }
        return joined
    }

    /// The value of each line of a field.
    package func values(_ known: KnownField) -> [String] {
        guard let kinds else { return values(named: known.name) }
        var values: [String] = []
        for index in kinds.indices where kinds[index] == known { values.append(fields[index].value) }
        return values
    }

    /// The value of each line of a field; the name is in lower case.
    package func values(named name: String) -> [String] {
        var values: [String] = []
        // Names are ASCII; the count first, because a lower-case copy of a long one is allocated.
        for field in fields where field.name.utf8.count == name.utf8.count && field.name.lowercased() == name {
            values.append(field.value)
        }
        return values
    }
}

/// An answer from a worker.
package struct Response: Sendable {
    /// The status.
    package var status: Int
    /// Its fields, without Content-Length, Date and Connection.
    package var fields: [HeaderField]
    /// Its body.
    package var body: Body
    /// Facts that the handler adds to the record of the answer.
    package var remark: AnswerRemark?
    /// Whether the client can have the answer again by the same request, so that a lack of memory may refuse it.
    package var isRefusable = false
    /// Who the answer is for: what the large answers of one account hold is counted together.
    package var account: [UInt8] = []

    /// The bytes of the body.
    package enum Body: Sendable {
        /// No body.
        case none
        /// In memory, for this answer alone.
        case bytes(SharedBytes)
        /// In memory, where it is also without this answer.
        case shared(SharedBytes)
        /// In a file.
        case file(AnswerFile)
    }

    /// Makes an answer.
    package init(_ status: Int, _ fields: [HeaderField] = [], body: Body = .none, remark: AnswerRemark? = nil) {
        self.status = status
        self.remark = remark
        self.fields = fields
        self.body = body
    }

    /// Number of bytes of the body.
    package var bodyByteCount: Int {
        switch body {
        case .none: 0
        case .bytes(let bytes), .shared(let bytes): bytes.count
        case .file(let file): file.byteCount
        }
    }

    /// Status line and fields, each line with its CR LF; no Date, no Connection, no empty line.
    package var head: [UInt8] {
        var head = ResponseHead(status)
        for field in fields { head.add(field.name, field.value) }
        // RFC 9110 section 8.6: none with 1xx, 204 and 304.
        if status >= 200, status != 204, status != 304 { head.add(bodyByteCount: bodyByteCount) }
        return head.bytes
    }
}
