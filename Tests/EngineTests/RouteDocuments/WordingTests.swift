import RouteDocuments
import RouteModel
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

@Suite("The texts of findings of all targets are sentences", .scheduled)
struct WordingTests {
    static let text = #"""
        {"settings": {"origins": ["nowhere"], "destinations": ["x"], "schemes": ["A"], "authority": {"a": 1}, "z": 0},
         "rules": [
          {"match": ["/a/:id(.*)", "/b*", {"pathname": "/:a?"}], "to": {"redirect": "app://{host}/x"}, "priority": "high"},
          {"match": "/p/:id?b=:b", "when": {"rollout": {"percent": 1250}, "locale": ["!"], "appVersion": ">"}, "to": 7},
          {"id": "", "match": {}, "to": {"redirect": "{+x}"}, "when": {"attributes": [], "after": 7}}, 5]}
        """#

    @Test("details and hints begin with a capital and end with a full stop; reasons are words with hyphens")
    func sentences() {
        let findings = DraftDecoder.draft(Array(Self.text.utf8)).findings
        #expect(findings.count > 15)
        for finding in findings {
            for text in [finding.detail, finding.hint] {
                let first = text.first ?? "a"
                #expect(!first.isLowercase, "\(finding)")
                #expect(text.last.map { ".?!…".contains($0) } == true, "\(finding)")
            }
            #expect(finding.reason?.contains { $0.isUppercase } != true, "\(finding)")
            #expect(finding.line != nil && finding.column != nil && finding.pointer != nil)
        }
    }

    @Test(
        "an error in a pattern or template has its place in the document, or the string's start if the string has escapes"
    )
    func places() {
        let plain = #"{"id":"r","match":"/p/:id?b=1","to":{"redirect":"app://h/{x"}}"#
        let findings = DraftDecoder.rule(Array(plain.utf8), settings: Settings()).findings
        #expect(findings.map(\.column) == [26, 58])
        let escaped = #"{"id":"r","match":"/\u0070/:id?b=1","to":{"block":"x"}}"#
        let hidden = DraftDecoder.rule(Array(escaped.utf8), settings: Settings()).findings
        #expect(hidden.map(\.column) == [19])
    }
}
