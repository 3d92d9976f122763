import CanonicalJSON
package import RouteModel

/// Decodes what clients send and what the store keeps, and turns what is wrong with it into a problem.
package enum RequestDecoding {
    /// A draft that a client sent.
    package static func draft(_ bytes: [UInt8]) throws(Problem) -> Draft { try accepted(DraftDecoder.draft(bytes)) }

    /// Settings that a client sent.
    package static func settings(_ bytes: [UInt8]) throws(Problem) -> Settings {
        try accepted(DraftDecoder.settings(bytes))
    }

    /// One rule that a client sent.
    ///
    /// - Parameters:
    ///   - bytes: The rule as JSON.
    ///   - settings: The draft's settings, which say what a pattern may name.
    ///   - id: The id in the path; the document may leave it out then.
    ///   - taken: Ids that an id made from the first pattern must not be.
    /// - Returns: The rule.
    /// - Throws: 400 and 422.
    package static func rule(
        _ bytes: [UInt8], settings: Settings, id: String? = nil, taken: Set<String> = []
    ) throws(Problem) -> Rule {
        try accepted(DraftDecoder.rule(bytes, settings: settings, id: id, taken: taken))
    }

    /// Test addresses, from a client or from the store.
    package static func expectations(_ bytes: [UInt8]) throws(Problem) -> [Expectation] {
        try accepted(DraftDecoder.expectations(bytes))
    }

    /// A build's screens, from a client or from the store.
    package static func screens(_ bytes: [UInt8], platform: String, version: String) throws(Problem) -> ScreenManifest {
        try accepted(DraftDecoder.screens(bytes, platform: platform, version: version))
    }

    /// A draft of the store.
    ///
    /// It was accepted when it was written, so findings of today's settings do not refuse it.
    package static func storedDraft(_ bytes: [UInt8]) throws(Problem) -> Draft {
        let decoded = DraftDecoder.draft(bytes)
        guard let draft = decoded.value else {
            throw .fault("the stored draft cannot be read: \(decoded.findings.first?.detail ?? "no reason known")")
        }
        return draft
    }

    /// Settings of the store.
    package static func storedSettings(_ bytes: [UInt8]) throws(Problem) -> Settings {
        guard let settings = DraftDecoder.settings(bytes).value else {
            throw .fault("the stored settings cannot be read")
        }
        return settings
    }

    /// The decoded value; throws 400 where the bytes are not JSON, 422 where a finding blocks.
    package static func accepted<Value>(_ decoded: Decoded<Value>) throws(Problem) -> Value {
        if let value = decoded.value, !decoded.hasErrors { return value }
        if let first = decoded.findings.first, isSyntaxError(decoded.findings) {
            throw .badRequest(
                "the body is not JSON: line \(first.line ?? 1), column \(first.column ?? 1): \(first.detail)",
                errors: [ProblemItem(first)])
        }
        throw .refused(decoded.findings.filter { $0.severity == .error })
    }

    /// A text that is not JSON has exactly one finding, whose reason is a code of the JSON reader.
    private static func isSyntaxError(_ findings: [Finding]) -> Bool {
        guard findings.count == 1, findings[0].pointer?.isEmpty ?? true, let reason = findings[0].reason else {
            return false
        }
        return JSONError.Code(rawValue: reason) != nil
    }
}
