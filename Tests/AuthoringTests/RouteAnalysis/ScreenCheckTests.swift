import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteAnalysis

@Suite("Screens that builds lack", .scheduled)
struct ScreenCheckTests {
    @Test("The check of all builds together finds what a check of each build alone finds", arguments: [UInt64(3)])
    func differential(seed: UInt64) throws {
        var random = RandomDrafts(generator: SeededGenerator.fromEnvironment(default: seed))
        var (found, clean) = (0, 0)
        for _ in 0..<60 {
            let draft = try AnalysisFixture.draft((0..<12).map { rule($0, &random) }.joined(separator: ","))
            let manifests = (0..<12).map { manifest($0, &random) }
            let together = missing(draft, ScreenTable(manifests))
            let alone = manifests.flatMap { missing(draft, ScreenTable([$0])) }
            #expect(together == alone, "seed \(seed)")
            // The store leaves out the positions where all builds have a screen alike.
            var brief = ScreenTable(manifests)
            for (name, needs) in brief.needs where needs.count == 1 && needs[0].builds?.count == manifests.count {
                brief.needs[name]?[0].builds = nil
            }
            #expect(missing(draft, brief) == alone, "seed \(seed)")
            if alone.isEmpty { clean += 1 } else { found += alone.count }
        }
        #expect(found > 100, "\(found), \(clean)")
    }

    @Test("Where 1,500 builds have every screen, no build is searched for")
    func work() throws {
        let draft = try AnalysisFixture.draft(
            """
            {"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
            {"id":"new","match":["/new"],"when":{"platform":["ios"],"appVersion":">=1499"},"to":{"screen":"New"}}
            """)
        let table = { (count: Int) in
            ScreenTable(
                (0..<count).map { version in
                    var screens = ["Item": ["id"]]
                    if version >= 1499 { screens["New"] = [] }
                    return ScreenManifest(platform: "ios", version: "\(version)", screens: screens)
                })
        }
        let one = ReleaseCheck(draft: draft, screens: table(1), at: AnalysisFixture.now).run()
        let many = ReleaseCheck(draft: draft, screens: table(1500), at: AnalysisFixture.now).run()
        #expect(one.findings.isEmpty && many.findings.isEmpty)
        #expect(many.steps == one.steps, "builds that the condition excludes take no steps")
    }

    private func missing(_ draft: Draft, _ screens: ScreenTable) -> [Finding] {
        ReleaseCheck(draft: draft, screens: screens, at: AnalysisFixture.now).findings()
            .filter { $0.code == .missingScreen }
    }

    private func rule(_ number: Int, _ random: inout RandomDrafts) -> String {
        let condition = random.pick([
            "", "", #""when":{"platform":["ios"]},"#, #""when":{"appVersion":">=5"},"#,
            #""when":{"appVersion":"<5","region":["de"]},"#, #""when":{"not":{"platform":["ios"]}},"#,
        ])
        let parameters = random.pick(["", #","parameters":{"ref":"x"}"#])
        let path = random.pick(["/r\(number)/:id", "/r\(number)", "/:id/:text(a|b)"])
        let screen = random.pick(["A", "B", "caf\\u00e9", "cafe\\u0301", "All"])
        return #"{"id":"r\#(number)","match":["\#(path)"],\#(condition)"to":{"screen":"\#(screen)"\#(parameters)}}"#
    }

    private func manifest(_ number: Int, _ random: inout RandomDrafts) -> ScreenManifest {
        var screens: [String: [String]] = ["All": []]
        for name in ["A", "B", "caf\u{E9}", "cafe\u{301}"] where random.chance(70) {
            screens[name] = random.pick([[], ["ID"], ["ref"], ["id", "text"]])
        }
        return ScreenManifest(platform: random.pick(["ios", "android"]), version: "\(number).0", screens: screens)
    }
}
