extension RequestParser {
    /// Facts about host, body and connection from the fields parsed so far.
    struct Meaning {
        fileprivate var hosts = 0
        fileprivate var length: Int?
        fileprivate var codings = 0
        fileprivate var isClosing = false
        fileprivate var isKeptAlive = false
        fileprivate var expectsContinue = false
    }

    /// Applies the facts of all fields together.
    mutating func conclude(_ meaning: Meaning) throws(RequestRefusal) {
        // RFC 9112 section 3.2: exactly one Host, and none missing in HTTP/1.1.
        guard meaning.hosts == 1 || (meaning.hosts == 0 && head.isVersion10) else {
            throw .malformed("there must be one Host field")
        }
        // RFC 9112 section 9.3: close wins; HTTP/1.0 stays open only on request.
        head.keepsAlive = !meaning.isClosing && (meaning.isKeptAlive || !head.isVersion10)
        // RFC 9110 section 10.1.1: ignored in HTTP/1.0.
        head.expectsContinue = meaning.expectsContinue && !head.isVersion10
        head.framing = .none
        if meaning.codings > 0 {
            // RFC 9112 section 6.1: both together are used for request smuggling; HTTP/1.0 has no transfer coding.
            guard meaning.length == nil, !head.isVersion10 else {
                throw .malformed("the body has both Content-Length and Transfer-Encoding")
            }
            head.framing = .chunked
        } else if let length = meaning.length, length > 0 {
            head.framing = .length(length)
        }
    }

    /// Applies one field.
    static func read(
        _ region: WireBytes, _ field: RequestHead.Field, _ meaning: inout Meaning
    ) throws(RequestRefusal) {
        switch field.known {
        case .host:
            meaning.hosts += 1
            try checkAuthority(region, field.value)
        case .contentLength:
            // RFC 9112 section 6.3: several values are refused, even equal ones.
            guard meaning.length == nil else { throw .malformed("Content-Length occurs twice") }
            meaning.length = try decimal(region, field.value)
        case .transferEncoding:
            meaning.codings += 1
            try checkCoding(region, field.value, isFirst: meaning.codings == 1)
        case .connection: readConnection(region, field.value, &meaning)
        case .expect:
            // RFC 9110 section 10.1.1: the only expectation that is defined.
            guard region.matchesFolding(field.value, "100-continue") else {
                throw RequestRefusal(417, "the only supported expectation is 100-continue")
            }
            meaning.expectsContinue = true
        default: break
        }
    }

    /// RFC 9112 section 6.1: chunked, once, and nothing else.
    private static func checkCoding(
        _ region: WireBytes, _ value: Range<Int>, isFirst: Bool
    ) throws(RequestRefusal) {
        guard isFirst else { throw .malformed("Transfer-Encoding occurs twice") }
        if region.matchesFolding(value, "chunked") { return }
        // Another single word is a coding that is not implemented (501); anything else is malformed (400).
        for index in value where !Characters.isToken(region[index]) {
            throw .malformed("the transfer codings are ambiguous")
        }
        guard !value.isEmpty else { throw .malformed("the transfer coding is empty") }
        throw RequestRefusal(501, "the only supported transfer coding is chunked")
    }

    /// RFC 9110 section 8.6: `1*DIGIT`; numbers of more than 18 digits are refused.
    private static func decimal(_ region: WireBytes, _ range: Range<Int>) throws(RequestRefusal) -> Int {
        guard !range.isEmpty, range.count <= 18 else { throw .malformed("Content-Length is not a number") }
        var value = 0
        for index in range {
            let byte = region[index]
            guard Characters.isDigit(byte) else { throw .malformed("Content-Length is not a number") }
            value = value &* 10 &+ Int(byte &- 0x30)
        }
        return value
    }

    /// RFC 9110 section 7.6.1: a list of words without regard to case.
    private static func readConnection(_ region: WireBytes, _ range: Range<Int>, _ meaning: inout Meaning) {
        // Nearly always there is one word.
        if region.matchesFolding(range, "keep-alive") {
            meaning.isKeptAlive = true
            return
        }
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            while end < range.upperBound, region[end] != 0x2C { end &+= 1 }
            var (low, high) = (start, end)
            while low < high, Characters.isBlank(region[low]) { low &+= 1 }
            while high > low, Characters.isBlank(region[high &- 1]) { high &-= 1 }
            if region.matchesFolding(low..<high, "close") { meaning.isClosing = true }
            if region.matchesFolding(low..<high, "keep-alive") { meaning.isKeptAlive = true }
            start = end + 1
        }
    }
}
