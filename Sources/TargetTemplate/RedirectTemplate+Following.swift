package import WebAddress

extension RedirectTemplate {
    /// The address a redirect leads to.
    ///
    /// - Parameters:
    ///   - value: The captures by name.
    ///   - capturedQueryNames: Names of incoming query items that the pattern captured; they are not kept.
    ///   - incoming: The address that was matched; gives the query to keep and the fragment to inherit.
    /// - Returns: The address, not yet compared with the allow-list.
    /// - Throws: ``ExpansionError`` where a path variable yields an empty, `.` or `..` segment, or the result is no
    ///   address.
    package func follow(
        _ value: (String) -> TemplateValue?, capturedQueryNames: Set<String> = [], from incoming: Address
    ) throws(ExpansionError) -> Address {
        let landing = RedirectLanding(query: query, incoming: incoming)
        return try landing.address(
            of: try template.expansion(value),
            isHome: { $0.scheme == literalScheme && $0.host == literalHost },
            keeps: { name in
                !queryNames.contains { $0.utf8.elementsEqual(name.utf8) }
                    && !capturedQueryNames.contains { $0.utf8.elementsEqual(name.utf8) }
            })
    }
}

/// Makes an address of an expansion, and checks it: the same for a template and for one compiled to another form.
package struct RedirectLanding {
    private let query: QueryPolicy
    private let incoming: Address

    /// Lands from an address that was matched, which gives the query to keep and the fragment to inherit.
    package init(query: QueryPolicy, incoming: Address) {
        self.query = query
        self.incoming = incoming
    }

    /// The address.
    ///
    /// - Parameters:
    ///   - expansion: What a template expanded to.
    ///   - isHome: Whether an address has the template's own scheme and host.
    ///   - keeps: Whether an incoming query item of that name is kept: neither the template's nor captured.
    /// - Returns: The address, not yet compared with the allow-list.
    /// - Throws: ``ExpansionError`` where a path variable yields an empty, `.` or `..` segment, or the result is no
    ///   address.
    package func address(
        of expansion: Expansion, isHome: (Address) -> Bool, keeps: (String) -> Bool
    ) throws(ExpansionError) -> Address {
        guard expansion.bytes.count <= TemplateLimits.expansionBytesMax else {
            throw ExpansionError(code: .tooLong, detail: "the address would have \(expansion.bytes.count) bytes")
        }
        try PathSegments(expansion).check()
        let text = String(decoding: expansion.bytes, as: UTF8.self)
        var target: Address
        do throws(AddressError) {
            target = try Address(text)
        } catch {
            throw ExpansionError(code: .invalidAddress, detail: "\(text) is no address: \(error.detail)")
        }
        guard isHome(target), !target.hasCredentials else {
            throw ExpansionError(code: .invalidAddress, detail: "\(text) leads to another host than the template's")
        }
        if query == .keep { target = keepingQuery(in: target, where: keeps) }
        if target.fragment == nil, let fragment = incoming.fragment { target = target.withFragment(fragment) }
        return target
    }

    private func keepingQuery(in target: Address, where keeps: (String) -> Bool) -> Address {
        guard let query = incoming.query, !query.isEmpty else { return target }
        let kept = FormURLEncoded.items(query).filter { keeps($0.name) }
        guard !kept.isEmpty else { return target }
        let own = target.query.map { $0.isEmpty ? [] : [$0] } ?? []
        return target.withQuery((own + kept.map { String($0.raw) }).joined(separator: "&"))
    }
}

/// The path of an expansion, cut into segments, with those that an expression wrote into.
private struct PathSegments {
    private let expansion: Expansion
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

    /// A segment that captured text makes empty, `.` or `..` (also as `%2e`) would climb out of where the rule leads.
    func check() throws(ExpansionError) {
        // Behind a bare authority everything may have expanded to nothing: that is no segment.
        guard !path.isEmpty else { return }
        for range in expansion.checkedRanges
        where range.lowerBound >= path.lowerBound && range.upperBound <= path.upperBound {
            // An expression directly behind the authority brings the path's own slash with it.
            let bringsSlash = range.lowerBound == path.lowerBound && expansion.bytes[path.lowerBound] == 0x2F
            if bringsSlash, range.isEmpty { continue }
            let start =
                bringsSlash
                ? path.lowerBound + 1
                : expansion.bytes[path.lowerBound..<range.lowerBound].lastIndex(of: 0x2F).map { $0 + 1 }
                    ?? path.lowerBound
            let end = expansion.bytes[range.upperBound..<path.upperBound].firstIndex(of: 0x2F) ?? path.upperBound
            for segment in expansion.bytes[start..<end].split(separator: 0x2F, omittingEmptySubsequences: false) {
                guard !Self.leavesItsPlace(segment) else {
                    let text = String(decoding: segment, as: UTF8.self)
                    throw ExpansionError(
                        code: .unsafeSegment,
                        detail: "a captured value makes the path segment “\(text)”, which would lead elsewhere")
                }
            }
        }
    }

    /// Whether a segment is empty, or one or two dots, each perhaps as `%2e`.
    private static func leavesItsPlace(_ segment: ArraySlice<UInt8>) -> Bool {
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
