import WebAddress

/// How a redirect uses the query of the incoming address.
package enum QueryPolicy: String, Sendable, Hashable, CaseIterable {
    /// Appends the incoming items in order, except names that the template could set and names that were captured.
    case keep
    /// Uses the query of the template only.
    case drop
}

/// A redirect's template: absolute, with a literal scheme and authority (language.md section 5).
///
/// No variable can change the scheme or the host, so captured text cannot redirect a client to another host.
package struct RedirectTemplate: Sendable, Equatable {
    /// The URI template.
    package let template: Template
    /// How the incoming query is used.
    package let query: QueryPolicy
    /// The scheme, in lower case without the colon.
    package let literalScheme: String
    /// The serialised host; nil for an address without one, such as `tel:110`.
    package let literalHost: String?
    /// Form-decoded names of the query items that the template writes, or would write if its variables were bound.
    package let queryNames: [String]

    /// Parses a template.
    ///
    /// - Throws: ``TemplateError`` if the text is not a template or not absolute, if an expression is in the scheme or
    ///   the authority, or if the text before the first expression is not an address.
    package init(_ text: String, query: QueryPolicy = .keep) throws(TemplateError) {
        template = try Template(text)
        self.query = query
        let base = try TargetPrefix(template).address
        literalScheme = base.scheme
        literalHost = base.host
        queryNames = TemplateQueryNames(template).names
    }

    /// The text of the template.
    package var text: String { template.text }
}

/// The literal text of a template before its first expression.
private struct TargetPrefix {
    let address: Address

    init(_ template: Template) throws(TemplateError) {
        let text: String
        if case .literal(let literal) = template.parts.first { text = literal } else { text = "" }
        guard let colon = Self.schemeEnd(text) else {
            let isInScheme = !template.expressions.isEmpty && !text.contains { "/?#".contains($0) }
            throw TemplateError(
                code: isInScheme ? .expressionInAuthority : .notAbsolute, offset: 0,
                detail: "a redirect is a whole address, with scheme and host",
                hint: "begin with a literal scheme, such as https://shop.example/ or shop://home/")
        }
        let isClosed = Self.closesAuthority(text, after: colon)
        if !isClosed, let offset = Self.openOffset(template, behind: text, after: colon) {
            throw TemplateError(
                code: .expressionInAuthority, offset: offset,
                detail: "a variable in the scheme or the host could lead to any address",
                hint: "write the host as text, then /, ? or #, or a first expression such as {/name*} or {?name}")
        }
        do throws(AddressError) {
            address = try Address(text)
            // The parser reads https:////host as https://host: there the slash found above is not the end of a host.
            let longer = template.expressions.isEmpty ? address : try Address(text + (isClosed ? "x" : "/x"))
            guard longer.host == address.host, longer.port == address.port else {
                throw AddressError(
                    code: .missingHost, offset: colon + 1, detail: "exactly two slashes stand before the host")
            }
        } catch {
            throw TemplateError(
                code: .invalidAddress, offset: error.offset, detail: "\(text) is not an address: \(error.detail)",
                hint: "begin with a literal address, such as https://shop.example/")
        }
    }

    /// The byte index of the colon after a scheme; nil if the text does not begin with one.
    ///
    /// Spec: <https://url.spec.whatwg.org/#scheme-state>.
    private static func schemeEnd(_ text: String) -> Int? {
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: continue
            case 0x2B, 0x2D, 0x2E, 0x30...0x39: if index == 0 { return nil }
            case 0x3A: return index > 0 ? index : nil
            default: return nil
            }
        }
        return nil
    }

    /// The offset of the first part that could lengthen an authority that the first literal leaves open, or nil.
    ///
    /// An expression with the operator `/`, `?` or `#` expands to nothing or to text that begins with that character,
    /// whatever its values are (RFC 6570 section 3.2.1: *first* comes before the first defined value). So such
    /// expressions may follow `scheme://host`, one after another, if the text after the last one is missing or begins
    /// with `/`, `?` or `#`. Every expansion then is the literal followed by nothing or by a delimiter, and the
    /// authority is that of the literal. An empty host is refused: for special schemes the parser skips slashes after
    /// it (https://url.spec.whatwg.org/#special-authority-ignore-slashes-state) and would find another host.
    private static func openOffset(_ template: Template, behind text: String, after colon: Int) -> Int? {
        guard let first = template.expressions.first else { return nil }
        let rest = text.utf8.dropFirst(colon + 1)
        guard rest.starts(with: "//".utf8), rest.count > 2 else { return first.offset }
        var last = first
        for part in template.parts.dropFirst() {
            switch part {
            case .literal(let next): return isDelimiter(next.utf8.first) ? nil : last.offset
            case .expression(let expression):
                guard isDelimiter(expression.expansionOperator.rawValue) else { return expression.offset }
                last = expression
            }
        }
        return nil
    }

    private static func isDelimiter(_ byte: UInt8?) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }

    /// Whether the text has a `/`, `?` or `#` after the authority, so that what follows is path, query or fragment.
    ///
    /// Without `//` there is no authority only if the scheme is not special: the parser reads `https:/x` as host `x`.
    private static func closesAuthority(_ text: String, after colon: Int) -> Bool {
        let rest = text.utf8.dropFirst(colon + 1)
        guard rest.starts(with: "//".utf8) else {
            let isSpecial = SpecialScheme.isSpecial(text.prefix(colon).lowercased())
            return rest.first == 0x2F && !isSpecial || rest.contains { $0 == 0x3F || $0 == 0x23 }
        }
        return rest.dropFirst(2).contains { isDelimiter($0) }
    }
}

/// The names of the query items that a template writes, as text or by `{?…}` and `{&…}`.
private struct TemplateQueryNames {
    private(set) var names: [String] = []

    init(_ template: Template) {
        var isQuery = false
        for part in template.parts {
            switch part {
            case .literal(let text):
                // What stands behind a "#" is the fragment, also where it contains a "?".
                let scalars = text.unicodeScalars
                let fragment = scalars.firstIndex(of: "#")
                var query = scalars[..<(fragment ?? scalars.endIndex)]
                if isQuery {
                    // After an expression, "=" begins a value: it is no item with an empty name.
                    if query.first == "=" { query = query.drop { $0 != "&" } }
                } else if let mark = query.firstIndex(of: "?") {
                    query = query[query.index(after: mark)...]
                    isQuery = true
                }
                if isQuery { names += FormURLEncoded.items(Substring(query)).map({ $0.name }) }
                guard fragment == nil else { return }
            case .expression(let expression):
                guard expression.expansionOperator == .query || expression.expansionOperator == .continuation else {
                    continue
                }
                isQuery = true
                names += expression.variables.map { $0.name }
            }
        }
    }
}
