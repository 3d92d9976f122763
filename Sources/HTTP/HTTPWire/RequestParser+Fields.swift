extension RequestParser {
    /// RFC 9112 section 5: field lines up to the empty line; returns the end of the head.
    mutating func readFields(_ region: WireBytes, from start: Int, begin: Int) throws(RequestRefusal) -> Int? {
        let last = begin &+ limits.headBytesMax
        var places = head.fields.places.mutableSpan
        var firsts = SIMD32<UInt8>.zero
        var repeated: UInt32 = 0
        var taken = 0
        var meaning = Meaning()
        var index = start
        while true {
            let nameStart = index
            if region.holds(0x0D, at: index) {
                guard let end = try Self.headEnd(region, from: index) else { return nil }
                head.fields.endIndex = taken
                head.fields.firsts = firsts
                head.fields.repeated = repeated
                try conclude(meaning)
                return end
            }
            let name = FieldName(region, at: index)
            index &+= name.count
            var known = KnownField.other
            if region.holds(0x3A, at: index), name.count > 0 {
                known = .named(name)
            } else {
                index = Self.tokenEnd(region, from: index)
                guard index < region.count else { return nil }
                // Section 5.1: no space between name and colon; section 5.2: no folded line.
                guard index > nameStart, region[index] == 0x3A else { throw .malformed("a field's name is malformed") }
                known = .longNamed(region, nameStart..<index)
            }
            guard taken < places.count else { throw RequestRefusal(431, "there are too many fields") }
            guard index <= last else { throw RequestRefusal(431, "the head is too long") }
            // RFC 9110 section 5.5: white space around a value is not a part of it.
            // Nearly always there is one space before it and none after it.
            var low = region.holds(0x20, at: index &+ 1) ? index &+ 2 : index &+ 1
            if low < region.count, region[low] <= 0x20 { low = Self.blankEnd(region, from: low) }
            var end = region.plainEnd(from: low)
            if !region.has("\r\n", at: end) {
                guard let rough = try Self.roughEnd(region, from: end) else { return nil }
                end = rough
            }
            let high = region[end &- 1] <= 0x20 ? Self.blankStart(region, before: end, from: low) : end
            let field = RequestHead.Field(
                known: known, nameStart: nameStart, nameEnd: index, valueStart: low, valueEnd: high)
            places[taken] = field
            taken += 1
            index = end &+ 2
            guard known.rawValue != KnownField.other.rawValue else { continue }
            let place = Int(known.rawValue)
            if firsts[place] == 0 {
                firsts[place] = UInt8(truncatingIfNeeded: taken)
            } else {
                repeated |= 1 &<< UInt32(known.rawValue)
            }
            if known.isWire { try Self.read(region, field, &meaning) }
        }
    }

    /// The end of a head if an empty line begins here with a carriage return; nil if bytes are missing (RFC 9112
    /// section 2.2: a carriage return alone does not end a line).
    private static func headEnd(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        guard start + 1 < region.count else { return nil }
        guard region[start + 1] == 0x0A else { throw .malformed("a carriage return has no line feed after it") }
        return start + 2
    }

    /// The end of the run of spaces and tabs that begins at an index.
    @inline(never)
    private static func blankEnd(_ region: WireBytes, from start: Int) -> Int {
        var index = start
        while index < region.count, Characters.isBlank(region[index]) { index &+= 1 }
        return index
    }

    /// The start of the run of spaces and tabs that ends at an index, within the value.
    @inline(never)
    private static func blankStart(_ region: WireBytes, before end: Int, from start: Int) -> Int {
        var index = end
        while index > start, Characters.isBlank(region[index &- 1]) { index &-= 1 }
        return index
    }

    /// The end of a token; a colon is not a character of a token.
    private static func tokenEnd(_ region: WireBytes, from start: Int) -> Int {
        var index = start
        while index < region.count, Characters.isToken(region[index]) { index &+= 1 }
        return index
    }

    /// The end of a line from a byte on that is neither visible ASCII nor a space: the index of its CR before an LF;
    /// nil if bytes are missing.
    @inline(never)
    private static func roughEnd(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int? {
        var index = start
        // RFC 9110 section 5.5: CR, LF and NUL are dangerous; other control characters are refused as well.
        while index < region.count, Characters.isValue(region[index]) { index = region.plainEnd(from: index + 1) }
        guard index < region.count else { return nil }
        guard region[index] == 0x0D else { throw .malformed("a field's value contains a control character") }
        guard index + 1 < region.count else { return nil }
        // RFC 9112 section 2.2: neither a bare LF nor a bare CR ends a line.
        guard region[index + 1] == 0x0A else { throw .malformed("a line does not end with CR LF") }
        return index
    }
}
