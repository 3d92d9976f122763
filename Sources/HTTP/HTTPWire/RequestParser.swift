/// Parses request heads (RFC 9112 sections 2 to 6) strictly: an ambiguous head is refused.
///
/// Stages: request line (and `+Target`); field lines (`+Fields`), with the facts about host, body and connection
/// (`+Meaning`); then all fields together. One pass over the bytes, sixteen at a time, without a copy: a head is ranges
/// into the region. This is the only parser of requests and the only code that decides where a body ends.
package struct RequestParser: Sendable {
    /// The result of parsing.
    package enum Outcome: Sendable, Hashable {
        /// A whole head; the body begins at `head.end`.
        case complete
        /// The region ends within the head.
        case needMore
        /// The bytes are not a valid request.
        case invalid(RequestRefusal)
    }

    /// The head that was parsed last; its ranges count from the region's start.
    package internal(set) var head = RequestHead()
    let limits: WireLimits

    /// Makes a parser.
    package init(limits: WireLimits = .standard) {
        precondition(limits.fieldsMax < 256, "fields are counted in one byte")
        self.limits = limits
        head.fields.places = Array(repeating: .none, count: limits.fieldsMax)
    }

    /// Parses one head from a position in the region.
    package mutating func parse(_ region: WireBytes, from start: Int = 0) -> Outcome {
        head.fields.endIndex = 0
        head.isGet = false
        head.isHead = false
        // Bytes after the longest head are ignored, so that the answer does not depend on whether they have arrived.
        let region =
            region.count &- start > limits.headBytesMax ? region.first(start + limits.headBytesMax + 1) : region
        do throws(RequestRefusal) {
            guard let line = try Self.skipEmptyLines(region, from: start, linesMax: limits.emptyLinesMax),
                let fields = try parseLine(region, from: line, begin: start),
                let end = try readFields(region, from: fields, begin: start)
            else {
                // RFC 6585 section 5.
                guard region.count - start <= limits.headBytesMax else {
                    throw RequestRefusal(431, "the head is too long")
                }
                return .needMore
            }
            head.end = end
            guard end - start <= limits.headBytesMax else { throw RequestRefusal(431, "the head is too long") }
            return .complete
        } catch {
            return .invalid(error)
        }
    }

    /// Parses one head from a position in an array.
    package mutating func parse(_ bytes: [UInt8], from start: Int) -> Outcome {
        var parser = self
        let outcome = bytes.withRegion { parser.parse($0, from: start) }
        self = parser
        return outcome
    }

    /// RFC 9112 section 2.2: a server should ignore at least one empty line before the request line.
    @inline(__always)
    private static func skipEmptyLines(
        _ region: WireBytes, from start: Int, linesMax: Int
    ) throws(RequestRefusal) -> Int? {
        var index = start
        while region.holds(0x0D, at: index) {
            guard index - start < linesMax * 2 else { throw .malformed("too many empty lines") }
            guard index + 1 < region.count else { return nil }
            guard region[index + 1] == 0x0A else { throw .malformed("a carriage return has no line feed after it") }
            index += 2
        }
        return index < region.count ? index : nil
    }

    /// RFC 9112 section 3: method, one space, target, one space, version, CR LF; returns the start of the fields.
    private mutating func parseLine(
        _ region: WireBytes, from start: Int, begin: Int
    ) throws(RequestRefusal) -> Int? {
        guard let target = try parseMethod(region, from: start) else { return nil }
        // RFC 3986: an address contains visible ASCII only; RFC 9112 section 3.2: no whitespace in a target.
        let question = region.pathEnd(from: target)
        // Nearly always there is no query.
        let index = region.holds(0x20, at: question) ? question : region.visibleEnd(from: question)
        guard index - target <= limits.targetBytesMax else { throw RequestRefusal(414, "the target is too long") }
        guard index < region.count else { return nil }
        guard index > target, region[index] == 0x20 else {
            throw .malformed("the target contains a character that is not allowed")
        }
        guard let end = try parseVersion(region, from: index + 1) else { return nil }
        try parseTarget(region, target..<index, question: question)
        return end
    }

    /// RFC 9112 section 3.1: a token, case-sensitive; returns the start of the target.
    private mutating func parseMethod(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        if region.has("GET ", at: start) {
            head.isGet = true
            head.method = start..<(start + 3)
            return start + 4
        }
        var index = start
        while index < region.count, Characters.isToken(region[index]) { index &+= 1 }
        guard index - start <= limits.methodBytesMax else { throw RequestRefusal(501, "the method is unknown") }
        guard index < region.count else { return nil }
        guard index > start, region[index] == 0x20 else { throw .malformed("the method is not a token and a space") }
        head.method = start..<index
        // Set first, so that the refusal of a HEAD has no body either (RFC 9110 section 9.3.2).
        head.isHead = region.matches(head.method, "HEAD")
        return index + 1
    }

    /// RFC 9112 section 2.3: `HTTP/` digit `.` digit, case-sensitive.
    @inline(__always)
    private mutating func parseVersion(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        if region.has("HTTP/1.1", at: start), region.has("\r\n", at: start + 8) {
            head.isVersion10 = false
            return start + 10
        }
        return try parseOtherVersion(region, from: start)
    }

    /// RFC 9112 section 2.3: `HTTP-version = "HTTP/" DIGIT "." DIGIT`, and the line's end after it.
    private mutating func parseOtherVersion(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        for offset in 0..<10 {
            guard start + offset < region.count else { return nil }
            let byte = region[start + offset]
            let isRight =
                switch offset {
                case 0: byte == 0x48
                case 1, 2: byte == 0x54
                case 3: byte == 0x50
                case 4: byte == 0x2F
                case 6: byte == 0x2E
                case 8: byte == 0x0D
                case 9: byte == 0x0A
                default: Characters.isDigit(byte)
                }
            guard isRight else { throw .malformed("the request line does not end in a version and CR LF") }
        }
        // RFC 9110 section 15.6.6: other major versions are another protocol.
        guard region[start + 5] == 0x31 else { throw RequestRefusal(505, "only HTTP/1.1 and HTTP/1.0 are supported") }
        head.isVersion10 = region[start + 7] == 0x30
        return start + 10
    }
}
