import CanonicalJSON
import RouteModel

/// Reads what people send and what the store keeps, and says in HTTP what is wrong with it.
enum DraftText {
    /// A whole draft as somebody sent it.
    static func draft(_ bytes: [UInt8]) throws(Problem) -> Draft { try accepted(DraftDecoder.draft(bytes)) }

    /// Settings as somebody sent them.
    static func settings(_ bytes: [UInt8]) throws(Problem) -> Settings { try accepted(DraftDecoder.settings(bytes)) }

    /// One rule as somebody sent it.
    static func rule(
        _ bytes: [UInt8], settings: Settings, id: String? = nil, taken: Set<String> = []
    ) throws(Problem) -> Rule {
        try accepted(DraftDecoder.rule(bytes, settings: settings, id: id, taken: taken))
    }

    /// Test addresses, as somebody sent them or as the store keeps them.
    static func expectations(_ bytes: [UInt8]) throws(Problem) -> [Expectation] {
        try accepted(DraftDecoder.expectations(bytes))
    }

    /// A build's screens, as somebody sent them or as the store keeps them.
    static func screens(_ bytes: [UInt8], platform: String, version: String) throws(Problem) -> ScreenManifest {
        try accepted(DraftDecoder.screens(bytes, platform: platform, version: version))
    }

    /// A draft that the store keeps; what it holds was accepted once, whatever the settings say by now.
    static func stored(_ bytes: [UInt8]) throws(Problem) -> Draft {
        let decoded = DraftDecoder.draft(bytes)
        guard let draft = decoded.value else {
            throw .fault("the stored draft cannot be read: \(decoded.findings.first?.detail ?? "no reason known")")
        }
        return draft
    }

    /// Settings that the store keeps.
    static func storedSettings(_ bytes: [UInt8]) throws(Problem) -> Settings {
        guard let settings = DraftDecoder.settings(bytes).value else {
            throw .fault("the stored settings cannot be read")
        }
        return settings
    }

    /// The value, where nothing was found that blocks; 400 for what is no JSON, 422 for what it says.
    static func accepted<Value>(_ decoded: Decoded<Value>) throws(Problem) -> Value {
        if let value = decoded.value, !decoded.hasErrors { return value }
        if let first = decoded.findings.first, isUnreadable(decoded.findings) {
            throw .badRequest(
                "the body is not JSON: line \(first.line ?? 1), column \(first.column ?? 1): \(first.detail)",
                errors: [ProblemItem(first)])
        }
        throw .refused(decoded.findings.filter { $0.severity == .error })
    }

    /// A text that is no JSON at all has exactly one finding, and its reason is one of the JSON reader's.
    private static func isUnreadable(_ findings: [Finding]) -> Bool {
        guard findings.count == 1, findings[0].pointer?.isEmpty ?? true, let reason = findings[0].reason else {
            return false
        }
        return JSONError.Code(rawValue: reason) != nil
    }
}
