extension AddressParser {
    // Spec: https://url.spec.whatwg.org/#path-start-state
    mutating func pathStart() {
        if kind.isSpecial {
            if isSlash(peek()) { position += 1 }
            pathSegments()
        } else if peek() == UInt8(ascii: "/") {
            position += 1
            pathSegments()
        } else {
            queryAndFragment()
        }
    }

    /// Reads segments from just behind a slash, real or understood.
    ///
    /// Spec: <https://url.spec.whatwg.org/#path-state>
    mutating func pathSegments() {
        record.path.reserveCapacity(record.path.count + input.count - position + 1)
        while true {
            let end = input[position...].firstIndex { isSlash($0) || Self.endsPath($0) } ?? input.count
            let segment = input[position..<end]
            position = end
            let hasSlash = isSlash(peek())
            append(segment, hasSlash: hasSlash)
            if !hasSlash { break }
            position += 1
        }
        queryAndFragment()
    }

    private mutating func append(_ segment: ArraySlice<UInt8>, hasSlash: Bool) {
        switch Self.dots(segment) {
        case 2:
            shortenPath()
            if !hasSlash { record.path.append(UInt8(ascii: "/")) }
        case 1:
            if !hasSlash { record.path.append(UInt8(ascii: "/")) }
        default:
            let isDrive = kind == .file && record.path.isEmpty && Self.isDriveLetter(segment, normalized: false)
            record.path.append(UInt8(ascii: "/"))
            PercentEncoding.append(segment, encoding: PercentEncoding.EncodeSet.path.members, to: &record.path)
            if isDrive { record.path[2] = UInt8(ascii: ":") }
        }
    }

    /// 1 or 2 for a single- or double-dot segment, however its dots are written; else 0.
    ///
    /// Spec: <https://url.spec.whatwg.org/#single-dot-path-segment>
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        var rest = segment
        var count = 0
        while let first = rest.first {
            if first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if first == UInt8(ascii: "%"), rest.prefix(3).map(\.asciiLowercased).elementsEqual("%2e".utf8) {
                rest = rest.dropFirst(3)
            } else {
                return 0
            }
            count += 1
            if count > 2 { return 0 }
        }
        return count
    }

    // Spec: https://url.spec.whatwg.org/#shorten-a-urls-path
    mutating func shortenPath() {
        guard let slash = record.path.lastIndex(of: UInt8(ascii: "/")) else { return }
        if kind == .file && slash == 0 && Self.isDriveLetter(record.path.dropFirst(), normalized: true) { return }
        record.path.removeSubrange(slash...)
    }

    // Spec: https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
    mutating func opaquePath() {
        record.hasOpaquePath = true
        let end = input[position...].firstIndex(where: Self.endsPath) ?? input.count
        var path = input[position..<end]
        // A space before "?" or "#" would be lost if the query and the fragment were later removed.
        let endsInSpace = end < input.count && path.last == 0x20
        if endsInSpace { path = path.dropLast() }
        PercentEncoding.append(path, encoding: PercentEncoding.EncodeSet.c0Control.members, to: &record.path)
        if endsInSpace { PercentEncoding.appendEscape(of: 0x20, to: &record.path) }
        position = end
        queryAndFragment()
    }

    // Spec: https://url.spec.whatwg.org/#query-state and #fragment-state
    mutating func queryAndFragment() {
        if peek() == UInt8(ascii: "?") {
            let start = position + 1
            position = input[start...].firstIndex(of: UInt8(ascii: "#")) ?? input.count
            let set = kind.isSpecial ? PercentEncoding.EncodeSet.specialQuery : .query
            var query: [UInt8] = []
            PercentEncoding.append(input[start..<position], encoding: set.members, to: &query)
            record.query = query
        }
        if peek() == UInt8(ascii: "#") {
            var fragment: [UInt8] = []
            let members = PercentEncoding.EncodeSet.fragment.members
            PercentEncoding.append(input[(position + 1)...], encoding: members, to: &fragment)
            record.fragment = fragment
        }
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}
