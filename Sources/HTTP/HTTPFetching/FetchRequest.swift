/// One request to a server.
package struct FetchRequest: Sendable, Hashable {
    /// One field line.
    package struct Field: Sendable, Hashable {
        /// The name, in any letter case.
        package var name: String
        /// The value.
        package var value: String

        /// Makes a field.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    var origin: FetchOrigin
    /// The method, in capitals.
    var method: String
    /// Path and query as in an address, beginning with a slash.
    package var target: String
    /// Fields other than Host, Content-Length and Accept-Encoding, which ``bytes()`` adds.
    var fields: [Field]
    /// The content; empty for none.
    var content: [UInt8]
    /// Whether the answer may be compressed (RFC 9110 section 12.5.3); it is decompressed, except in streams.
    package var acceptsGzip = false

    /// Makes a request.
    package init(
        _ origin: FetchOrigin, method: String = "GET", target: String, fields: [Field] = [], content: [UInt8] = []
    ) {
        self.origin = origin
        self.method = method
        self.target = target
        self.fields = fields
        self.content = content
    }

    /// Whether two requests have the same effect as one (RFC 9110 section 9.2.2).
    var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method) }

    /// The request as HTTP/1.1 bytes (RFC 9112 section 3).
    /// - Throws: `invalidRequest` if a part would break the syntax.
    func bytes() throws(FetchError) -> [UInt8] {
        guard !method.isEmpty, method.utf8.allSatisfy(Self.isTokenByte) else {
            throw FetchError(.invalidRequest, "“\(method)” is not a valid method")
        }
        guard target.hasPrefix("/"), target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw FetchError(.invalidRequest, "“\(target)” is not a valid request target")
        }
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(origin.authority)"]
        for field in fields + (acceptsGzip ? [Field("Accept-Encoding", "gzip")] : []) {
            // A line break in a value could add a field or a second request.
            let isClean = field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte), isClean else {
                throw FetchError(.invalidRequest, "the field \(field.name) has a byte that is not allowed")
            }
            lines.append("\(field.name): \(field.value)")
        }
        if !content.isEmpty || ["POST", "PUT", "PATCH"].contains(method) {
            lines.append("Content-Length: \(content.count)")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content
    }

    /// tchar (RFC 9110 section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
