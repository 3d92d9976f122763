/// A URI template (RFC 6570), all four levels.
package struct Template: Sendable, Hashable {
    /// The text as it was given.
    package let text: String
    /// The pieces in order.
    package let parts: [TemplatePart]

    /// Reads a template.
    ///
    /// - Throws: ``TemplateError`` of code `syntax` or `tooLong`, with the place and a hint.
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
    package var variableNames: Set<String> { Set(expressions.flatMap { $0.variables.map(\.name) }) }

    /// Two templates of the same text are the same.
    package static func == (left: Template, right: Template) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Hashes the text.
    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
