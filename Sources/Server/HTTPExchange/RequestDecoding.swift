import CanonicalJSON
package import RouteDocuments
package import RouteModel
package import StoreRecords

/// Decodes JSON of clients and of the store, and turns errors in it into a ``Problem``.
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
    ///   - settings: The draft's settings, which limit what a pattern may contain.
    ///   - id: The id in the path, if there is one; the document may then omit it.
    ///   - taken: Ids in use; an id that is derived from the first pattern is none of them.
    /// - Returns: The rule.
    /// - Throws: 400 and 422.
    package static func rule(
        _ bytes: [UInt8], settings: Settings, id: String? = nil, taken: Set<String> = []
    ) throws(Problem) -> Rule {
        try accepted(DraftDecoder.rule(bytes, settings: settings, id: id, taken: taken))
    }

    /// Test addresses that a client sent.
    package static func expectations(_ bytes: [UInt8]) throws(Problem) -> [Expectation] {
        try accepted(DraftDecoder.expectations(bytes))
    }

    /// Test addresses of the store, among which 0.1.0 accepted texts that are no addresses.
    package static func storedExpectations(_ bytes: [UInt8]) throws(Problem) -> [Expectation] {
        try accepted(DraftDecoder.expectations(bytes, isStored: true))
    }

    /// A build's screens, from a client or from the store.
    package static func screens(_ bytes: [UInt8], platform: String, version: String) throws(Problem) -> ScreenManifest {
        try accepted(DraftDecoder.screens(bytes, platform: platform, version: version))
    }

    /// A draft of the store.
    ///
    /// It was checked when it was written, so findings do not refuse it now.
    package static func storedDraft(_ bytes: [UInt8], of app: String) throws(Problem) -> Draft {
        let decoded = DraftDecoder.draft(bytes)
        guard let draft = decoded.value else {
            let first = decoded.findings.first
            let place = [first?.rules.first.map { "rule \($0)" }, first?.pointer].compactMap(\.self)
            throw .fault(
                "the stored draft of \(app) cannot be read\(place.isEmpty ? "" : " at " + place.joined(separator: ", ")): "
                    + "\(first?.detail ?? "no reason is known"). Replace this rule, or the whole draft.")
        }
        return draft
    }

    /// A draft of the store, as the texts of its rules and settings.
    package static func storedText(_ bytes: [UInt8]) throws(Problem) -> DraftText {
        guard let text = DraftText(bytes) else { throw .fault("the stored draft cannot be read") }
        return text
    }

    /// Settings of the store.
    package static func storedSettings(_ bytes: [UInt8]) throws(Problem) -> Settings {
        guard let settings = DraftDecoder.settings(bytes).value else {
            throw .fault("the stored settings cannot be read")
        }
        return settings
    }

    /// The decoded value; throws 400 if the bytes are not JSON, 422 if a finding blocks.
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
