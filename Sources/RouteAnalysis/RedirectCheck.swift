import RouteIndex
import RouteModel
import WebAddress

/// Follows a witness of every redirect: loops, chains that are too long, places that are not allowed, dead ends.
struct RedirectCheck {
    let release: TrialRelease
    let now: Instant

    func findings() -> [Finding] {
        var findings: [Finding] = []
        var seen: Set<[String]> = []
        for position in release.entries.indices {
            guard case .redirect = release.rule(position).destination else { continue }
            for address in release.samples.all(release.entries[position].value) {
                for finding in findingsAlong(address, position) where seen.insert(key(finding)).inserted {
                    findings.append(finding)
                }
            }
        }
        return findings
    }

    /// A loop is the same loop wherever it is entered.
    private func key(_ finding: Finding) -> [String] { [finding.code.rawValue] + finding.rules.sorted() }

    /// Resolves an address in situations in which more and more of the redirects on its way hold.
    private func findingsAlong(_ address: String, _ position: Int) -> [Finding] {
        var demands = [release.rule(position).demand]
        var findings: [Finding] = []
        for _ in 0...Limits.redirectsFollowed {
            guard let situation = ContextSearch(demands, at: now).first() else { break }
            let resolution = release.resolve(address, situation)
            // Where another rule wins, the witness shows nothing about this one.
            guard resolution.trail.first?.rule == release.rule(position).id else { break }
            if let finding = finding(resolution, address, situation) {
                findings.append(finding)
                if finding.severity == .error { break }
            }
            guard let next = nextDemand(resolution, demands) else { break }
            demands.append(next)
        }
        return findings
    }

    /// The condition of a redirect that would go on from where a resolution ended, if it were asked for.
    private func nextDemand(
        _ resolution: Resolution, _ demands: [ContextSearch.Demand]
    ) -> ContextSearch.Demand? {
        guard let last = resolution.trail.last?.to ?? resolution.trail.last?.from else { return nil }
        for position in release.matches(last) {
            let rule = release.rule(position)
            guard case .redirect = rule.destination, !rule.isUnconditional,
                !demands.contains(where: { $0.ruleID == rule.id })
            else { continue }
            return rule.demand
        }
        return nil
    }

    private func finding(
        _ resolution: Resolution, _ address: String, _ situation: ContextSearch.Situation
    ) -> Finding? {
        let rules = resolution.trail.reduce(into: [String]()) { if !$0.contains($1.rule) { $0.append($1.rule) } }
        let witness = Finding.Witness(address: address, context: situation.context, at: situation.at)
        let path = resolution.trail.map(\.from).joined(separator: " → ")
        switch resolution.outcome {
        case .failed(let failure) where failure.code == .loop:
            return Finding(
                .loop, rules: cycle(resolution), detail: "The redirects lead back: \(path); \(failure.detail).",
                hint: "Let one of the rules lead to a screen, or narrow its pattern.", witness: witness)
        case .failed(let failure) where failure.code == .tooManyRedirects:
            return Finding(
                .chainTooLong, rules: rules,
                detail:
                    "More than \(Limits.redirectsFollowed) redirects follow one another: \(path); \(failure.detail).",
                hint: "Redirect straight to the last address.", witness: witness)
        case .failed(let failure) where failure.code == .destinationNotAllowed:
            return Finding(
                .destinationNotAllowed, rules: rules,
                detail: "The redirect leads to \(failure.detail), which is not allowed.",
                hint: "Add the address's scheme and host to the allowed destinations.", witness: witness)
        case .address(let target): return deadEnd(target, rules, witness)
        default: return nil
        }
    }

    /// The rules between the two times an address came up.
    private func cycle(_ resolution: Resolution) -> [String] {
        var rules: [String] = []
        for hop in resolution.trail.reversed() where !rules.contains(hop.rule) { rules.append(hop.rule) }
        guard case .failed(let failure) = resolution.outcome else { return rules }
        let start = resolution.trail.firstIndex { failure.detail.hasPrefix(plain($0.from) + " ") } ?? 0
        return resolution.trail[start...].reduce(into: []) { if !$0.contains($1.rule) { $0.append($1.rule) } }
    }

    private func plain(_ address: String) -> String {
        (try? Address(address))?.withFragment(nil).href ?? address
    }

    private func deadEnd(_ target: String, _ rules: [String], _ witness: Finding.Witness) -> Finding? {
        guard let address = try? Address(target), release.draft.settings.schemes.contains(address.scheme),
            release.index.matches(address).isEmpty
        else { return nil }
        return Finding(
            .deadEnd, rules: rules, detail: "The redirect leads to \(target), which no rule takes up.",
            hint: "Add a rule for that address, or correct the template.", witness: witness)
    }
}
