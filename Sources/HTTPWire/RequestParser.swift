/// Reads request heads (RFC 9112 sections 2 to 6), strictly: what is ambiguous is refused, never guessed.
///
/// Stages: request line; field lines; then what the fields say about host, body and connection (`+Meaning`). One pass
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
        head.fields.reserveCapacity(limits.fieldsMax)
    }

    /// Reads one head from a position in the region.
    package mutating func parse(_ region: WireBytes, from start: Int = 0) -> Outcome {
        head.fields.removeAll(keepingCapacity: true)
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
            try readMeaning(region)
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
        var index = start
        while index < region.count, Characters.isToken(region[index]) { index &+= 1 }
        guard index - start <= limits.methodBytesMax else { throw RequestRefusal(501, "the method is unknown") }
        guard index < region.count else { return nil }
        guard index > start, region[index] == 0x20 else { throw .malformed("the method is not a token and a space") }
        head.method = start..<index
        // Known at once, so that even the refusal of a HEAD has no body (RFC 9110 section 9.3.2).
        head.isHead = region.matches(head.method, "HEAD")
        let target = index + 1
        index = target
        // RFC 3986: an address holds visible ASCII only; RFC 9112 section 3.2: no whitespace in a target.
        while index < region.count, region[index] &- 0x21 < 0x5E { index &+= 1 }
        guard index - target <= limits.targetBytesMax else { throw RequestRefusal(414, "the target is too long") }
        guard index < region.count else { return nil }
        guard index > target, region[index] == 0x20 else { throw .malformed("the target holds what no address holds") }
        guard let end = try parseVersion(region, from: index + 1) else { return nil }
        try parseTarget(region, target..<index)
        return end
    }

    /// RFC 9112 section 2.3: `HTTP/` digit `.` digit, with case.
    private mutating func parseVersion(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
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
        var index = start
        while index < region.count {
            let name = index
            index = Self.tokenEnd(region, from: index)
            guard index < region.count else { return nil }
            if index == name, region[index] == 0x0D {
                guard index + 1 < region.count else { return nil }
                guard region[index + 1] == 0x0A else { throw .malformed("a carriage return stands alone") }
                return index + 2
            }
            // Section 5.1: no blank between name and colon; section 5.2: no folded line.
            guard index > name, region[index] == 0x3A else { throw .malformed("a field's name is malformed") }
            guard head.fields.count < limits.fieldsMax else { throw RequestRefusal(431, "there are too many fields") }
            guard index - begin <= limits.headBytesMax else { throw RequestRefusal(431, "the head is too long") }
            let colon = index
            guard let end = try Self.valueEnd(region, from: colon + 1) else { return nil }
            // Section 2.2: a bare LF is no line end, a bare CR none either.
            guard region[end] == 0x0D, region[end + 1] == 0x0A else {
                throw .malformed("a line does not end with CR LF")
            }
            addField(region, name..<colon, (colon + 1)..<end)
            index = end + 2
        }
        return nil
    }

    /// Where a token ends: eight bytes at a time while they are letters and hyphens, as names are, then one by one.
    @inline(__always)
    private static func tokenEnd(_ region: WireBytes, from start: Int) -> Int {
        var index = start
        let tops: UInt64 = 0x8080_8080_8080_8080
        while index &+ 8 <= region.count {
            let word = region.word(at: index)
            // No sum below exceeds its byte, so no carry reaches the next one.
            let folded = (word | 0x2020_2020_2020_2020) & ~tops
            let letters = (folded &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(folded &+ 0x0505_0505_0505_0505)
            let apart = word ^ 0x2D2D_2D2D_2D2D_2D2D
            let hyphens = ~(((apart & ~tops) &+ ~tops) | apart)
            let others = ~((letters & ~word) | hyphens) & tops
            guard others == 0 else {
                index &+= others.trailingZeroBitCount &>> 3
                break
            }
            index &+= 8
        }
        while index < region.count, Characters.isToken(region[index]) { index &+= 1 }
        return index
    }

    /// Where a value's line ends: the index of the CR, of which the next byte is there too; nil where bytes are missing.
    @inline(__always)
    private static func valueEnd(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        var index = start
        // Eight at a time: stops at the first byte below 0x20 or 0x7F, wherever the carry cannot deceive.
        while index &+ 8 <= region.count {
            let word = region.word(at: index)
            let below = (word &- 0x2020_2020_2020_2020) & ~word
            let flipped = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let delete = (flipped &- 0x0101_0101_0101_0101) & ~flipped
            let hits = (below | delete) & 0x8080_8080_8080_8080
            if hits == 0 {
                index &+= 8
                continue
            }
            // The lowest hit is exact: a borrow only ever runs upwards.
            index &+= hits.trailingZeroBitCount &>> 3
            if region[index] == 0x09 { index &+= 1 } else { break }
        }
        while index < region.count, Characters.isValue(region[index]) { index &+= 1 }
        guard index < region.count else { return nil }
        // RFC 9110 section 5.5: CR, LF and NUL are dangerous; other controls are refused with them.
        guard region[index] == 0x0D else { throw .malformed("a field's value holds a control character") }
        return index + 1 < region.count ? index : nil
    }

    @inline(__always)
    private mutating func addField(_ region: WireBytes, _ name: Range<Int>, _ line: Range<Int>) {
        var (low, high) = (line.lowerBound, line.upperBound)
        while low < high, Characters.isBlank(region[low]) { low &+= 1 }
        while high > low, Characters.isBlank(region[high &- 1]) { high &-= 1 }
        head.fields.append(RequestHead.Field(known: .named(region, name), name: name, value: low..<high))
    }
}
