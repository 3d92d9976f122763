import RouteDocuments
import RouteModel
import Testing

@testable import RouteAnalysis

/// Makes drafts for checks, and texts of their findings.
enum AnalysisFixture {
    static let now = Instant(milliseconds: 1_795_000_000_000)
    static let settings = """
        {"origins":["https://h.com"],"destinations":["https://h.com","app:","lost:"],"schemes":["app"]}
        """

    /// Decodes rules given as JSON under the usual settings.
    static func draft(_ rules: String, settings: String = settings) throws -> Draft {
        let decoded = DraftDecoder.draft(Array("{\"settings\":\(settings),\"rules\":[\(rules)]}".utf8))
        return try #require(decoded.value, "\(decoded.findings)")
    }

    /// The findings of a check of rules, without those that `MistakeTests` is about.
    static func findings(
        _ rules: String, screens: [ScreenManifest] = [], expectations: [RouteDocuments.Expectation] = []
    ) throws -> [Finding] {
        ReleaseCheck(
            draft: try draft(rules), screens: ScreenTable(screens), expectations: expectations, at: now
        ).findings().withoutMistakes
    }

    /// Code and rules of each finding, as one text.
    static func summary(_ findings: [Finding]) -> [String] {
        findings.map { ([$0.code.rawValue] + $0.rules).joined(separator: " ") }
    }
}

extension [Finding] {
    /// Without the findings of `MistakeCheck` and dead ends in an own origin, which most drafts of tests have.
    var withoutMistakes: [Finding] {
        let codes: Set<Finding.Code> = [
            .unknownPlatform, .unknownRegion, .unknownLanguage, .wrongPlaceholder, .unusedCapture, .unknownParameter,
            .smallShare, .similarHost, .unusualPattern,
        ]
        return filter { !codes.contains($0.code) && $0.reason != "origin" }
    }
}
