import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel

extension FuzzTarget {
    /// Checks of extreme drafts: each ends within its steps, and every witness shows what its finding says.
    ///
    /// An input that begins with `{` is a draft as JSON, any other one is read by `ExtremeDraft`.
    static let analysis = FuzzTarget(
        name: "analysis",
        seeds: [
            manyKeys, "rollouts and redirects 0123456789 abcdefghijklmnopqrstuvwxyz", "~}|{zyxwvutsrqponmlkjihgfedcba",
            String(repeating: "\u{1}\u{20}\u{7f}R3d|r3cT:/x-:y(\\d{8192})", count: 12),
        ]
    ) { bytes in
        let json = bytes.first == UInt8(ascii: "{") ? bytes : Array(ExtremeDraft.json(bytes).utf8)
        guard let draft = DraftDecoder.draft(json).value else { return }
        let identity = CheckedRelease.Identity(app: "a", version: 1, publishedAt: now) { _ in
            [UInt8](repeating: 7, count: 32)
        }
        let outcome = ReleaseCheck(draft: draft, at: now, stepsMax: stepsMax).run(as: identity)
        precondition(
            outcome.steps <= stepsMax + unitStepsMax,
            "\(outcome.steps) steps for a draft of \(json.count) bytes: \(String(decoding: json, as: UTF8.self))")
        guard let index = outcome.release?.index else { return }
        for finding in outcome.findings { show(finding, index) }
    }

    /// Looks the witness of a finding up.
    private static func show(_ finding: Finding, _ index: CompiledIndex) {
        guard let witness = finding.witness else { return }
        let resolution = index.resolve(witness.address, context: witness.context, at: witness.at ?? now)
        switch finding.code {
        case .loop where finding.severity == .error:
            precondition(resolution.outcome.summary == "failed (loop)", "\(finding) is no loop")
        case .chainTooLong:
            precondition(resolution.outcome.summary == "failed (too-many-redirects)", "\(finding) is no long chain")
        case .shadowed: precondition(resolution.trail.first?.rule != finding.rules[0], "\(finding) wins")
        case .tie: precondition(resolution.trail.first?.rule == finding.rules[1], "\(finding): the first one loses")
        default: break
        }
    }

    private static let now = Instant(milliseconds: 1_795_000_000_000)
    /// Fewer than a check has, so that every input is short and many reach the limit.
    private static let stepsMax = 400_000
    /// The steps of the largest single comparison, search or cover: what was begun is finished.
    private static let unitStepsMax = 3_000_000

    /// Rules whose conditions have 3 · 4³² combinations, which is 0 modulo 2⁶⁴.
    private static let manyKeys: String = {
        let attributes = (0..<32).map { #""a\#($0)":["v","w"]"# }.joined(separator: ",")
        return #"""
            {"settings":{"origins":["https://h.com"]},"rules":[
            {"id":"many","match":["/x"],"when":{"attributes":{\#(attributes)}},"to":{"screen":"M"}},
            {"id":"on","match":["/x"],"when":{"platform":["p"]},"to":{"screen":"A"}},
            {"id":"off","match":["/x"],"when":{"not":{"platform":["p"]}},"to":{"screen":"B"}},
            {"id":"rest","match":["/x"],"to":{"screen":"C"}}]}
            """#
    }()
}
