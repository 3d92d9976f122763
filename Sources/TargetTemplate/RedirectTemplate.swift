import WebAddress

/// A template that a redirect may use: absolute, and literal up to the end of its authority.
///
/// No variable can change the scheme or the host, so no captured text can send a client to another one.
package struct RedirectTemplate: Sendable, Hashable {
    /// The template as it was given.
    package let template: Template
    /// What becomes of the incoming query.
    package let query: QueryPolicy
    /// The scheme, in lower case without the colon.
    package let literalScheme: String
    /// The serialised host; nil for an address without one, such as `tel:110`.
    package let literalHost: String?
    /// Names of query items that the template writes or could write.
    package let queryNames: Set<String>

    /// Reads a template under the rules for redirects.
    ///
    /// - Throws: ``TemplateError``: not a template, not absolute, an expression in scheme or authority, or a literal
    ///   part that is no address.
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

/// The literal beginning of a redirect's template, up to where expressions may start.
private struct TargetPrefix {
    let address: Address

    init(_ template: Template) throws(TemplateError) {
        let text: String
        if case .literal(let literal) = template.parts.first { text = literal } else { text = "" }
        guard let colon = Self.schemeEnd(text) else {
            let isInScheme = !template.expressions.isEmpty && !text.contains { "/?#".contains($0) }
            throw TemplateError(
                code: isInScheme ? .expressionInAuthority : .notAbsolute, offset: 0,
                detail: "a redirect leads to a whole address",
                hint: "begin with a literal scheme, such as https://shop.example/ or shop://home/")
        }
        let isClosed = Self.closesAuthority(text, after: colon)
        if !isClosed, let offset = Self.openOffset(template, behind: text, after: colon) {
            throw TemplateError(
                code: .expressionInAuthority, offset: offset,
                detail: "a variable may not stand in the scheme or the host, where it could lead anywhere",
                hint: "write the host as text, then /, ? or #, or a first expression such as {/name*} or {?name}")
        }
        do throws(AddressError) {
            address = try Address(text)
            // The parser reads https:////host like https://host, so that the slash above closed nothing.
            let longer = template.expressions.isEmpty ? address : try Address(text + (isClosed ? "x" : "/x"))
            guard longer.host == address.host, longer.port == address.port else {
                throw AddressError(code: .missingHost, offset: colon + 1, detail: "the host begins after two slashes")
            }
        } catch {
            throw TemplateError(
                code: .invalidAddress, offset: error.offset, detail: "\(text) is no address: \(error.detail)",
                hint: "begin with a literal address, such as https://shop.example/")
        }
    }

    /// The index of the colon after a scheme (https://url.spec.whatwg.org/#scheme-state).
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

    /// Where a part stands that could lengthen an authority which the first literal leaves open; nil where none can.
    ///
    /// An expression with the operator `/`, `?` or `#` expands to nothing or to text that begins with that character
    /// (RFC 6570 section 3.2.1: *first* stands before the first defined value), whatever its values are. So behind
    /// `scheme://host` such expressions may stand, one after the other, until one of them is followed by text that
    /// begins with a delimiter itself, or by the end. Then each expansion is the literal, and behind it nothing or a
    /// delimiter: the authority is the literal's. An empty host is left out: slashes behind it are skipped for special
    /// schemes (https://url.spec.whatwg.org/#special-authority-ignore-slashes-state) and would find another host.
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

    /// Whether a `/`, `?` or `#` stands after the authority, so that what follows can only be path, query or fragment.
    ///
    /// Without `//` only a scheme that is not special has no authority: `https:/x` is a host to the parser.
    private static func closesAuthority(_ text: String, after colon: Int) -> Bool {
        let rest = text.utf8.dropFirst(colon + 1)
        guard rest.starts(with: "//".utf8) else {
            let isSpecial = SpecialScheme.isSpecial(text.prefix(colon).lowercased())
            return rest.first == 0x2F && !isSpecial || rest.contains { $0 == 0x3F || $0 == 0x23 }
        }
        return rest.dropFirst(2).contains { isDelimiter($0) }
    }
}

/// The names of the query items that a template writes as text or through `{?…}` and `{&…}`.
private struct TemplateQueryNames {
    private(set) var names: Set<String> = []

    init(_ template: Template) {
        var isQuery = false
        for part in template.parts {
            switch part {
            case .literal(let text):
                var query = Substring(text)
                if !isQuery {
                    guard let mark = text.firstIndex(of: "?") else { continue }
                    query = text[text.index(after: mark)...]
                    isQuery = true
                }
                query = query.prefix { $0 != "#" }
                names.formUnion(FormURLEncoded.items(query).map(\.name))
            case .expression(let expression):
                guard expression.expansionOperator == .query || expression.expansionOperator == .continuation else {
                    continue
                }
                isQuery = true
                names.formUnion(expression.variables.map(\.name))
            }
        }
        names.remove("")
    }
}
