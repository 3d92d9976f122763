import RouteDocuments
import RouteIndex
import RouteModel
import RouteOrder
import RoutePattern
import WebAddress

/// Patterns of custom schemes that never match because of the setting `authority`.
struct AuthorityCheck {
    let release: CompiledDraft
    let expectations: [Expectation]
    let now: Instant

    func findings() -> [Finding] {
        var findings: [Finding] = []
        var seen: Set<Int> = []
        for (position, entry) in release.entries.enumerated() {
            guard case .literal(let scheme) = entry.value.scheme, case .labels = entry.value.host,
                isFirstSegment(scheme), seen.insert(entry.rule).inserted
            else { continue }
            findings.append(neverMatches(release.rule(position).id, scheme))
        }
        return findings + suggestions()
    }

    private func isFirstSegment(_ scheme: String) -> Bool {
        release.draft.settings.authority[scheme] == .firstSegment
    }

    private func neverMatches(_ rule: String, _ scheme: String) -> Finding {
        Finding(
            .authority, reason: "host", rules: [rule],
            detail: "\"\(rule)\" never matches: addresses of \"\(scheme)\" have no host, as their authority is read as "
                + "the first segment.",
            hint:
                "Write \(scheme):///page instead of \(scheme)://page, or set \"authority\" to \"host\" for the scheme."
        )
    }

    /// Addresses in use that no rule matches, but some pattern would match if the authority were read as a segment.
    private func suggestions() -> [Finding] {
        var patterns: [String: [Int]] = [:]
        for (position, entry) in release.entries.enumerated() {
            guard case .literal(let scheme) = entry.value.scheme, entry.value.host == .none, !isFirstSegment(scheme)
            else { continue }
            patterns[scheme, default: []].append(position)
        }
        guard !patterns.isEmpty else { return [] }
        var findings: [Finding] = []
        var seen: Set<String> = []
        for (text, witness) in addressesInUse() where !release.work.isSpent {
            guard let address = try? Address(text), !seen.contains(address.scheme),
                let positions = patterns[address.scheme], release.matches(address).isEmpty
            else { continue }
            release.work.spend(positions.count)
            let subject = MatchSubject(address, authority: [address.scheme: .firstSegment])
            guard let position = positions.first(where: { release.entries[$0].value.match(subject) != nil }) else {
                continue
            }
            seen.insert(address.scheme)
            let rule = release.rule(position).id
            findings.append(
                Finding(
                    .authority, reason: "firstSegment", rules: [rule],
                    detail: "\(text) matches nothing, since \"\(address.host ?? "")\" is read as its host; \"\(rule)\" "
                        + "would match it as a segment.",
                    hint: "Set \"authority\": {\"\(address.scheme)\": \"firstSegment\"} in the settings.",
                    witness: witness))
        }
        return findings
    }

    /// Stored test addresses, and the addresses that redirects lead to.
    private func addressesInUse() -> [(String, Finding.Witness)] {
        var addresses = expectations.map {
            ($0.url, Finding.Witness(address: $0.url, context: $0.context, at: $0.at))
        }
        for (position, entry) in release.entries.enumerated() where release.fact(position).isRedirect {
            guard !release.work.isSpent else {
                release.work.leaveOut(.steps)
                break
            }
            guard let address = release.samples.first(entry.value),
                let situation = release.situation(of: [entry.rule], at: now)
            else { continue }
            let resolution = release.resolve(address, situation)
            guard case .address(let target) = resolution.outcome else { continue }
            addresses.append(
                (target, Finding.Witness(address: address, context: situation.context, at: situation.at)))
        }
        return addresses
    }
}
