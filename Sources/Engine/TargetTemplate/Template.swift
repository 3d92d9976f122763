/// A URI template (RFC 6570), all four levels.
package struct Template: Sendable, Equatable {
    let text: String
    /// Literals and expressions, in order.
    package let parts: [TemplatePart]

    /// Parses a template.
    ///
    /// - Throws: ``TemplateError`` with the code `syntax` or `tooLong`.
    package init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(text)
        parts = try parser.parse()
        self.text = text
    }

    /// The expressions in order.
    package var expressions: [TemplateExpression] {
        parts.compactMap { part in
            if case .expression(let expression) = part { expression } else { nil }
        }
    }

    /// The names of all variables.
    package var variableNames: Set<String> { Set(expressions.flatMap { $0.variables.map { $0.name } }) }

    /// Compares the texts byte for byte; Swift's strings would also compare canonically equivalent texts as equal.
    package static func == (left: Template, right: Template) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
}

/// The value of a template's variable (RFC 6570 section 2.3); an empty list or map counts as undefined.
package enum TemplateValue: Sendable, Equatable {
    case string(String)
    case list([String])
    /// An associative array, in the order of its expansion.
    case map([Pair])

    /// One member of an associative array.
    package struct Pair: Sendable, Equatable {
        var name: String
        var value: String

        /// Creates a member.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
