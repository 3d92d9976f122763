/// Writes the head of an answer.
struct ResponseHead: Sendable {
    /// The bytes written so far, each line with its CR LF.
    private(set) var bytes: [UInt8]

    /// Writes the status line and the fields of every answer.
    ///
    /// `nosniff` keeps browsers from treating a body as another type than `Content-Type` says (Fetch standard, section
    /// "X-Content-Type-Options"). 204 and 304 have no body; a cache keeps the fields of the answer that a 304 renews (RFC 9110
    /// section 15.4.5, RFC 9111 section 3.2).
    init(_ status: Int) {
        bytes = []
        bytes.reserveCapacity(Self.usualBytes)
        bytes.append(contentsOf: Self.starts[status - Self.firstStatus])
    }

    /// Goes on with a head that was written before, in memory for more bytes.
    init(continuing bytes: [UInt8], reserving more: Int = 0) {
        self.bytes = []
        self.bytes.reserveCapacity(bytes.count + more)
        self.bytes.append(contentsOf: bytes)
    }

    /// Room for a head of usual length in bytes, so that it is allocated once.
    private static let usualBytes = 512
    private static let firstStatus = 100

    /// The beginnings of the heads of statuses 100 to 599, made once: formatting one costs more than writing the fields.
    private static let starts: [[UInt8]] = (firstStatus..<600).map { status in
        let nosniff = status == 204 || status == 304 ? "" : "X-Content-Type-Options: nosniff\r\n"
        return Array("HTTP/1.1 \(status) \(reason(status))\r\nServer: waymark\r\n\(nosniff)".utf8)
    }

    /// Writes a field; control characters in a value become spaces, so that a value cannot begin another field.
    mutating func add(_ name: String, _ value: String) {
        bytes.append(text: name)
        bytes.append(text: ": ")
        let start = bytes.count
        bytes.append(text: value)
        clean(from: start)
        bytes.append(text: "\r\n")
    }

    /// Writes `Content-Length`.
    mutating func add(bodyByteCount count: Int) {
        bytes.append(text: "Content-Length: ")
        end(count)
    }

    /// Writes the place of a redirect, without the last byte, and what follows it.
    mutating func add(_ lines: RedirectLines, placeIn body: [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: body)
        bytes.removeLast()
        clean(from: start)
        bytes.append(contentsOf: lines.end)
        end(body.count)
    }

    /// Writes a number and the end of a line.
    private mutating func end(_ number: Int) {
        // Most bodies that are made for one answer are short; dividing by a constant is multiplying.
        switch number {
        case 0..<100:
            if number >= 10 { bytes.append(0x30 + UInt8(truncatingIfNeeded: number / 10)) }
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
        default: bytes.append(text: String(number))
        }
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

    /// Makes the control characters from an index on spaces.
    private mutating func clean(from start: Int) {
        guard hasControl(from: start) else { return }
        var written = bytes.mutableSpan
        for index in start..<written.count where written[index] < 0x20 || written[index] == 0x7F {
            written[index] = 0x20
        }
    }

    /// Whether the last bytes, from an index on, have a control character, or perhaps up to seven bytes before them: eight
    /// bytes at a time, because the place where a link leads is written for each request.
    private func hasControl(from start: Int) -> Bool {
        bytes.withRegion { region in
            var (index, found) = (start, UInt64(0))
            while index < region.count {
                let word = region.word(at: min(index, region.count &- 8), count: 8)
                // The high bits of bytes below 0x20, and of those that are 0x7F.
                let delete = word ^ Self.each(0x7F)
                found |= ((word &- Self.each(0x20)) & ~word) | ((delete &- Self.each(0x01)) & ~delete)
                index &+= 8
            }
            return found & Self.each(0x80) != 0
        }
    }

    /// A byte, eight times.
    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// Writes fields that are lines already.
    mutating func add(_ lines: HeaderLines) { bytes.append(contentsOf: lines.bytes) }

    /// The reason phrase of a status (RFC 9110 section 15).
    static func reason(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}

/// Fields that are written once and sent in many answers.
package struct HeaderLines: Sendable, Equatable {
    /// The fields.
    package let fields: [HeaderField]
    /// Their lines, each with its CR LF.
    let bytes: [UInt8]

    /// Writes the lines of fields, as ``ResponseHead`` does.
    package init(_ fields: [HeaderField]) {
        var head = ResponseHead(204)
        let start = head.bytes.count
        for field in fields { head.add(field.name, field.value) }
        self.fields = fields
        bytes = Array(head.bytes[start...])
    }
}

/// The heads of redirects that differ only in the place where they lead, written once.
package final class RedirectLines: Sendable {
    /// The status.
    package let status: Int
    /// The fields besides `Location`.
    package let fields: [HeaderField]
    /// The head up to the place.
    let start: [UInt8]
    /// The head after the place, up to the length of the body.
    let end: [UInt8]

    /// Writes the lines of a status and of fields, as ``ResponseHead`` does.
    package init(_ status: Int, _ fields: [HeaderField]) {
        self.status = status
        self.fields = fields
        start = ResponseHead(status).bytes + Array("Location: ".utf8)
        end = Array("\r\n".utf8) + HeaderLines(fields).bytes + Array("Content-Length: ".utf8)
    }
}
