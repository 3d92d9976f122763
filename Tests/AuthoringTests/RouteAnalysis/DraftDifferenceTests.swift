import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("The difference between two drafts", .scheduled)
struct DraftDifferenceTests {
    @Test("lists the rules that differ, and addresses that resolve differently")
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
            RouteDocuments.Expectation(url: "https://h.com/m/7", expect: .screen("M", parameters: [:])),
            RouteDocuments.Expectation(url: "https://h.com/same", expect: .screen("Same", parameters: [:])),
        ]
        let difference = try DraftDifference(from: old, to: new, expectations: stored, at: AnalysisFixture.now)
        #expect(difference.added == ["fresh"])
        #expect(difference.changed == ["moved"])
        #expect(difference.removed == ["gone"])
        #expect(!difference.settingsChanged)
        let reported = difference.addresses.map {
            "\($0.isStored ? "stored " : "")\($0.witness.address): \($0.before.outcome.summary) -> \($0.after.outcome.summary)"
        }
        #expect(reported.first == "stored https://h.com/m/7: screen M -> screen Other")
        #expect(reported.contains("https://h.com/gone: screen G -> unmatched"))
        #expect(reported.contains("https://h.com/fresh: unmatched -> screen F"))
        #expect(!reported.contains { $0.contains("/same") })
    }

    @Test("a draft does not differ from itself")
    func none() throws {
        let draft = try AnalysisFixture.draft(#"{"id":"a","match":["/a{/:b}?"],"to":{"screen":"A"}}"#)
        let difference = try DraftDifference(from: draft, to: draft, at: AnalysisFixture.now)
        #expect(difference.added.isEmpty && difference.changed.isEmpty && difference.removed.isEmpty)
        #expect(difference.addresses.isEmpty)
    }

    /// The contexts and instants in which two drafts resolve differently, as texts.
    private static func edges(_ old: String, _ new: String) throws -> [String] {
        let rule = { (when: String) in
            #"{"id":"a","match":["/a/:x"],"when":\#(when),"to":{"screen":"A"}}"#
        }
        let difference = try DraftDifference(
            from: try AnalysisFixture.draft(rule(old)), to: try AnalysisFixture.draft(rule(new)),
            at: AnalysisFixture.now)
        return difference.addresses.map { address in
            let context = address.witness.context
            let said = [
                context.platform, context.appVersion, context.signedIn.map { "\($0)" }, context.deviceID,
                address.witness.at == AnalysisFixture.now ? nil : address.witness.at?.description,
            ]
            return said.compactMap { $0 }.joined(separator: " ") + ": \(address.before.outcome.summary)"
        }
    }

    @Test("looks up every bound of the conditions that changed")
    func conditionEdges() throws {
        let versions = try Self.edges(#"{"appVersion":">=5 <7"}"#, #"{"appVersion":">=6 <7"}"#)
        #expect(versions.contains("5: screen A"))
        #expect(!versions.contains { $0.hasPrefix("6:") })
        let platforms = try Self.edges(#"{"platform":["ios","android"]}"#, #"{"platform":["ios"]}"#)
        #expect(platforms == ["android: screen A"])
        let windows = try Self.edges(
            #"{"after":"2030-01-01T00:00:00Z"}"#, #"{"after":"2031-01-01T00:00:00Z"}"#)
        #expect(
            windows.contains("2030-01-01T00:00:00.000Z: screen A") || windows.contains("2030-01-01T00:00:00Z: screen A")
        )
        let shares = try Self.edges(#"{"rollout":{"percent":10}}"#, #"{"rollout":{"percent":20}}"#)
        #expect(!shares.isEmpty && shares.allSatisfy { $0.hasPrefix("id-") && $0.hasSuffix("unmatched") })
        #expect(try Self.edges(#"{"not":{"signedIn":true}}"#, #"{"not":{"signedIn":false}}"#).count == 2)
    }

    @Test("situations with the same results are one row, with a version that a program may have")
    func meanings() throws {
        let rules = { (when: String, screen: String) in
            #"{"id":"a","match":["/a/:x"],"when":\#(when),"to":{"screen":"\#(screen)"}}"#
        }
        let when = #"{"appVersion":">=7.2","platform":["ios","android"],"signedIn":true}"#
        let difference = try DraftDifference(
            from: try AnalysisFixture.draft(rules(when, "Old")), to: try AnalysisFixture.draft(rules(when, "New")),
            at: AnalysisFixture.now)
        #expect(difference.addresses.count == 1, "one context stands for all in which the rule holds")
        #expect(difference.meanings.count == 1)
        let versions = { (old: String, new: String) in
            try DraftDifference(
                from: try AnalysisFixture.draft(rules(#"{"appVersion":"\#(old)"}"#, "A")),
                to: try AnalysisFixture.draft(rules(#"{"appVersion":"\#(new)"}"#, "A")), at: AnalysisFixture.now
            ).meanings.map { $0.witness.context.appVersion }
        }
        #expect(try versions("<7.2", "<5") == ["5"])
        #expect(try versions("<7", "<6.5") == ["6.5"])
        #expect(try versions("<=7", "<7") == ["7"])
        #expect(try versions("<7.2", "<1") == ["1"])
        #expect(try versions(">=7.2", ">=7.1.5").allSatisfy { $0?.contains("4294967295") != true })
    }

    @Test("shows each rule that differs as it was and as it is")
    func texts() throws {
        let old = #"{"id":"a","match":["/a"],"to":{"screen":"A"}},{"id":"b","match":["/b"],"to":{"screen":"B"}}"#
        let new = #"{"id":"c","match":["/c"],"to":{"screen":"C"}},{"id":"a","match":["/a"],"to":{"screen":"Z"}}"#
        let difference = try DraftDifference(
            from: try AnalysisFixture.draft(old), to: try AnalysisFixture.draft(new), at: AnalysisFixture.now)
        let texts = difference.rules.map { "\($0.id) \($0.before?.id ?? "-") \($0.after?.id ?? "-")" }
        #expect(texts == ["c - c", "a a a", "b b -"])
        #expect(difference.rules[1].before?.destination != difference.rules[1].after?.destination)
    }

    @Test("looks up overlaps with other rules, also of rules that only moved")
    func overlaps() throws {
        let rules = { (priority: Int) in
            """
            {"id":"all","match":["/x/:y"],"priority":\(priority),"to":{"screen":"All"}},
            {"id":"home","match":["/x/home"],"to":{"screen":"Home"}}
            """
        }
        let raised = try DraftDifference(
            from: try AnalysisFixture.draft(rules(0)), to: try AnalysisFixture.draft(rules(1)), at: AnalysisFixture.now)
        #expect(raised.changed == ["all"] && raised.addresses.map(\.witness.address) == ["https://h.com/x/home"])
        let pair = [
            #"{"id":"a","match":["/x/:y(m|n)"],"to":{"screen":"A"}}"#,
            #"{"id":"b","match":["/x/:y(m|o)"],"to":{"screen":"B"}}"#,
        ]
        let turned = try DraftDifference(
            from: try AnalysisFixture.draft(pair.joined(separator: ",")),
            to: try AnalysisFixture.draft(pair.reversed().joined(separator: ",")), at: AnalysisFixture.now)
        #expect(turned.changed.isEmpty && turned.moved == ["b", "a"])
        #expect(turned.addresses.map(\.witness.address) == ["https://h.com/x/m"])
        #expect(turned.witnessCount > 2 && turned.notProved.isEmpty && turned.addressesLeftOut == 0)
    }
}
