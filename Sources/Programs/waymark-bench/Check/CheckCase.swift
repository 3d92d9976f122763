import RouteDocuments
import RouteModel

/// A draft that makes one part of the check as expensive as possible.
struct CheckCase {
    /// The name in the table.
    let name: String
    /// Makes the draft as JSON.
    let draft: () -> [UInt8]

    private init(_ name: String, origins: Int = 1, _ rules: @escaping () -> [String]) {
        self.name = name
        draft = {
            let list = (0..<origins).map { "\"https://h\($0 == 0 ? "" : "\($0)").com\"" }.joined(separator: ",")
            let settings = #"{"origins":[\#(list)],"destinations":["https://h.com"]}"#
            return Array(#"{"settings":\#(settings),"rules":[\#(rules().joined(separator: ","))]}"#.utf8)
        }
    }

    private init(_ name: String, draft: @escaping () -> [UInt8]) { (self.name, self.draft) = (name, draft) }

    /// All cases, in the order of the table.
    static var all: [CheckCase] { rollouts + alternatives + mixes }

    /// The case of a name.
    static func named(_ name: String) -> CheckCase? { all.first { $0.name == name } }

    // MARK: Rollouts

    /// A hundred rules with rare or empty shares.
    private static var rollouts: [CheckCase] {
        let shares: [(name: String, share: (Int) -> String)] = [
            ("0 %", { _ in #""percent":0"# }), ("0.01 %", { _ in #""percent":0.01"# }),
            ("0.39 %", { _ in #""percent":0.39"# }), ("0.4 %", { _ in #""percent":0.4"# }),
            ("1 %", { _ in #""percent":1"# }), ("2 %", { _ in #""percent":2"# }),
            ("0 % to 2 %", { "\"percent\":\(Double($0 * 2) / 100)" }),
            (
                "ramp 0 to 2 %",
                { _ in #""ramp":{"from":0,"to":2,"start":"2026-01-01T00:00:00Z","end":"2030-01-01T00:00:00Z"}"# }
            ),
        ]
        return shares.flatMap { share in
            [
                CheckCase("rollouts of \(share.name): one address") { hundred(share.share) { _ in ("/x", screen) } },
                CheckCase("rollouts of \(share.name): one address, redirects") {
                    hundred(share.share) { ("/x", #"{"redirect":"https://h.com/y\#($0)"}"#) }
                },
                CheckCase("rollouts of \(share.name): loops on one address") {
                    hundred(share.share) { _ in ("/x/:a", #"{"redirect":"https://h.com/x/{a}"}"#) }
                },
                CheckCase("rollouts of \(share.name): circle") {
                    hundred(share.share) { ("/p\($0)/:x", #"{"redirect":"https://h.com/p\#(($0 + 1) % 100)/{x}"}"#) }
                },
            ]
        }
    }

    private static let screen = #"{"screen":"S"}"#

    private static func hundred(
        _ share: (Int) -> String, _ body: (Int) -> (match: String, to: String)
    ) -> [String] {
        (0..<100).map { number in
            let (match, to) = body(number)
            return #"{"id":"r\#(number)","match":["\#(match)"],"when":{"rollout":{\#(share(number))}},"to":\#(to)}"#
        }
    }

    // MARK: Alternatives

    /// Drafts with about as many alternatives as the limits allow, of patterns of different kinds.
    private static var alternatives: [CheckCase] {
        let deep = (0..<60).map { "/a\($0)" }.joined()
        let words = (0..<60).map { "w\($0)" }.joined(separator: "|")
        let query = (0..<32).map { "q\($0)=:q\($0)" }.joined(separator: "&")
        let groups = "{a}?{b}?{c}?{d}?"
        let patterns: [(name: String, pattern: (Int) -> String)] = [
            ("literals", { "/p\($0)" }), ("captures", { "/p\($0)/:x/:y" }), ("tails", { "/p\($0)/:x*" }),
            ("optional groups", { "/p\($0)" + groups }), ("64 segments", { "/p\($0)\(deep)" }),
            ("64 short segments", { "/p\($0)" + String(repeating: "/a", count: 60) }),
            ("64 captures", { "/p\($0)" + (0..<60).map { "/:c\($0)" }.joined() }),
            ("64 segments and groups", { "/p\($0)" + deep + groups }),
            ("2,000 bytes and groups", { "/p\($0)" + String(repeating: "b", count: 1_900) + groups }),
            ("an enumeration", { "/p\($0)/:x(\(words))" }), ("32 query items", { "/p\($0)?\(query)" }),
            ("two captures a segment", { "/:a-k\($0)-:b" }),
        ]
        return patterns.flatMap { named in
            [1, 64].map { origins in
                CheckCase("alternatives of \(named.name), \(origins) origins", origins: origins) {
                    let rule = { (number: Int) in
                        #"{"id":"r\#(number)","match":["\#(named.pattern(10_000 + number))"],"to":\#(screen)}"#
                    }
                    let count = DraftDecoder.rule(Array(rule(0).utf8), settings: Settings()).value?
                        .alternativeCount(origins: origins)
                    return (0..<(ModelLimits.alternativesMax / (count ?? 1))).map(rule)
                }
            }
        }
    }

    // MARK: Mixes

    private static var mixes: [CheckCase] {
        [10_000, 100_000].map { size in CheckCase("mix of \(size) rules") { RuleMix(size, seed: 42).draft } }
    }
}
