extension RequestParser {
    /// What the fields say about host, body and connection.
    static func readMeaning(_ buffer: [UInt8], into head: inout RequestHead) throws(RequestRefusal) {
        head.framing = .none
        head.keepsAlive = !head.isVersion10
        head.expectsContinue = false
        var hosts = 0
        var length: Int?
        var isChunked = false
        for field in head.fields where field.known != .other {
            switch field.known {
            case .host:
                hosts += 1
                try checkHost(buffer, field.value)
            case .contentLength:
                let value = try decimal(buffer, field.value)
                guard length == nil || length == value else { throw .malformed("Content-Length is given twice") }
                length = value
            case .transferEncoding:
                guard !isChunked else { throw .malformed("Transfer-Encoding is given twice") }
                guard matches(buffer, field.value, "chunked", folding: true) else {
                    throw RequestRefusal(501, "the only transfer coding here is chunked")
                }
                isChunked = true
            case .connection: readConnection(buffer, field.value, into: &head)
            case .expect:
                guard matches(buffer, field.value, "100-continue", folding: true) else {
                    throw RequestRefusal(417, "the only expectation here is 100-continue")
                }
                head.expectsContinue = !head.isVersion10
            default: break
            }
        }
        // RFC 9112 section 3.2: exactly one Host, and none missing in HTTP/1.1.
        guard hosts == 1 || (hosts == 0 && head.isVersion10) else { throw .malformed("there must be one Host field") }
        if isChunked {
            // RFC 9112 section 6.1: both together is how requests are smuggled; 1.0 knows no transfer coding.
            guard length == nil, !head.isVersion10 else { throw .malformed("the body's length is told in two ways") }
            head.framing = .chunked
        } else if let length, length > 0 {
            head.framing = .length(length)
        }
    }

    private static func decimal(_ buffer: [UInt8], _ range: Range<Int>) throws(RequestRefusal) -> Int {
        guard !range.isEmpty, range.count <= 18 else { throw .malformed("Content-Length is no number") }
        var value = 0
        for index in range {
            guard Token.isDigit(buffer[index]) else { throw .malformed("Content-Length is no number") }
            value = value * 10 + Int(buffer[index] - 0x30)
        }
        return value
    }

    /// `uri-host [":" port]` (RFC 9110 section 7.2), by its characters; may be empty.
    private static func checkHost(_ buffer: [UInt8], _ range: Range<Int>) throws(RequestRefusal) {
        for index in range {
            let byte = buffer[index]
            let isAllowed =
                Token.isToken(byte) || byte == 0x3A || byte == 0x5B || byte == 0x5D || byte == 0x28 || byte == 0x29
                || byte == 0x3B || byte == 0x3D
            guard isAllowed else { throw .malformed("the Host field holds what no host holds") }
        }
    }

    private static func readConnection(_ buffer: [UInt8], _ range: Range<Int>, into head: inout RequestHead) {
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, buffer[end] != 0x2C { end += 1 }
            var (low, high) = (start, end)
            while low < high, Token.isBlank(buffer[low]) { low += 1 }
            while high > low, Token.isBlank(buffer[high - 1]) { high -= 1 }
            if matches(buffer, low..<high, "close", folding: true) {
                head.keepsAlive = false
                return
            }
            if matches(buffer, low..<high, "keep-alive", folding: true) { head.keepsAlive = true }
            start = end + 1
        }
    }
}
