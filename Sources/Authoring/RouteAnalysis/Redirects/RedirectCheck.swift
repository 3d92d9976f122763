import RouteIndex
import RouteModel
import RouteOrder
import RoutePattern

/// Resolves sample addresses of every redirect.
///
/// Finds loops, chains that are too long, destinations that are not allowed, and dead ends.
struct RedirectCheck {
    let release: CompiledDraft
    let now: Instant
    private let report: RedirectReport

    init(release: CompiledDraft, now: Instant) {
        self.release = release
        self.now = now
        report = RedirectReport(release: release)
    }

    func findings() -> [Finding] {
        var findings: [Finding] = []
        var seen: Set<[String]> = []
        for position in release.entries.indices {
            guard release.fact(position).isRedirect else { continue }
            guard !release.work.isSpent, findings.count < Limits.findingsMax else {
                release.work.leaveOut(.steps)
                continue
            }
            var found: [Finding] = []
            var isTaken = false
            for address in samples(release.entries[position].value) {
                found += findingsAlong(address, position, &isTaken)
            }
            // Where rules take a part of the targets in an own origin, the rest may be meant to be web pages.
            if isTaken { found.removeAll { $0.reason == RedirectReport.originReason } }
            for finding in found where seen.insert(finding.key).inserted { findings.append(finding) }
        }
        return findings
    }

    /// Samples of the whole, and one for each word of an enumeration.
    private func samples(_ alternative: Alternative) -> [String] {
        let pieces = alternative.pieces
        return release.samples.all(alternative)
            + (pieces.count > 1 ? pieces.compactMap { release.samples.first($0) } : [])
    }

    /// Resolves an address in a series of situations, in each of which one more of its redirects holds.
    ///
    /// The first situation satisfies the rule at the position; each next one satisfies the conditional redirect, too,
    /// that would match the address at which the last resolution ended.
    ///
    /// `isTaken` becomes true if another rule takes the target.
    private func findingsAlong(_ address: String, _ position: Int, _ isTaken: inout Bool) -> [Finding] {
        var rules = [release.entries[position].rule]
        var findings: [Finding] = []
        for _ in 0...Limits.redirectsFollowed {
            guard !release.work.isSpent, let situation = release.situation(of: rules, at: now) else { break }
            let resolution = release.resolve(address, situation)
            // If another rule wins, the witness shows nothing about this one.
            guard resolution.trail.first?.rule == release.rule(position).id else { break }
            if resolution.hopCount > 1 { isTaken = true }
            if let finding = report.finding(resolution, address, situation) {
                findings.append(finding)
                if finding.severity == .error { break }
            }
            guard let next = nextRule(resolution, rules) else { break }
            rules.append(next)
        }
        return findings
    }

    /// A conditional redirect that matches the address at which a resolution ended.
    private func nextRule(_ resolution: Resolution, _ rules: [Int]) -> Int? {
        guard let last = resolution.trail.last?.to ?? resolution.trail.last?.from else { return nil }
        for position in release.matches(last) {
            let fact = release.fact(position)
            guard fact.isRedirect, !fact.isUnconditional, !rules.contains(release.entries[position].rule) else {
                continue
            }
            return release.entries[position].rule
        }
        return nil
    }
}
