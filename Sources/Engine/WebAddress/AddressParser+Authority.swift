extension AddressParser {
    /// Parses the authority, from after the two slashes.
    ///
    /// Spec: <https://url.spec.whatwg.org/#authority-state>; with `ignoringSlashes` also the state before it, which
    /// skips further slashes.
    mutating func authority(ignoringSlashes: Bool) throws(AddressError) {
        while ignoringSlashes && isSlash(peek()) { position += 1 }
        output.openAuthority()
        let end = partEnd()
        if let at = input[position..<end].lastIndex(of: UInt8(ascii: "@")) {
            credentials(position..<at)
            position = at + 1
            guard position < end else { throw missingHost(at: position, "a user name or password without a host") }
        }
        try hostAndPort(end: end)
        position = end
        pathStart()
    }

    private mutating func credentials(_ range: Range<Int>) {
        let colon = input[range].firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
        output.credentials(
            username: input[range.lowerBound..<colon],
            password: input[min(colon + 1, range.upperBound)..<range.upperBound])
    }

    // Spec: https://url.spec.whatwg.org/#host-state
    private mutating func hostAndPort(end: Int) throws(AddressError) {
        let hostEnd = portColon(position..<end) ?? end
        if position == hostEnd {
            if hostEnd < end { throw missingHost(at: position, "a port without a host") }
            if isSpecial { throw missingHost(at: position, "the host is empty") }
        }
        try host(position..<hostEnd)
        if hostEnd < end { try port(hostEnd + 1..<end) }
    }

    /// The offset of the first colon outside of brackets; nil if there is none.
    private func portColon(_ range: Range<Int>) -> Int? {
        var inBrackets = false
        for index in range {
            switch input[index] {
            case UInt8(ascii: "["): inBrackets = true
            case UInt8(ascii: "]"): inBrackets = false
            case UInt8(ascii: ":") where !inBrackets: return index
            default: break
            }
        }
        return nil
    }

    mutating func host(_ range: Range<Int>) throws(AddressError) {
        do throws(AddressError) {
            try output.host(input[range])
        } catch {
            var error = error
            error.offset += range.lowerBound
            throw error
        }
    }

    // Spec: https://url.spec.whatwg.org/#port-state
    private mutating func port(_ range: Range<Int>) throws(AddressError) {
        var value = 0
        for index in range {
            let byte = input[index]
            guard byte.isASCIIDigit else {
                throw AddressError(code: .invalidPort, offset: index, detail: "a port has only digits")
            }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            guard value <= Int(UInt16.max) else {
                throw AddressError(code: .invalidPort, offset: range.lowerBound, detail: "a port is at most 65535")
            }
        }
        let port = UInt16(value)
        if !range.isEmpty && port != output.parts.defaultPort { output.port(port) }
    }

    private func missingHost(at offset: Int, _ detail: String) -> AddressError {
        AddressError(code: .missingHost, offset: offset, detail: detail)
    }
}
