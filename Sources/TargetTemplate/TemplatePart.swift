/// A piece of a template: text, or an expression in braces.
package enum TemplatePart: Sendable, Hashable {
    /// Text as it stands in an expansion: what is not allowed in an address is percent-encoded already.
    case literal(String)
    case expression(TemplateExpression)
}

/// An expression such as `{?x,y*}` (RFC 6570 section 2.2).
package struct TemplateExpression: Sendable, Hashable {
    /// How it expands.
    package var expansionOperator: ExpansionOperator
    /// Its variables, at least one.
    package var variables: [TemplateVariable]
    /// Where its brace stands, in UTF-8 bytes from the template's start.
    package var offset: Int
}

/// A variable with its modifiers (RFC 6570 section 2.3 and 2.4).
package struct TemplateVariable: Sendable, Hashable {
    /// The name.
    package var name: String
    /// `:n`: only so many characters of the value.
    package var prefixLength: Int?
    /// `*`: each member of a list or map by itself.
    package var isExploded = false
    /// Where the name stands, in UTF-8 bytes from the template's start.
    package var offset: Int

    /// A variable with its modifiers.
    package init(name: String, prefixLength: Int? = nil, isExploded: Bool = false, offset: Int = 0) {
        self.name = name
        self.prefixLength = prefixLength
        self.isExploded = isExploded
        self.offset = offset
    }
}

/// The operators of RFC 6570 section 2.2 with the properties of the table in appendix A.
package enum ExpansionOperator: UInt8, Sendable, Hashable, CaseIterable {
    case simple = 0
    case reserved = 0x2B
    case fragment = 0x23
    case label = 0x2E
    case path = 0x2F
    case parameter = 0x3B
    case query = 0x3F
    case continuation = 0x26

    /// What stands before the first value.
    var first: String {
        switch self {
        case .simple, .reserved: ""
        case .fragment: "#"
        case .label: "."
        case .path: "/"
        case .parameter: ";"
        case .query: "?"
        case .continuation: "&"
        }
    }

    /// What stands between values.
    var separator: String {
        switch self {
        case .simple, .reserved, .fragment: ","
        case .label: "."
        case .path: "/"
        case .parameter: ";"
        case .query, .continuation: "&"
        }
    }

    /// Whether values are written as `name=value`.
    var isNamed: Bool { self == .parameter || self == .query || self == .continuation }

    /// What follows the name of an empty value.
    var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }

    /// Whether the path of an address ends here: the operators `?`, `&` and `#`.
    var endsPath: Bool { self == .query || self == .continuation || self == .fragment }

    /// Whether reserved characters pass as they are.
    package var allowsReserved: Bool { self == .reserved || self == .fragment }
}
