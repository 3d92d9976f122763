import CanonicalJSON
package import RouteModel

/// The result of decoding a document: all findings, and the value if it is readable.
package struct Decoded<Value: Sendable>: Sendable {
    /// The value; nil if there is a finding of syntax.
    ///
    /// Findings about variables, destinations, origins and the number of alternatives do not remove the value, so that
    /// a draft can be stored while its settings are incomplete.
    package var value: Value?
    /// All findings, in the order of the text.
    package var findings: [Finding]

    /// Whether there is a finding of severity error, which blocks a release.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Parses a document and decodes its root.
    static func reading(
        _ bytes: [UInt8], limits: JSONLimits = .standard, _ body: (inout ModelDecoder, JSONNode) -> Value?
    ) -> Decoded {
        do {
            let document = try JSONDocument(parsing: bytes, limits: limits)
            return Self.reading(document.root, in: document, body)
        } catch {
            let finding = Finding(
                .syntax, reason: error.code.rawValue, pointer: "", line: error.position.line,
                column: error.position.column, detail: error.detail, hint: error.hint)
            return Decoded(value: nil, findings: [finding])
        }
    }

    static func reading(
        _ node: JSONNode, in document: JSONDocument, _ body: (inout ModelDecoder, JSONNode) -> Value?
    ) -> Decoded {
        var decoder = ModelDecoder(.strict)
        let value = body(&decoder, node)
        return Decoded(
            value: decoder.syntaxCount == 0 ? value : nil, findings: decoder.log.findings(in: document))
    }
}
