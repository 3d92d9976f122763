import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("Findings have witnesses, and a check returns the release that it compiled", .scheduled)
struct WitnessTests {
    @Test("the witness of a loop loops")
    func witnesses() throws {
        let rules = #"""
            {"id":"a","match":["/a/:x"],"when":{"platform":["ios"],"rollout":{"percent":0.1}},"to":{"redirect":"https://h.com/b/{x}"}},
            {"id":"b","match":["/b/:x"],"when":{"after":"2030-01-01T00:00:00Z"},"to":{"redirect":"https://h.com/a/{x}"}}
            """#
        let draft = try AnalysisFixture.draft(rules)
        let loop = try #require(
            ReleaseCheck(draft: draft, at: AnalysisFixture.now).findings().first { $0.code == .loop })
        let witness = try #require(loop.witness)
        let release = try CompiledDraft(draft)
        let resolution = release.index.resolve(
            witness.address, context: witness.context, at: witness.at ?? AnalysisFixture.now)
        #expect(resolution.outcome.summary == "failed (loop)")
    }

    @Test("findings about one rule have a witness in which its other conditions hold")
    func singleWitnesses() throws {
        let findings = try AnalysisFixture.findings(
            """
            {"id":"over","match":["/o/:x"],"when":{"platform":["ios"],"before":"2020-01-01T00:00:00Z"},"to":{"screen":"O"}},
            {"id":"far","match":["/far"],"to":{"redirect":"https://elsewhere.com/"}},
            {"id":"loose","match":["/l{/:x}?"],"to":{"redirect":"https://h.com/m/{x}"}},
            {"id":"open","match":["/open/:x"],"to":{"redirect":"https://h.com/m/{+x}"}},
            {"id":"soon","match":["/s/:x"],"when":{"signedIn":true,"after":"2040-01-01T00:00:00Z"},"to":{"screen":"S"}}
            """)
        #expect(
            Set(findings.map(\.code))
                == [.expired, .notYet, .destinationNotAllowed, .unboundVariable, .unsafeVariable])
        let witnesses = try findings.map { try #require($0.witness, "\($0)") }
        #expect(
            witnesses.map(\.address).sorted() == [
                "https://h.com/far", "https://h.com/l", "https://h.com/o/xx", "https://h.com/open/xx",
                "https://h.com/s/xx",
            ])
        let window = try #require(findings.first { $0.code == .expired }?.witness)
        #expect(window.context.platform == "ios" && window.at == AnalysisFixture.now)
    }

    @Test("the witness of a window that has not begun is unmatched now and matched when the window begins")
    func notYetWitness() throws {
        let rules = #"""
            {"id":"soon","match":["/s/:x"],"when":{"signedIn":true,"after":"2040-01-01T00:00:00Z"},"to":{"screen":"S"}}
            """#
        let finding = try #require(try AnalysisFixture.findings(rules).first)
        let witness = try #require(finding.witness)
        #expect(finding.code == .notYet && witness.at == AnalysisFixture.now && witness.context.signedIn == true)
        let release = try CompiledDraft(try AnalysisFixture.draft(rules))
        let begin = try #require(Instant(rfc3339: "2040-01-01T00:00:00Z"))
        let outcomes = [AnalysisFixture.now, begin].map {
            release.index.resolve(witness.address, context: witness.context, at: $0).outcome.summary
        }
        #expect(outcomes[0] == "unmatched" && outcomes[1] != "unmatched", "\(outcomes)")
    }

    @Test("the witness of an unsafe variable is an address that the rule wins, and the finding is an error")
    func unsafeWitness() throws {
        let rules = #"""
            {"id":"open","match":["/open/:x"],"when":{"platform":["ios"]},"to":{"redirect":"https://h.com/m/{+x}"}}
            """#
        let finding = try #require(try AnalysisFixture.findings(rules).first { $0.code == .unsafeVariable })
        let witness = try #require(finding.witness)
        #expect(finding.severity == .error && finding.rules == ["open"])
        let release = try CompiledDraft(try AnalysisFixture.draft(rules))
        #expect(release.winner(witness) == "open")
    }

    @Test("the release that was checked equals a frozen one, compiled with its own identity")
    func readyRelease() throws {
        let draft = try AnalysisFixture.draft(
            #"""
            {"id":"off","match":["/a/:x"],"enabled":false,"to":{"screen":"Off"}},
            {"id":"a","match":["/a/:x"],"note":"for people","to":{"screen":"A"}},
            {"id":"off2","match":["/b"],"enabled":false,"to":{"screen":"Off"}},
            {"id":"b","match":["/a/b","/b{/:y}?"],"to":{"screen":"B"}}
            """#)
        let identity = CheckedRelease.Identity(app: "shop", version: 7, publishedAt: AnalysisFixture.now) { bytes in
            [UInt8](repeating: UInt8(truncatingIfNeeded: bytes.count), count: 32)
        }
        let outcome = ReleaseCheck(draft: draft, at: AnalysisFixture.now).run(as: identity)
        let ready = try #require(outcome.release)
        let frozen = try ReleaseBody.freeze(
            draft: draft, app: "shop", version: 7, publishedAt: AnalysisFixture.now)
        #expect(ready.body == frozen && ready.bytes == frozen.canonicalBytes)
        #expect(ready.body.rules.map(\.id) == ["a", "b"] && ready.body.rules.allSatisfy { $0.note == nil })
        #expect(ready.digest == identity.digest(ready.bytes) && ready.index.digest == ready.digest)
        #expect(ready.index.app == "shop" && ready.index.version == 7 && ready.index.ruleCount == 2)
        let decoded = try ReleaseBody.decode(ready.bytes)
        let compiled = try CompiledIndex(IndexBytes(try CompiledIndex.compile(decoded, digest: ready.digest)))
        #expect(compiled.byteCount == ready.index.byteCount)
        for address in ["https://h.com/a/b", "https://h.com/a/c", "https://h.com/b", "https://h.com/b/1", "x:y"] {
            let pair = [compiled, ready.index].map { $0.resolve(address, context: Context(), at: AnalysisFixture.now) }
            #expect(pair[0].outcome == pair[1].outcome && pair[0].parameters == pair[1].parameters)
        }
        #expect(ReleaseCheck(draft: draft, at: AnalysisFixture.now).run().release == nil)
    }
}
