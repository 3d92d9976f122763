/// Reads request heads (RFC 9112 sections 2 to 6), strictly: what is ambiguous is refused, never guessed.
///
/// Stages: look for the end of the head; request line; field lines; then what the fields say about host, body and
/// connection. Nothing is copied: a head is ranges into the buffer.
package struct RequestParser: Sendable {
    /// What reading came to.
    package enum Outcome: Sendable {
        /// A whole head; the body begins at `head.end`.
        case complete
        /// The buffer ends within the head.
        case needMore
        /// These bytes are no request.
        case invalid(RequestRefusal)
    }

    /// The head that was read last.
    package private(set) var head = RequestHead()
    private let limits: WireLimits

    /// Makes a parser.
    package init(limits: WireLimits = .standard) { self.limits = limits }

    /// Reads one head from a position in the buffer.
    package mutating func parse(_ buffer: [UInt8], from start: Int) -> Outcome {
        var begin = start
        // RFC 9112 section 2.2: a server should ignore at least one empty line before the request line.
        while begin + 1 < buffer.count, begin - start < 4, buffer[begin] == 0x0D, buffer[begin + 1] == 0x0A {
            begin += 2
        }
        guard let end = Self.headEnd(buffer, from: begin) else {
            return unfinished(buffer, from: begin)
        }
        guard end - begin <= limits.headBytesMax else { return .invalid(RequestRefusal(431, "the head is too long")) }
        head.fields.removeAll(keepingCapacity: true)
        head.end = end
        do throws(RequestRefusal) {
            let next = try parseLine(buffer, from: begin)
            try parseFields(buffer, from: next, until: end - 2)
            try Self.readMeaning(buffer, into: &head)
            return .complete
        } catch {
            return .invalid(error)
        }
    }

    /// What can be said of a head that has not ended yet.
    private func unfinished(_ buffer: [UInt8], from begin: Int) -> Outcome {
        let count = buffer.count - begin
        if count > limits.headBytesMax { return .invalid(RequestRefusal(431, "the head is too long")) }
        // A first byte that begins no method will not get better: a TLS handshake, a probe.
        if count > 0, !Token.isToken(buffer[begin]), buffer[begin] != 0x0D {
            return .invalid(.malformed("this is no HTTP/1.1 request"))
        }
        return .needMore
    }

    /// Just after the empty line that ends the head.
    private static func headEnd(_ buffer: [UInt8], from start: Int) -> Int? {
        var index = start + 3
        while index < buffer.count {
            // Steps by what the last byte can be: CR LF CR LF has no other letters.
            switch buffer[index] {
            case 0x0A:
                if buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A, buffer[index - 3] == 0x0D { return index + 1 }
                // A bare LF would end a line for some recipients and not for others; it is found and refused later.
                if buffer[index - 1] == 0x0A { return index + 1 }
                index += 1
            case 0x0D: index += 1
            default: index += 2
            }
        }
        return nil
    }

    private mutating func parseLine(_ buffer: [UInt8], from start: Int) throws(RequestRefusal) -> Int {
        var index = start
        while index < head.end, Token.isToken(buffer[index]) { index += 1 }
        guard index > start, buffer[index] == 0x20 else { throw .malformed("the method is not a token") }
        guard index - start <= limits.methodBytesMax else { throw RequestRefusal(501, "the method is unknown") }
        head.method = start..<index
        let target = index + 1
        index = target
        while index < head.end, buffer[index] > 0x20, buffer[index] < 0x7F { index += 1 }
        guard index > target, buffer[index] == 0x20 else { throw .malformed("the target holds what no address holds") }
        guard index - target <= limits.targetBytesMax else { throw RequestRefusal(414, "the target is too long") }
        let version = index + 1
        guard version + 10 <= head.end, buffer[version + 8] == 0x0D, buffer[version + 9] == 0x0A else {
            throw .malformed("the version is malformed")
        }
        try parseVersion(buffer, version)
        try parseTarget(buffer, target..<index)
        return version + 10
    }

    private mutating func parseVersion(_ buffer: [UInt8], _ start: Int) throws(RequestRefusal) {
        let name: [UInt8] = [0x48, 0x54, 0x54, 0x50, 0x2F]  // "HTTP/"
        for offset in 0..<5 where buffer[start + offset] != name[offset] {
            throw .malformed("the version is malformed")
        }
        let (major, minor) = (buffer[start + 5], buffer[start + 7])
        guard Token.isDigit(major), buffer[start + 6] == 0x2E, Token.isDigit(minor) else {
            throw .malformed("the version is malformed")
        }
        guard major == 0x31 else { throw RequestRefusal(505, "only HTTP/1.1 and 1.0 are spoken here") }
        head.isVersion10 = minor == 0x30
    }

    /// RFC 9112 section 3.2: origin form, absolute form, asterisk form; authority form is CONNECT's.
    private mutating func parseTarget(_ buffer: [UInt8], _ target: Range<Int>) throws(RequestRefusal) {
        var path = target.lowerBound
        if buffer[path] == 0x2A, target.count == 1 {
            guard Self.matches(buffer, head.method, "OPTIONS") else { throw .malformed("* is only for OPTIONS") }
        } else if buffer[path] != 0x2F {
            guard !Self.matches(buffer, head.method, "CONNECT") else {
                throw RequestRefusal(501, "this server is no proxy")
            }
            guard let after = Self.absolutePath(buffer, target) else {
                throw .malformed("the target is neither a path nor an absolute address")
            }
            path = after
        }
        var question = path
        while question < target.upperBound, buffer[question] != 0x3F {
            guard buffer[question] != 0x23 else { throw .malformed("a target has no fragment") }
            question += 1
        }
        for index in question..<target.upperBound where buffer[index] == 0x23 {
            throw .malformed("a target has no fragment")
        }
        head.path = path..<question
        head.hasQuery = question < target.upperBound
        head.query = min(question + 1, target.upperBound)..<target.upperBound
    }

    /// Where the path of `http://host/path` begins.
    private static func absolutePath(_ buffer: [UInt8], _ target: Range<Int>) -> Int? {
        for scheme in ["http://", "https://"] {
            let end = target.lowerBound + scheme.utf8.count
            guard end < target.upperBound, matches(buffer, target.lowerBound..<end, scheme, folding: true) else {
                continue
            }
            var index = end
            while index < target.upperBound, buffer[index] != 0x2F, buffer[index] != 0x3F { index += 1 }
            return index > end && index < target.upperBound && buffer[index] == 0x2F ? index : nil
        }
        return nil
    }

    private mutating func parseFields(_ buffer: [UInt8], from start: Int, until end: Int) throws(RequestRefusal) {
        var index = start
        while index < end {
            guard head.fields.count < limits.fieldsMax else { throw RequestRefusal(431, "there are too many fields") }
            let name = index
            while index < end, Token.isToken(buffer[index]) { index += 1 }
            // RFC 9112 section 5.1: no blank between name and colon; section 5.2: no folded lines.
            guard index > name, index < end, buffer[index] == 0x3A else {
                throw .malformed("a field's name is malformed")
            }
            let nameEnd = index
            index += 1
            while index < end, Token.isBlank(buffer[index]) { index += 1 }
            let value = index
            while index < end, buffer[index] != 0x0D {
                guard Token.isValue(buffer[index]) else {
                    throw .malformed("a field's value holds a control character")
                }
                index += 1
            }
            guard index + 1 < buffer.count, buffer[index] == 0x0D, buffer[index + 1] == 0x0A else {
                throw .malformed("a line does not end with CR LF")
            }
            var valueEnd = index
            while valueEnd > value, Token.isBlank(buffer[valueEnd - 1]) { valueEnd -= 1 }
            let known = KnownField.named(buffer, name..<nameEnd)
            head.fields.append(RequestHead.Field(known: known, name: name..<nameEnd, value: value..<valueEnd))
            index += 2
        }
        guard index == end else { throw .malformed("the head does not end with an empty line") }
    }

    /// Whether a range holds exactly a text.
    static func matches(_ buffer: [UInt8], _ range: Range<Int>, _ text: String, folding: Bool = false) -> Bool {
        guard range.count == text.utf8.count else { return false }
        var index = range.lowerBound
        for letter in text.utf8 {
            let byte = buffer[index]
            guard byte == letter || (folding && byte | 0x20 == letter) else { return false }
            index += 1
        }
        return true
    }
}
