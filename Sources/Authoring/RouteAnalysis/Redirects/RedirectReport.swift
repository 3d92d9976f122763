import RouteDocuments
import RouteIndex
import RouteModel
import WebAddress

/// Makes a finding of a resolution with a fault in its redirects.
struct RedirectReport {
    let release: CompiledDraft

    /// The reason of a dead end in an origin of the app, not in one of its schemes.
    static let originReason = "origin"

    /// The fault of the redirects of a resolution; nil if there is none.
    func finding(
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
                hint: "Redirect directly to the last address.", witness: witness)
        case .failed(let failure) where failure.code == .destinationNotAllowed:
            return Finding(
                .destinationNotAllowed, rules: rules,
                detail: "The redirect leads to \(failure.detail), which is not allowed.",
                hint: "Add the address's scheme and host to the allowed destinations.", witness: witness)
        case .address(let target): return deadEnd(target, rules, witness)
        default: return nil
        }
    }

    /// The rules between the first and the second time that the resolution had the same address.
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
        guard let address = try? Address(target) else { return nil }
        let isOwnScheme = release.draft.settings.schemes.contains(address.scheme)
        guard isOwnScheme || (rules.count == 1 && release.origins.contains(OriginKey(address))),
            release.matches(address).isEmpty
        else { return nil }
        guard isOwnScheme else {
            return Finding(
                .deadEnd, reason: Self.originReason, rules: rules,
                detail: "The redirect leads to \(target), an address of the app's own origin that no rule matches.",
                hint: "Add a rule for that address, or correct the template.", witness: witness)
        }
        return Finding(
            .deadEnd, rules: rules, detail: "The redirect leads to \(target), which no rule matches.",
            hint: "Add a rule for that address, or correct the template.", witness: witness)
    }
}

extension Finding {
    /// Code and sorted rules: equal for the same fault, so that a loop is reported once, independent of the address at
    /// which it begins.
    var key: [String] { [code.rawValue] + rules.sorted() }
}
