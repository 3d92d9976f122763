/// Reads request heads (RFC 9112 sections 2 to 6), strictly: what is ambiguous is refused, never guessed.
///
/// Stages: request line; field lines, and what each says about host, body and connection (`+Meaning`); then what that
/// comes to. One pass
/// over the bytes, nothing is copied: a head is ranges into the region. This is the only reader of requests and takes
/// the only decision about where a body ends.
package struct RequestParser: Sendable {
    /// What reading came to.
    package enum Outcome: Sendable, Hashable {
        /// A whole head; the body begins at `head.end`.
        case complete
        /// The region ends within the head.
        case needMore
        /// These bytes are no request.
        case invalid(RequestRefusal)
    }

    /// The head that was read last; its ranges count from the region's start.
    package internal(set) var head = RequestHead()
    let limits: WireLimits

    /// Makes a parser.
    package init(limits: WireLimits = .standard) {
        self.limits = limits
        head.fields.places = Array(repeating: .none, count: limits.fieldsMax)
    }

    /// Reads one head from a position in the region.
    package mutating func parse(_ region: WireBytes, from start: Int = 0) -> Outcome {
        head.fields.endIndex = 0
        head.isGet = false
        head.isHead = false
        do throws(RequestRefusal) {
            guard let line = try skipEmptyLines(region, from: start),
                let fields = try parseLine(region, from: line, begin: start),
                let end = try parseFields(region, from: fields, begin: start)
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

    /// Reads one head from a position in an array.
    package mutating func parse(_ bytes: [UInt8], from start: Int) -> Outcome {
        var parser = self
        let outcome = bytes.withRegion { parser.parse($0, from: start) }
        self = parser
        return outcome
    }

    /// RFC 9112 section 2.2: a server should ignore at least one empty line before the request line.
    private func skipEmptyLines(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        var index = start
        while index < region.count, region[index] == 0x0D {
            guard index - start < limits.emptyLinesMax * 2 else { throw .malformed("too many empty lines") }
            guard index + 1 < region.count else { return nil }
            guard region[index + 1] == 0x0A else { throw .malformed("a carriage return stands alone") }
            index += 2
        }
        return index < region.count ? index : nil
    }

    /// RFC 9112 section 3: method, one space, target, one space, version, CR LF; returns where the fields begin.
    private mutating func parseLine(
        _ region: WireBytes, from start: Int, begin: Int
    ) throws(RequestRefusal) -> Int? {
        guard let target = try parseMethod(region, from: start) else { return nil }
        // RFC 3986: an address holds visible ASCII only; RFC 9112 section 3.2: no whitespace in a target.
        let index = region.visibleEnd(from: target)
        guard index - target <= limits.targetBytesMax else { throw RequestRefusal(414, "the target is too long") }
        guard index < region.count else { return nil }
        guard index > target, region[index] == 0x20 else { throw .malformed("the target holds what no address holds") }
        guard let end = try parseVersion(region, from: index + 1) else { return nil }
        try parseTarget(region, target..<index)
        return end
    }

    /// RFC 9112 section 3.1: a token, with case; returns where the target begins.
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
        // Known at once, so that even the refusal of a HEAD has no body (RFC 9110 section 9.3.2).
        head.isHead = region.matches(head.method, "HEAD")
        return index + 1
    }

    /// RFC 9112 section 2.3: `HTTP/` digit `.` digit, with case.
    @inline(__always)
    private mutating func parseVersion(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        if region.has("HTTP/1.1", at: start), region.has("\r\n", at: start + 8) {
            head.isVersion10 = false
            return start + 10
        }
        return try parseOtherVersion(region, from: start)
    }

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
        guard region[start + 5] == 0x31 else { throw RequestRefusal(505, "only HTTP/1.1 and 1.0 are spoken here") }
        head.isVersion10 = region[start + 7] == 0x30
        return start + 10
    }

    /// RFC 9112 section 5: field lines up to the empty line; returns where the head ends.
    private mutating func parseFields(
        _ region: WireBytes, from start: Int, begin: Int
    ) throws(RequestRefusal) -> Int? {
        let headBytesMax = limits.headBytesMax
        var places = head.fields.places.mutableSpan
        var taken = 0
        var meaning = Meaning()
        var index = start
        while index < region.count {
            let name = index
            index = Self.tokenEnd(region, from: index)
            guard index < region.count else { return nil }
            // Section 5.1: no blank between name and colon; section 5.2: no folded line.
            guard index > name, region[index] == 0x3A else {
                guard index == name else { throw .malformed("a field's name is malformed") }
                guard let end = try Self.headEnd(region, from: name) else { return nil }
                head.fields.endIndex = taken
                try conclude(meaning)
                return end
            }
            guard taken < places.count else { throw RequestRefusal(431, "there are too many fields") }
            guard index &- begin <= headBytesMax else { throw RequestRefusal(431, "the head is too long") }
            guard let end = try Self.lineEnd(region, from: index &+ 1) else { return nil }
            let (low, high) = Self.trimmed(region, index &+ 1, end)
            let field = RequestHead.Field(
                known: .named(region, name, index &- name), nameStart: name, nameEnd: index, valueStart: low,
                valueEnd: high)
            places[taken] = field
            taken &+= 1
            if field.known.isWire { try Self.read(region, field, &meaning) }
            index = end &+ 2
        }
        return nil
    }

    /// Where a head ends whose last line begins here; nil where bytes are missing.
    private static func headEnd(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        guard region[start] == 0x0D else { throw .malformed("a field's name is malformed") }
        guard start + 1 < region.count else { return nil }
        guard region[start + 1] == 0x0A else { throw .malformed("a carriage return stands alone") }
        return start + 2
    }

    /// Where a token ends; behind a name stands a colon, which is none of a token's characters.
    @inline(__always)
    private static func tokenEnd(_ region: WireBytes, from start: Int) -> Int {
        var index = region.nameEnd(from: start)
        guard index < region.count, region[index] != 0x3A else { return index }
        while index < region.count, Characters.isToken(region[index]) { index &+= 1 }
        return index
    }

    /// Where a field's line ends: the index of its CR, behind which its LF stands; nil where bytes are missing.
    @inline(__always)
    private static func lineEnd(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        let index = region.valueEnd(from: start)
        if region.has("\r\n", at: index) { return index }
        guard index < region.count else { return nil }
        // RFC 9110 section 5.5: CR, LF and NUL are dangerous; other controls are refused with them.
        guard region[index] == 0x0D else { throw .malformed("a field's value holds a control character") }
        guard index + 1 < region.count else { return nil }
        // RFC 9112 section 2.2: a bare LF is no line end, a bare CR none either.
        throw .malformed("a line does not end with CR LF")
    }

    /// RFC 9110 section 5.5: a value without the blanks around it.
    @inline(__always)
    private static func trimmed(_ region: WireBytes, _ start: Int, _ end: Int) -> (Int, Int) {
        var (low, high) = (start, end)
        while low < high, Characters.isBlank(region[low]) { low &+= 1 }
        while high > low, Characters.isBlank(region[high &- 1]) { high &-= 1 }
        return (low, high)
    }
}
