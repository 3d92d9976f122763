import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Shares of rollouts in percent, and in hundredths of a percent", .scheduled)
struct ShareUnitTests {
    /// A draft with every place of a share.
    private static func draft(_ percent: String, _ from: String, _ to: String) -> String {
        #"""
        {"rules":[
          {"id":"a","match":["https://h.com/a"],"to":{"screen":"A"},"when":{"rollout":{"percent":\#(percent)}}},
          {"id":"b","match":["https://h.com/b"],"to":{"screen":"B"},"when":{"not":{"rollout":{
            "ramp":{"from":\#(from),"to":\#(to),"start":"2026-01-01T00:00:00Z","end":"2026-02-01T00:00:00Z"},"salt":"s"}}}}]}
        """#
    }

    @Test("Every share is written as RFC 8785 writes the number, and is read back")
    func all() throws {
        for share in 0...ModelLimits.shareMax {
            let text = ShareUnit.percentNumber(share)
            let number = try #require(Double(text))
            #expect(ShareUnit.hundredths(ofPercent: number) == share)
            #expect(JSONValue.number(number).text == text)
        }
        for number in [-0.01, 100.01, 12.345, 0.005, .infinity, .nan, 1e300] {
            #expect(ShareUnit.hundredths(ofPercent: number) == nil, "\(number)")
        }
    }

    @Test(
        "Any spelling of the number means the same share",
        arguments: [("12.50", 1250), ("1.25e1", 1250), ("0.07", 7), ("99.99", 9999), ("100.0", 10_000), ("-0", 0)])
    func spellings(_ text: String, _ share: Int) throws {
        let draft = try Draft.make(Self.draft(text, "5", "100"))
        #expect(draft.rules[0].condition?.clauses.rollout?.share == .percent(share))
        #expect(
            String(decoding: draft.canonicalBytes(), as: UTF8.self).contains(
                "{\"percent\":\(ShareUnit.percentNumber(share))}"))
    }

    @Test(
        "A share that cannot be meant is refused, with what to write",
        arguments: [
            ("1250", "out-of-range", "write 12.5 for 12.5 %"), ("101", "out-of-range", "write 1.01 for 1.01 %"),
            ("10001", "out-of-range", "100 is all devices"), ("-1", "out-of-range", "100 is all devices"),
            ("120.5", "out-of-range", "100 is all devices"), ("12.345", "too-precise", "Write 12.34 or 12.35."),
            ("99.999", "too-precise", "Write 99.99 or 100."), (#""50%""#, "wrong-type", "without quotes"),
        ])
    func refusals(_ text: String, _ reason: String, _ hint: String) {
        for (percent, to) in [(text, "100"), ("5", text)] {
            let findings = DraftDecoder.draft(Array(Self.draft(percent, "0", to).utf8)).findings
            #expect(findings.map(\.reason) == [reason])
            #expect(findings.first?.hint.contains(hint) == true, "\(findings)")
        }
    }

    @Test("A body has format 2 exactly if one of its rules has a rollout")
    func lowestFormat() throws {
        let with = try ReleaseBody.make(Self.draft("12.5", "0.25", "100"))
        #expect(with.format == 2)
        let text = String(decoding: with.canonicalBytes, as: UTF8.self)
        #expect(text.contains(#""format":2"#) && text.contains(#"{"percent":12.5}"#))
        #expect(text.contains(#""from":0.25,"#) && text.contains(#""to":100}"#))
        #expect(try ReleaseBody.decode(with.canonicalBytes) == with)
        let disabled = Self.draft("12.5", "0", "1").replacing(#"{"id""#, with: #"{"enabled":false,"id""#)
        #expect(try ReleaseBody.make(disabled).format == 1)
        #expect(try ReleaseBody.make(ReleaseBodyTests.draft).format == 1)
    }

    @Test("A body of format 1 means hundredths, is written back byte for byte, and has the same content in format 2")
    func formatOne() throws {
        let new = try ReleaseBody.make(Self.draft("12.5", "0.25", "100"))
        var old = String(decoding: new.canonicalBytes, as: UTF8.self)
        for (percent, hundredths) in [
            (#""format":2"#, #""format":1"#), (#""percent":12.5"#, #""percent":1250"#), (#":0.25,"#, ":25,"),
            (#""to":100}"#, #""to":10000}"#),
        ] {
            old = old.replacing(percent, with: hundredths)
        }
        let body = try ReleaseBody.decode(Array(old.utf8))
        #expect(body.format == 1 && body.rules == new.rules)
        #expect(body.canonicalBytes == Array(old.utf8))
        #expect(body.contentBytes == new.contentBytes)
        let again = try ReleaseBody.freeze(
            draft: body.draft, app: body.app, version: body.version, publishedAt: body.publishedAt)
        #expect(again == new)
    }

    @Test("A rule whose share is no share of its body's format never matches")
    func damaged() throws {
        let text = String(decoding: try ReleaseBody.make(Self.draft("12.5", "0", "1")).canonicalBytes, as: UTF8.self)
        let old = try ReleaseBody.decode(Array(text.replacing(#""format":2"#, with: #""format":1"#).utf8))
        #expect(old.rules[0].neverMatches != nil && old.rules[1].neverMatches == nil)
        let new = try ReleaseBody.decode(Array(text.replacing("12.5", with: "1250").utf8))
        #expect(new.rules[0].neverMatches?.contains("1250") == true && new.rules[1].neverMatches == nil)
    }
}
