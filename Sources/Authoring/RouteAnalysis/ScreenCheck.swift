import RouteDocuments
import RouteModel
import RouteOrder
import RouteParameters
import RoutePattern

/// Screens that a build lacks, or that need a parameter which the rule does not give.
struct ScreenCheck {
    let release: CompiledDraft
    let screens: ScreenTable
    let now: Instant

    func findings() -> [Finding] {
        guard !screens.builds.isEmpty else { return [] }
        var tables = LackTables(screens)
        let candidates = release.entries.indices.compactMap { candidate($0, &tables) }
        guard !candidates.isEmpty else { return [] }
        var findings: [Finding] = []
        for (position, build) in screens.builds.enumerated() {
            let context = Context(platform: build.platform, appVersion: build.version)
            var found: [Int: Finding] = [:]
            for candidate in candidates {
                guard let lacking = candidate.lacks[position] else { continue }
                let rule = release.entries[candidate.position].rule
                guard found[rule] == nil, candidate.allows(context, at: now) else { continue }
                found[rule] = finding(candidate.position, build, lacking)
            }
            findings += found.sorted { $0.key < $1.key }.map(\.value)
        }
        return findings
    }

    /// An alternative that leads to a screen which some build lacks.
    private struct Candidate {
        let position: Int
        let lacks: LackTables.Lacks
        let ruleID: String
        /// What its rule asks of platform and version alone; nil if nothing.
        let build: Clauses?

        /// Whether a build may fulfil the rule's condition, as far as platform and version decide it.
        func allows(_ context: Context, at now: Instant) -> Bool {
            build?.firstFailure(context, at: now, ruleID: ruleID) == nil
        }
    }

    private func candidate(_ position: Int, _ tables: inout LackTables) -> Candidate? {
        let rule = release.draft.rules[release.entries[position].rule]
        guard case .screen(let target) = rule.destination else { return nil }
        guard let lacks = tables.lacks(target, release.entries[position].value) else { return nil }
        var build = Clauses()
        if let clauses = rule.condition?.clauses {
            build.platform = clauses.platform
            build.appVersion = clauses.appVersion
        }
        return Candidate(position: position, lacks: lacks, ruleID: rule.id, build: build.count == 0 ? nil : build)
    }

    private func finding(_ position: Int, _ build: ScreenTable.Build, _ lacking: String) -> Finding? {
        guard !release.work.isSpent else {
            release.work.leaveOut(.steps)
            return nil
        }
        let rule = release.rule(position)
        let fixed = Context(platform: build.platform, appVersion: build.version)
        let search = ContextSearch([rule.demand], fixed: fixed, at: now, work: release.work)
        guard case .found(let situation) = search.answer() else { return nil }
        for address in release.samples.all(release.entries[position].value) {
            var situation = situation
            situation.context.platform = build.platform
            situation.context.appVersion = build.version
            let resolution = release.resolve(address, situation)
            guard resolution.hopCount == 1, resolution.trail.first?.rule == rule.id else { continue }
            return Finding(
                .missingScreen, rules: [rule.id],
                detail: "\(build.platform) \(build.version) \(lacking), and the rule can be chosen there.",
                hint: "Give the rule a condition on appVersion or platform, or add what is missing to the build.",
                witness: Finding.Witness(address: address, context: situation.context, at: situation.at))
        }
        return nil
    }
}

/// What builds lack, by the screen and the parameters that are given; made once for each combination.
private struct LackTables {
    /// For each build, what it lacks of one screen.
    struct Lacks {
        /// By build: the position in `texts`, or -1 if it lacks nothing.
        let places: [Int32]
        /// What builds lack, as parts of sentences.
        let texts: [String]

        /// What a build lacks, as part of a sentence; nil if it lacks nothing.
        subscript(build: Int) -> String? { places[build] < 0 ? nil : texts[Int(places[build])] }
    }

    private let screens: ScreenTable
    private var made: [[[UInt8]]: Lacks] = [:]

    init(_ screens: ScreenTable) { self.screens = screens }

    /// What builds lack for an alternative of a rule with a target; nil if no build lacks anything.
    mutating func lacks(_ target: ScreenTarget, _ alternative: Alternative) -> Lacks? {
        let needs = screens.needs[Array(target.name.utf8)] ?? []
        let asked = alternative.query.filter { $0.test != .absent }.map(\.name)
        let given = Set((alternative.captureNames + target.parameters.map(\.name) + asked).map(Parameters.key))
        let texts = needs.map { Self.missing($0, target, given) }
        if texts.allSatisfy({ $0 == nil }), needs.contains(where: { $0.builds == nil }) { return nil }
        let key = [Array(target.name.utf8)] + texts.map { Array(($0 ?? "").utf8) }
        if let lacks = made[key] { return lacks.texts.isEmpty ? nil : lacks }
        let lacks = table(needs, texts, absent: "has no screen \"\(target.name)\"")
        made[key] = lacks
        return lacks.texts.isEmpty ? nil : lacks
    }

    private func table(_ needs: [ScreenTable.Need], _ missing: [String?], absent: String) -> Lacks {
        var texts: [String] = []
        var places = [Int32?](repeating: nil, count: screens.builds.count)
        for (need, text) in zip(needs, missing) {
            if let text { texts.append(text) }
            let place = text == nil ? -1 : Int32(texts.count - 1)
            for build in need.builds ?? Array(screens.builds.indices) { places[build] = place }
        }
        if places.contains(nil) { texts.append(absent) }
        return Lacks(places: places.map { $0 ?? Int32(texts.count - 1) }, texts: texts)
    }

    /// The parameters that a rule does not give, as part of a sentence; nil if it gives all.
    private static func missing(_ need: ScreenTable.Need, _ target: ScreenTarget, _ given: Set<[UInt8]>) -> String? {
        let missing = need.parameters.filter { !ScreenParameter($0).isOptional && !given.contains(Parameters.key($0)) }
        guard !missing.isEmpty else { return nil }
        let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
        return "has a screen \"\(target.name)\" that needs \(names), which the rule does not give"
    }
}
