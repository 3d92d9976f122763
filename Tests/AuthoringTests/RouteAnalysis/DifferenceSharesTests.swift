import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("A difference between rules with shares", .scheduled)
struct DifferenceSharesTests {
    @Test(
        "shares of several salts: a device whose result differs is found, or the rules are named",
        arguments: [(95, 10, 20), (80, 1, 2), (95, 1, 2), (98, 5, 10), (99, 10, 20), (99, 50, 60), (50, 1, 1)])
    func rollouts(first: Int, before: Int, after: Int) throws {
        func rule(_ id: String, _ percent: String?, _ priority: Int) -> String {
            let when = percent.map {
                #","when":{"rollout":{"percent":\#($0),"salt":"\#(id)"}},"priority":\#(priority)"#
            }
            return #"{"id":"\#(id)","match":["/x"],"to":{"screen":"\#(id.uppercased())"}\#(when ?? "")}"#
        }
        let rest = [rule("a", "\(first)", 5), rule("c", nil, 0)]
        let after = after == before ? "\(after).01" : "\(after)"
        let old = try AnalysisFixture.draft((rest + [rule("b", "\(before)", 4)]).joined(separator: ","))
        let new = try AnalysisFixture.draft((rest + [rule("b", after, 4)]).joined(separator: ","))
        let difference = try DraftDifference(from: old, to: new, at: AnalysisFixture.now)
        #expect(!difference.addresses.isEmpty || difference.notProved.contains("b"))
        let (many, last) = ((0..<14).map { rule("r\($0)", "50", 20 - $0) }, #""screen":"R13""#)
        let changed = many.dropLast() + [many[13].replacing(last, with: #""screen":"Z""#)]
        let deep = try DraftDifference(
            from: AnalysisFixture.draft(many.joined(separator: ",")),
            to: AnalysisFixture.draft(changed.joined(separator: ",")), at: AnalysisFixture.now)
        #expect(!deep.addresses.isEmpty || deep.notProved.contains("r13"))
    }
}
