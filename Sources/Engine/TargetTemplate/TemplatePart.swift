/// A part of a template: literal text, or an expression in braces.
package enum TemplatePart: Sendable, Equatable {
    /// Text as it is expanded: characters beyond ASCII are percent-encoded.
    case literal(String)
    case expression(TemplateExpression)
}

/// An expression such as `{?x,y*}` (RFC 6570 section 2.2).
package struct TemplateExpression: Sendable, Equatable {
    /// The operator, which determines how values are expanded.
    package var expansionOperator: ExpansionOperator
    /// The variables, at least one.
    package var variables: [TemplateVariable]
    /// The position of its opening brace in the template, in UTF-8 bytes.
    var offset: Int
}

/// A variable with its modifiers (RFC 6570 section 2.3 and 2.4).
package struct TemplateVariable: Sendable, Equatable {
    /// The name.
    package var name: String
    /// `:n`: the number of Unicode scalars of the value that are expanded; nil for all.
    package var prefixLength: Int?
    /// `*`: each member of a list or map is expanded as a value of its own.
    package var isExploded = false
    /// The position of the name in the template, in UTF-8 bytes.
    var offset: Int

    /// Creates a variable.
    package init(name: String, prefixLength: Int? = nil, isExploded: Bool = false, offset: Int = 0) {
        self.name = name
        self.prefixLength = prefixLength
        self.isExploded = isExploded
        self.offset = offset
    }
}

/// The operators of RFC 6570 section 2.2, with their properties (appendix A); raw values are the operators' bytes.
package enum ExpansionOperator: UInt8, Sendable, Hashable, CaseIterable {
    case simple = 0
    case reserved = 0x2B
    case fragment = 0x23
    case label = 0x2E
    case path = 0x2F
    case parameter = 0x3B
    case query = 0x3F
    case continuation = 0x26

    /// The text before the first defined value.
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

    /// The text between values.
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

    /// The text after the name of an empty value.
    var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }

    /// Whether the text of an expression with this operator is after the path of the address: `?`, `&` and `#`.
    var endsPath: Bool { self == .query || self == .continuation || self == .fragment }

    /// Whether reserved characters are expanded unencoded.
    var allowsReserved: Bool { self == .reserved || self == .fragment }
}
