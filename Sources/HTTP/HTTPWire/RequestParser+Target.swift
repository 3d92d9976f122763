extension RequestParser {
    /// RFC 9112 section 3.2: origin form, absolute form, asterisk form; the authority form is only for CONNECT.
    ///
    /// - Parameters:
    ///   - region: the bytes.
    ///   - target: the range of the target.
    ///   - question: the index of its first `?` or `#`, or its end.
    /// - Throws: why it is malformed.
    mutating func parseTarget(_ region: WireBytes, _ target: Range<Int>, question: Int) throws(RequestRefusal) {
        var path = target.lowerBound
        var pathEndsAtAuthority = false
        head.authority = 0..<0
        if region[path] == 0x2A, target.count == 1 {
            // Section 3.2.4: only a server-wide OPTIONS has this form.
            guard region.matches(head.method, "OPTIONS") else { throw .malformed("the target * is only for OPTIONS") }
        } else if region[path] != 0x2F {
            guard !region.matches(head.method, "CONNECT") else { throw RequestRefusal(501, "this server is no proxy") }
            path = try authorityEnd(region, target)
            pathEndsAtAuthority = path == target.upperBound || region[path] != 0x2F
        }
        // RFC 9112 section 3.2: a target has no fragment.
        head.hasQuery = question < target.upperBound
        guard !head.hasQuery || region.index(of: 0x23, in: question..<target.upperBound) == target.upperBound else {
            throw .malformed("a target has no fragment")
        }
        // RFC 3986 section 6.2.3: an empty path is "/", for which the range of the scheme's second slash is used.
        head.path = pathEndsAtAuthority ? slash(region, target) : path..<question
        head.query = min(question + 1, target.upperBound)..<target.upperBound
    }

    /// The second slash of `http://`.
    private func slash(_ region: WireBytes, _ target: Range<Int>) -> Range<Int> {
        var index = target.lowerBound
        while region[index] != 0x2F { index &+= 1 }
        return (index + 1)..<(index + 2)
    }

    /// Section 3.2.2, absolute form: the end of `http://host:port`.
    private mutating func authorityEnd(_ region: WireBytes, _ target: Range<Int>) throws(RequestRefusal) -> Int {
        var authority = target.lowerBound
        for length in [7, 8] {
            let end = target.lowerBound + length
            guard end <= target.upperBound else { break }
            let scheme = target.lowerBound..<end
            if region.matchesFolding(scheme, "http://") || region.matchesFolding(scheme, "https://") { authority = end }
        }
        guard authority > target.lowerBound else {
            throw .malformed("the target is neither a path nor an absolute address")
        }
        var end = authority
        while end < target.upperBound, region[end] != 0x2F, region[end] != 0x3F, region[end] != 0x23 { end &+= 1 }
        // RFC 9110 section 4.2.1: an http address with an empty host is invalid; section 4.2.4: no user information.
        guard end > authority else { throw .malformed("the target has no host") }
        try Self.checkAuthority(region, authority..<end)
        head.authority = authority..<end
        return end
    }

    /// RFC 9110 section 7.2: `uri-host [":" port]`, RFC 3986 section 3.2.2; may be empty in a Host field.
    static func checkAuthority(_ region: WireBytes, _ range: Range<Int>) throws(RequestRefusal) {
        var index = range.lowerBound
        if index < range.upperBound, region[index] == 0x5B {
            index += 1
            let start = index
            while index < range.upperBound, Characters.bracketed.contains(region[index]) { index += 1 }
            guard index > start, index < range.upperBound, region[index] == 0x5D else {
                throw .malformed("a bracketed host is malformed")
            }
            index += 1
        } else {
            index = min(region.hostEnd(from: index), range.upperBound)
            if index < range.upperBound, region[index] != 0x3A {
                while index < range.upperBound, Characters.registeredName.contains(region[index]) { index &+= 1 }
            }
        }
        guard index < range.upperBound else { return }
        guard region[index] == 0x3A, index > range.lowerBound else {
            throw .malformed("the host contains a character that is not allowed")
        }
        index += 1
        var port = 0
        while index < range.upperBound {
            let digit = region[index] &- 0x30
            guard digit < 10 else { throw .malformed("the port is not a number") }
            port = min(port &* 10 &+ Int(digit), 1 << 20)
            index &+= 1
        }
        guard port < 1 << 16 else { throw .malformed("the port is too large") }
    }
}
