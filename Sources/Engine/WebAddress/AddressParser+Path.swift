extension AddressParser {
    // Spec: https://url.spec.whatwg.org/#path-start-state
    mutating func pathStart() {
        if isSpecial {
            if isSlash(peek()) { position += 1 }
            pathSegments()
        } else if peek() == UInt8(ascii: "/") {
            position += 1
            pathSegments()
        } else {
            queryAndFragment()
        }
    }

    /// Parses segments, from after a slash that is present or implied.
    ///
    /// Spec: <https://url.spec.whatwg.org/#path-state>
    mutating func pathSegments() {
        while true {
            let end = partEnd()
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
        let dots = Self.dots(segment)
        if dots == 2 { output.shortenPath() }
        if dots == 0 {
            output.segment(segment)
        } else if !hasSlash {
            output.segment([])
        }
    }

    /// 1 for a single-dot segment, 2 for a double-dot segment (`.` or `%2e`), else 0.
    ///
    /// Spec: <https://url.spec.whatwg.org/#single-dot-path-segment>
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        var rest = segment
        var count = 0
        while let first = rest.first {
            if first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if first == UInt8(ascii: "%"), rest.prefix(3).map({ $0.asciiLowercased }).elementsEqual("%2e".utf8) {
                rest = rest.dropFirst(3)
            } else {
                return 0
            }
            count += 1
            if count > 2 { return 0 }
        }
        return count
    }

    // Spec: https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
    mutating func opaquePath() {
        let end = input[position...].firstIndex(where: Self.endsPath) ?? input.count
        let path = input[position..<end]
        // A space before "?" or "#" would be trimmed if the query and the fragment were removed later, so it is
        // encoded.
        let endsInSpace = end < input.count && path.last == 0x20
        output.opaquePath(endsInSpace ? path.dropLast() : path, endsInSpace: endsInSpace)
        position = end
        queryAndFragment()
    }

    // Spec: https://url.spec.whatwg.org/#query-state
    mutating func queryAndFragment() {
        if peek() == UInt8(ascii: "?") {
            let start = position + 1
            position = input[start...].firstIndex(of: UInt8(ascii: "#")) ?? input.count
            output.query(input[start..<position])
        }
        fragment()
    }

    // Spec: https://url.spec.whatwg.org/#fragment-state
    mutating func fragment() {
        if peek() == UInt8(ascii: "#") { output.fragment(input[(position + 1)...]) }
    }
}
