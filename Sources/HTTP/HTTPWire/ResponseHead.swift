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

    /// Goes on with a head that was written before.
    init(continuing bytes: [UInt8]) { self.bytes = bytes }

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
        bytes.append(contentsOf: name.utf8)
        bytes.append(0x3A)
        bytes.append(0x20)
        let start = bytes.count
        bytes.append(contentsOf: value.utf8)
        var written = bytes.mutableSpan
        for index in start..<written.count where written[index] < 0x20 || written[index] == 0x7F {
            written[index] = 0x20
        }
        bytes.append(0x0D)
        bytes.append(0x0A)
    }

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
