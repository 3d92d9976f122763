import RouteModel
import RoutePattern

/// Screens that a build lacks, or that need a parameter which the rule does not give.
struct ScreenCheck {
    let release: CompiledDraft
    let manifests: [ScreenManifest]
    let now: Instant

    func findings() -> [Finding] {
        guard !manifests.isEmpty else { return [] }
        var findings: [Finding] = []
        for manifest in manifests {
            var found: [Int: Finding] = [:]
            for position in release.entries.indices where found[release.entries[position].rule] == nil {
                found[release.entries[position].rule] = finding(position, manifest)
            }
            findings += found.sorted { $0.key < $1.key }.map(\.value)
        }
        return findings
    }

    private func finding(_ position: Int, _ manifest: ScreenManifest) -> Finding? {
        let rule = release.rule(position)
        guard case .screen(let target) = rule.destination else { return nil }
        let lacking = missing(target, release.entries[position].value, manifest)
        guard let lacking else { return nil }
        guard !release.work.isSpent else {
            release.work.leaveOut(.steps)
            return nil
        }
        let build = Context(platform: manifest.platform, appVersion: manifest.version)
        let search = ContextSearch([rule.demand], fixed: build, at: now, work: release.work)
        guard case .found(let situation) = search.answer() else { return nil }
        for address in release.samples.all(release.entries[position].value) {
            var situation = situation
            situation.context.platform = manifest.platform
            situation.context.appVersion = manifest.version
            let resolution = release.resolve(address, situation)
            guard resolution.trail.count == 1, resolution.trail.first?.rule == rule.id else { continue }
            return Finding(
                .missingScreen, rules: [rule.id],
                detail: "\(manifest.platform) \(manifest.version) \(lacking), and the rule can be chosen there.",
                hint: "Give the rule a condition on appVersion or platform, or add what is missing to the build.",
                witness: Finding.Witness(address: address, context: situation.context, at: situation.at))
        }
        return nil
    }

    /// The screen or parameters that a build lacks for a target, as part of a sentence; nil if it lacks nothing.
    private func missing(_ target: ScreenTarget, _ alternative: Alternative, _ manifest: ScreenManifest) -> String? {
        guard let needed = ExactText.value(of: target.name, in: manifest.screens) else {
            return "has no screen \"\(target.name)\""
        }
        var given = Set((alternative.captureNames + target.parameters.map(\.name)).map { $0.lowercased() })
        for constraint in alternative.query where constraint.test != .absent {
            given.insert(constraint.name.lowercased())
        }
        let missing = needed.filter { !given.contains($0.lowercased()) }
        guard !missing.isEmpty else { return nil }
        let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
        return "has a screen \"\(target.name)\" that needs \(names), which the rule does not give"
    }
}
