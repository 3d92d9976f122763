import CanonicalJSON

/// What came of decoding a document: everything that was found, and the value where it is readable.
package struct Decoded<Value: Sendable>: Sendable {
    /// The value; nil where a finding of syntax stands in the way.
    ///
    /// Findings about variables and destinations (language.md section 5) leave a value, so that a draft can be kept
    /// while its settings are not right yet.
    package var value: Value?
    /// Everything that was found, in the order of the text.
    package var findings: [Finding]

    /// Says whether there is a finding that blocks a release.
    package var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Makes the outcome of a decoding.
    package init(value: Value?, findings: [Finding]) {
        self.value = value
        self.findings = findings
    }

    /// Reads a document and hands its root to a decoder.
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
