import StoreRecords
import TestSupport
import Testing

@Suite("Stored shares in hundredths become percent", .scheduled)
struct StoredSharesTests {
    private static let ramp = #""end":"2026-02-01T00:00:00Z","from":5,"start":"2026-01-01T00:00:00Z","to":10000"#
    private static let newRamp = #""end":"2026-02-01T00:00:00Z","from":0.05,"start":"2026-01-01T00:00:00Z","to":100"#

    @Test(
        "Only shares of rollouts change; every other byte stays",
        arguments: [
            (
                #""when":{"rollout":{"percent":1250,"salt":"é\n"}}"#,
                #""when":{"rollout":{"percent":12.5,"salt":"é\n"}}"#
            ),
            (#""when":{"rollout":{"percent":0}}"#, #""when":{"rollout":{"percent":0}}"#),
            (
                #""when":{"not":{"rollout":{"percent":7}},"rollout":{"ramp":{\#(ramp)}}}"#,
                #""when":{"not":{"rollout":{"percent":0.07}},"rollout":{"ramp":{\#(newRamp)}}}"#
            ),
            (#""to":{"parameters":{"percent":50},"screen":"\"rollout\":"}"#, nil), (#""priority":500"#, nil),
            (#""when":{"attributes":{"rollout":["50"]}}"#, nil),
        ])
    func texts(_ old: String, _ new: String?) {
        let (before, after) = (#"{"id":"a","match":["/a"],\#(old)}"#, #"{"id":"a","match":["/a"],\#(new ?? old)}"#)
        for (open, close) in [("", ""), ("[", "]"), (#"[{"id":"z"},"#, "]"), (#"{"rules":["#, #"],"settings":{}}"#)] {
            let text = StoredShares.percent(fromHundredthsIn: Array((open + before + close).utf8))
            #expect(String(decoding: text, as: UTF8.self) == open + after + close)
        }
    }

    @Test("A text that is no rule stays as it is", arguments: [#"{"rollout":"#, "", "7", #"{"rules":{"rollout":7}}"#])
    func others(_ text: String) {
        #expect(StoredShares.percent(fromHundredthsIn: Array(text.utf8)) == Array(text.utf8))
    }
}
