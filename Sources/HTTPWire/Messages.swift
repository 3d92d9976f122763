/// Bytes that never change and are shared by every answer that carries them.
package final class SharedBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Makes them.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A header field with its name as it is sent.
package struct HeaderField: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value; holds no control character.
    package var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An answer made once: its head as bytes but for what belongs to the connection and the moment.
package struct PreparedResponse: Sendable {
    /// The status.
    package let status: Int
    /// Status line and fields, each line with its CR LF; no Date, no Connection, no empty line.
    package let head: SharedBytes
    /// The body, if the status has one.
    package let body: SharedBytes?

    /// Writes the head; `Content-Length` follows from the body, and 204 and 304 have none (RFC 9110 section 8.6).
    package init(_ status: Int, _ fields: [HeaderField], body: SharedBytes? = nil) {
        self.status = status
        self.body = body
        var head = ResponseHead(status)
        for field in fields { head.add(field.name, field.value) }
        if status >= 200, status != 204, status != 304 { head.add("Content-Length", String(body?.bytes.count ?? 0)) }
        self.head = SharedBytes(head.bytes)
    }

    /// Writes the head of a stream: its body is whatever comes until the connection ends (RFC 9112 section 6.3, rule 8).
    package init(streaming fields: [HeaderField], first: SharedBytes) {
        status = 200
        body = first
        var head = ResponseHead(200)
        for field in fields { head.add(field.name, field.value) }
        self.head = SharedBytes(head.bytes)
    }
}

/// A request as a worker gets it: everything copied out of the connection's buffer.
package struct Request: Sendable {
    /// The method.
    package var method: String
    /// The path as it was sent; `*` for the asterisk form.
    package var path: String
    /// The query as it was sent, without its question mark; nil where there is none.
    package var query: String?
    /// The fields in order, names as they were sent.
    package var fields: [HeaderField]
    /// The body, whole.
    package var body: [UInt8]
    /// The peer's address.
    package var peer: String
    /// The number that the listener was given.
    package var listener: Int

    /// The values of a field, joined by commas; nil where it is not there.
    package func value(_ known: KnownField) -> String? {
        let values = fields.filter { $0.name.lowercased() == known.name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
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

    /// Where the bytes come from.
    package enum Body: Sendable {
        /// Nowhere.
        case none
        /// From memory.
        case bytes(SharedBytes)
        /// From a file that is deleted afterwards.
        case temporaryFile(path: String, byteCount: Int)
    }

    /// Makes an answer.
    package init(_ status: Int, _ fields: [HeaderField], body: Body) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
