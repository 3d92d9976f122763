import RouteIndex
import RouteModel
import RoutePattern

/// Follows a witness of every redirect: loops, chains that are too long, places that are not allowed, dead ends.
struct RedirectCheck {
    let release: TrialRelease
    let now: Instant
    private let report: RedirectReport

    init(release: TrialRelease, now: Instant) {
        self.release = release
        self.now = now
        report = RedirectReport(release: release)
    }

    func findings() -> [Finding] {
        var findings: [Finding] = []
        var seen: Set<[String]> = []
        for position in release.entries.indices {
            guard release.fact(position).isRedirect else { continue }
            for address in samples(release.entries[position].value) {
                for finding in findingsAlong(address, position) where seen.insert(finding.key).inserted {
                    findings.append(finding)
                }
            }
        }
        return findings
    }

    /// Samples of the whole, and one for each word of an enumeration.
    private func samples(_ alternative: Alternative) -> [String] {
        let pieces = alternative.pieces
        return release.samples.all(alternative)
            + (pieces.count > 1 ? pieces.compactMap { release.samples.first($0) } : [])
    }

    /// Resolves an address in situations in which more and more of the redirects on its way hold.
    private func findingsAlong(_ address: String, _ position: Int) -> [Finding] {
        var demands = [release.rule(position).demand]
        var findings: [Finding] = []
        for _ in 0...Limits.redirectsFollowed {
            guard let situation = ContextSearch(demands, at: now).first() else { break }
            let resolution = release.resolve(address, situation)
            // Where another rule wins, the witness shows nothing about this one.
            guard resolution.trail.first?.rule == release.rule(position).id else { break }
            if let finding = report.finding(resolution, address, situation) {
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
}
