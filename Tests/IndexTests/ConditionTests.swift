import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("A compiled condition holds exactly if the model's condition holds", .scheduled)
struct ConditionTests {
    static let conditions = [
        #"{"platform":["ios","android"]}"#, #"{"region":["CN"],"build":["debug"],"source":["push","webView"]}"#,
        #"{"locale":["zh","en-US","*"]}"#, #"{"locale":["zh-Hans"]}"#, #"{"appVersion":">=5.2 <7","osVersion":"17.x"}"#,
        #"{"appVersion":"=5.2.1"}"#, #"{"signedIn":false}"#, #"{"signedIn":true}"#,
        #"{"after":"2026-01-01T00:00:00Z","before":"2026-12-31T00:00:00Z"}"#, #"{"rollout":{"percent":50}}"#,
        #"{"rollout":{"percent":50,"by":"user","salt":"x"}}"#,
        #"{"rollout":{"ramp":{"from":90,"to":0.1,"start":"2026-11-01T00:00:00Z","end":"2026-12-01T00:00:00Z"}}}"#,
        #"{"attributes":{"g":["A","B"],"h":["\u00e9"]}}"#, #"{"not":{"platform":["ios"],"signedIn":true}}"#,
        #"{"platform":["ios"],"not":{"attributes":{"g":["A"]},"appVersion":">=6"}}"#,
        #"{"not":{"rollout":{"percent":50}}}"#, #"{"not":{"locale":["en"]}}"#,
    ]

    @Test("for random contexts and instants", arguments: conditions)
    func agrees(json: String) throws {
        let fixture = try IndexFixture.make(
            #"{"id":"rule","match":["https://h.com/x"],"to":{"screen":"X"},"when":\#(json)}"#)
        let condition = try #require(fixture.body.rules.first?.condition)
        var random = RandomContexts(seed: 5)
        for _ in 0..<600 {
            let (context, at) = (random.context(), random.instant())
            let expected = condition.firstFailure(context, at: at, ruleID: "rule")
            let (holds, copy) = fixture.index.file.whileAlive { tables in
                BorrowedContext.with(context) {
                    let reader = ConditionReader(tables: tables, borrowed: $0, now: at)
                    return (reader.holds(0, ruleID: CompiledAlternative(tables, 0).ruleID), reader.condition(0))
                }
            }
            #expect(holds == (expected == nil), "\(context) at \(at)")
            #expect(copy == condition)
        }
    }

    private struct RandomContexts {
        var generator: SeededGenerator

        init(seed: UInt64) { generator = SeededGenerator.fromEnvironment(default: seed) }

        mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &generator)] }

        mutating func context() -> Context {
            var attributes: [String: String] = [:]
            if let g = pick(["A", "B", "C", nil]) { attributes["g"] = g }
            if let h = pick(["\u{E9}", "e\u{301}", nil]) { attributes["h"] = h }
            if let user = pick(["u\(Int.random(in: 0...99, using: &generator))", nil]) { attributes["user"] = user }
            return Context(
                platform: pick(["ios", "android", "web", nil]), region: pick(["CN", "US", nil]),
                build: pick(["debug", "store", nil]),
                source: pick(["push", "internal", nil]),
                appVersion: pick(["5.2", "5.2.1", "5.2.1.0", "7", "6.99", "x", nil]),
                osVersion: pick(["17", "17.0.1", "18", nil]),
                deviceID: pick(["d\(Int.random(in: 0...999, using: &generator))", nil]),
                locale: pick(["zh-Hans-CN", "zh_Hant", "en-US", "en", "1", nil]), signedIn: pick([true, false, nil]),
                attributes: attributes)
        }

        mutating func instant() -> Instant {
            Instant(
                milliseconds: 1_764_547_200_000 + Int64.random(in: -40_000_000_000...60_000_000_000, using: &generator))
        }
    }
}
