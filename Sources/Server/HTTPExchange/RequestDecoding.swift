package import CanonicalJSON
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
    package static func storedExpectations(_ bytes: [UInt8], of app: String) throws(Problem) -> [Expectation] {
        let decoded = DraftDecoder.expectations(bytes, isStored: true)
        if let value = decoded.value, !decoded.hasErrors { return value }
        throw unreadable("test addresses of \(app)", decoded, remedy: "Replace this test address, or all of them.")
    }

    /// A build's screens, from a client or from the store.
    package static func screens(_ bytes: [UInt8], platform: String, version: String) throws(Problem) -> ScreenManifest {
        try accepted(DraftDecoder.screens(bytes, platform: platform, version: version))
    }

    /// Where a stored draft lies, as texts for people say it.
    package struct DraftPlace: Sendable {
        let name: String
        let remedy: String

        /// The draft of an app.
        package static func app(_ app: String) -> DraftPlace {
            DraftPlace(name: app, remedy: "Replace this rule, or the whole draft.")
        }

        /// The draft that a release was made of.
        package static func release(_ version: Int, of app: String) -> DraftPlace {
            DraftPlace(name: "release \(version) of \(app)", remedy: "`waymark database check` lists what is damaged.")
        }
    }

    /// A draft of the store.
    ///
    /// It was checked when it was written, so findings do not refuse it now.
    package static func storedDraft(_ bytes: [UInt8], of place: DraftPlace) throws(Problem) -> Draft {
        let decoded = DraftDecoder.draft(bytes)
        if let draft = decoded.value { return draft }
        throw unreadable("draft of \(place.name)", decoded, remedy: place.remedy)
    }

    /// A draft of the store, as the texts of its rules and settings.
    package static func storedText(_ bytes: [UInt8], of place: DraftPlace) throws(Problem) -> DraftText {
        if let text = DraftText(bytes) { return text }
        _ = try storedDraft(bytes, of: place)
        throw .damaged("the stored draft of \(place.name) has no list of rules.", hint: place.remedy)
    }

    /// Settings of the store.
    package static func storedSettings(_ bytes: [UInt8], of app: String) throws(Problem) -> Settings {
        let decoded = DraftDecoder.settings(bytes)
        if let settings = decoded.value { return settings }
        throw unreadable("settings of the draft of \(app)", decoded, remedy: "Replace the settings.")
    }

    /// JSON of the store as it is, whatever it means, so that what is wrong in it can be read and repaired.
    package static func storedJSON(_ bytes: [UInt8], _ what: String, of app: String) throws(Problem) -> JSONValue {
        let limits = JSONLimits(bytesMax: bytes.count)
        do throws(JSONError) { return try JSONValue(parsing: bytes, limits: limits) } catch {
            throw .damaged("the stored \(what) of \(app) are no JSON: \(error).", hint: "Replace them.")
        }
    }

    /// The error about stored bytes, with the place of the first finding.
    private static func unreadable<Value>(_ what: String, _ decoded: Decoded<Value>, remedy: String) -> Problem {
        let first = decoded.findings.first
        let place = [first?.rules.first.map { "rule \($0)" }, first?.pointer].compactMap(\.self).filter { !$0.isEmpty }
        let remedy = place.isEmpty ? "`waymark database check` names the row. \(remedy)" : remedy
        let reason = first?.detail ?? "no reason is known"
        return .damaged(
            "the stored \(what) cannot be read\(place.isEmpty ? "" : " at " + place.joined(separator: ", ")): "
                + reason + (reason.hasSuffix(".") ? "" : "."), hint: remedy)
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
