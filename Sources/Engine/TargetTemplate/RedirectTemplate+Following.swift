package import WebAddress

extension RedirectTemplate {
    /// The address that the redirect leads to (language.md section 5).
    ///
    /// - Parameters:
    ///   - value: The captures by name; nil for a name that is not captured.
    ///   - capturedQueryNames: Names of the incoming query items that the pattern captured; `keep` leaves them out.
    ///   - incoming: The address that was matched: the source of the query to keep and of the fragment to inherit.
    /// - Returns: The address. The caller compares it with the allow-list.
    /// - Throws: ``ExpansionError`` if an expression makes an empty, `.` or `..` path segment, or if the result is not
    ///   an address.
    package func follow(
        _ value: (String) -> TemplateValue?, capturedQueryNames: Set<String> = [], from incoming: Address
    ) throws(ExpansionError) -> Address {
        try template.expansion(value).address(
            query, from: incoming, hasTemplateAuthority: { $0.scheme == literalScheme && $0.host == literalHost },
            keeps: { name in
                !queryNames.contains { $0.utf8.elementsEqual(name.utf8) }
                    && !capturedQueryNames.contains { $0.utf8.elementsEqual(name.utf8) }
            })
    }
}

extension Expansion {
    /// The target address of an expanded template (language.md L5.5, L5.7, L5.8), also of a compiled one (RouteIndex).
    ///
    /// - Parameters:
    ///   - policy: How the query of the incoming address is used.
    ///   - incoming: The address that was matched.
    ///   - hasTemplateAuthority: Whether an address has the scheme and host of the template.
    ///   - keeps: Whether `keep` appends incoming query items of a form-decoded name: the template cannot set the name,
    ///     and the pattern does not capture it.
    /// - Returns: The address. The caller compares it with the allow-list.
    /// - Throws: ``ExpansionError`` if an expression makes an empty, `.` or `..` path segment, or if the result is not
    ///   an address.
    package func address(
        _ policy: QueryPolicy, from incoming: borrowing Address, hasTemplateAuthority: (borrowing Address) -> Bool,
        keeps: (String) -> Bool
    ) throws(ExpansionError) -> Address {
        guard bytes.count <= TemplateLimits.expansionBytesMax else {
            throw ExpansionError(code: .tooLong, detail: "the address would have \(bytes.count) bytes")
        }
        if !checkedRanges.isEmpty { try PathSegments(self).check() }
        let text = String(decoding: bytes, as: UTF8.self)
        var target: Address
        do throws(AddressError) {
            target = try Address(text)
        } catch {
            throw ExpansionError(code: .invalidAddress, detail: "\(text) is not an address: \(error.detail)")
        }
        guard hasTemplateAuthority(target), !target.hasCredentials else {
            throw ExpansionError(code: .invalidAddress, detail: "\(text) has another scheme or host than the template")
        }
        if policy == .keep, let query = Self.query(of: target, keeping: incoming.query, where: keeps) {
            target = target.withQuery(query)
        }
        if target.fragment == nil, let fragment = incoming.fragment { target = target.withFragment(fragment) }
        return target
    }

    /// The query of a target and the incoming items that are kept; nil if there are none of these.
    private static func query(
        of target: borrowing Address, keeping incoming: String?, where keeps: (String) -> Bool
    ) -> String? {
        guard let incoming, !incoming.isEmpty else { return nil }
        let kept = FormURLEncoded.items(incoming).filter { keeps($0.name) }
        guard !kept.isEmpty else { return nil }
        let own = target.query.map { $0.isEmpty ? [] : [$0] } ?? []
        return (own + kept.map { String($0.raw) }).joined(separator: "&")
    }
}

/// The path segments that expressions wrote in an expansion.
private struct PathSegments {
    private let expansion: Expansion
    /// The bytes of the path: from the end of the authority to the first `?` or `#`.
    private let path: Range<Int>

    init(_ expansion: Expansion) {
        let bytes = expansion.bytes
        self.expansion = expansion
        let colon = bytes.firstIndex(of: 0x3A) ?? bytes.count
        var start = min(colon + 1, bytes.count)
        if bytes[start...].starts(with: "//".utf8) {
            start = bytes[(start + 2)...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
        }
        path = start..<(bytes[start...].firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count)
    }

    /// Refuses an empty, `.` or `..` segment (also as `%2e`) that an expression wrote: it would change the directory
    /// (language.md L5.4).
    func check() throws(ExpansionError) {
        // No path: every expression after the authority expanded to nothing, and there is no segment to check.
        guard !path.isEmpty else { return }
        for range in expansion.checkedRanges
        where range.lowerBound >= path.lowerBound && range.upperBound <= path.upperBound {
            // An expression directly after the authority writes the first slash of the path.
            let writesSlash = range.lowerBound == path.lowerBound && expansion.bytes[path.lowerBound] == 0x2F
            if writesSlash, range.isEmpty { continue }
            let start =
                writesSlash
                ? path.lowerBound + 1
                : expansion.bytes[path.lowerBound..<range.lowerBound].lastIndex(of: 0x2F).map { $0 + 1 }
                    ?? path.lowerBound
            let end = expansion.bytes[range.upperBound..<path.upperBound].firstIndex(of: 0x2F) ?? path.upperBound
            for segment in expansion.bytes[start..<end].split(separator: 0x2F, omittingEmptySubsequences: false) {
                guard !Self.isEmptyOrDots(segment) else {
                    let text = String(decoding: segment, as: UTF8.self)
                    throw ExpansionError(
                        code: .unsafeSegment,
                        detail: "a captured value makes the path segment “\(text)”, which may not be empty, . or ..")
                }
            }
        }
    }

    /// Whether a segment is empty, `.` or `..`; each dot may be `%2e`.
    private static func isEmptyOrDots(_ segment: ArraySlice<UInt8>) -> Bool {
        var rest = segment
        var dots = 0
        while let first = rest.popFirst() {
            if first == 0x25, rest.count >= 2, rest.popFirst() == 0x32, let last = rest.popFirst(), last | 0x20 == 0x65
            {
                dots += 1
            } else if first == 0x2E {
                dots += 1
            } else {
                return false
            }
        }
        return dots <= 2
    }
}
