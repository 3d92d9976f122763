import RouteModel
import Testing

@testable import RouteAnalysis

@Suite("The difference between two drafts")
struct DraftDifferenceTests {
    @Test("names rules, and addresses that resolve differently")
    func difference() throws {
        let old = try AnalysisFixture.draft(
            """
            {"id":"same","match":["/same"],"to":{"screen":"Same"}},
            {"id":"moved","match":["/m/:x"],"to":{"screen":"M"}},
            {"id":"gone","match":["/gone"],"to":{"screen":"G"}}
            """)
        let new = try AnalysisFixture.draft(
            """
            {"id":"same","match":["/same"],"to":{"screen":"Same"}},
            {"id":"moved","match":["/m/:x"],"to":{"screen":"Other"}},
            {"id":"fresh","match":["/fresh"],"to":{"screen":"F"}}
            """)
        let stored = [
            RouteModel.Expectation(url: "https://h.com/m/7", expect: .screen("M", parameters: [:])),
            RouteModel.Expectation(url: "https://h.com/same", expect: .screen("Same", parameters: [:])),
        ]
        let difference = try DraftDifference(from: old, to: new, expectations: stored, at: AnalysisFixture.now)
        #expect(difference.added == ["fresh"])
        #expect(difference.changed == ["moved"])
        #expect(difference.removed == ["gone"])
        #expect(!difference.settingsChanged)
        let told = difference.addresses.map {
            "\($0.isStored ? "stored " : "")\($0.witness.address): \($0.before.outcome.summary) -> \($0.after.outcome.summary)"
        }
        #expect(told.first == "stored https://h.com/m/7: screen M -> screen Other")
        #expect(told.contains("https://h.com/gone: screen G -> unmatched"))
        #expect(told.contains("https://h.com/fresh: unmatched -> screen F"))
        #expect(!told.contains { $0.contains("/same") })
    }

    @Test("a draft does not differ from itself")
    func none() throws {
        let draft = try AnalysisFixture.draft(#"{"id":"a","match":["/a{/:b}?"],"to":{"screen":"A"}}"#)
        let difference = try DraftDifference(from: draft, to: draft, at: AnalysisFixture.now)
        #expect(difference.added.isEmpty && difference.changed.isEmpty && difference.removed.isEmpty)
        #expect(difference.addresses.isEmpty)
    }
}
