import RouteDocuments
import RouteModel
import WebAddress

/// Resolves the stored test addresses in the release.
///
/// All of them are resolved, even if the steps of the check are used up, because a failure blocks the release.
struct ExpectationCheck {
    let release: CompiledDraft
    /// What operating systems get for the draft's hosts.
    var surfaces: SurfaceCheck?
    /// What browsers get; nil leaves their test addresses out.
    var ask: BrowserAnswers.Ask?
    let expectations: [Expectation]
    let now: Instant

    func findings() -> [Finding] {
        var disabled = DisabledRules(release)
        return expectations.enumerated().compactMap { place, expectation in
            finding(expectation, pointer: "/expectations/\(place)", &disabled)
        }
    }

    private func finding(
        _ expectation: Expectation, pointer: String, _ disabled: inout DisabledRules
    ) -> Finding? {
        var expectation = expectation
        if expectation.surface == .os, let address = try? Address(expectation.url) {
            if case .delivered(let systems) = expectation.expect {
                return misdelivered(expectation, address, systems, pointer)
            }
            if !isDelivered(address, expectation) { return undelivered(expectation, address, pointer) }
            if let arrived = surfaces?.links.arriving(address), arrived != address { expectation.url = arrived.href }
        }
        if expectation.surface == .web {
            guard ask != nil else { return nil }
            expectation.context.platform = "web"
        }
        if expectation.at == nil, let rule = clockRule(expectation) {
            return Finding(
                .expectationFailed, reason: "instant-missing", rules: [rule.id], pointer: pointer,
                detail: "\"\(expectation.url)\" may be decided by \"\(rule.id)\", which depends on the clock.",
                hint: "Set \"at\" to the instant of the test address.")
        }
        let situation = ContextSearch.Situation(context: expectation.context, at: expectation.at ?? now)
        if expectation.surface == .web { return answered(expectation, situation, pointer) }
        let resolution = release.resolve(expectation.url, situation, explaining: true)
        guard let difference = expectation.difference(from: resolution) else { return nil }
        let explanation = resolution.explanation.map { "\n\($0)" } ?? ""
        let asleep = disabled.rule(for: expectation, situation)
        let cause = asleep.map { ". The rule \"\($0)\" takes this address, but it is disabled." } ?? ""
        return Finding(
            .expectationFailed, reason: asleep == nil ? nil : "disabled",
            rules: [asleep].compactMap { $0 } + resolution.trail.map(\.rule), pointer: pointer,
            detail: "\"\(expectation.url)\" \(difference)\(cause)\(explanation)",
            hint: asleep.map { "Enable \"\($0)\", or correct the test address if the new result is intended." }
                ?? "Correct the rules, or the test address if the new result is intended.",
            witness: Finding.Witness(address: expectation.url, context: expectation.context, at: expectation.at))
    }

    /// The finding about what a browser gets; nil for what is expected.
    private func answered(
        _ expectation: Expectation, _ situation: ContextSearch.Situation, _ pointer: String
    ) -> Finding? {
        guard let ask else { return nil }
        release.work.spend(Limits.stepsPerLookup)
        var (rules, text): ([String], String)
        switch ask(expectation.url, situation.context, situation.at) {
        case .none(let why): (rules, text) = ([], "has no answer on the web: \(why)")
        case .answer(let kind, let status, let location, let rule):
            guard let difference = expectation.difference(fromAnswer: kind, status: status, location: location) else {
                return nil
            }
            (rules, text) = ([rule].compactMap { $0 }, difference)
        }
        return Finding(
            .expectationFailed, reason: "web", rules: rules, pointer: pointer,
            detail: "\"\(expectation.url)\" \(text).",
            hint: "Correct the rule, its \"fallback\" or the surface of the host, or expect this answer.",
            witness: Finding.Witness(address: expectation.url, context: situation.context, at: expectation.at))
    }

    /// Whether the operating system of the context gives an address to the app.
    private func isDelivered(_ address: Address, _ expectation: Expectation) -> Bool {
        isDelivered(address, on: expectation.context.platform)
    }

    /// Whether the operating system of a platform gives an address to the app; nil for any of them.
    private func isDelivered(_ address: Address, on platform: String?) -> Bool {
        guard address.scheme == "https" || address.scheme == "http" else {
            return release.draft.settings.schemes.contains(address.scheme)
        }
        guard address.scheme == "https", let host = address.host else { return false }
        return surfaces?.serving(host)?.opens(address, on: platform) == true
    }

    /// The finding about an address that other systems give to the app than expected.
    private func misdelivered(
        _ expectation: Expectation, _ address: Address, _ systems: [LinkStore], _ pointer: String
    ) -> Finding? {
        let found = LinkStore.allCases.filter { isDelivered(address, on: $0.rawValue) }
        guard found != systems else { return nil }
        return Finding(
            .expectationFailed, reason: "systems", pointer: pointer,
            detail: "\"\(expectation.url)\" opens \(Expectation.Outcome.delivered(found).summary), expected "
                + "\(expectation.expect.summary).",
            hint: "Name the apps and the patterns of its host in \"surfaces\", or expect these systems.",
            witness: Finding.Witness(address: expectation.url, context: expectation.context, at: expectation.at))
    }

    /// The finding about an address that a browser opens, if its expectation is anything else.
    private func undelivered(_ expectation: Expectation, _ address: Address, _ pointer: String) -> Finding? {
        if case .address(let wanted) = expectation.expect, (try? Address(wanted))?.href == address.href { return nil }
        return Finding(
            .expectationFailed, reason: "browser", pointer: pointer,
            detail: "\"\(expectation.url)\" is opened by a browser, expected \(expectation.expect.summary).",
            hint: "Add a pattern to \"claim\" of its host or remove one from \"never\", or expect this address itself.",
            witness: Finding.Witness(address: expectation.url, context: expectation.context, at: expectation.at))
    }

    /// A rule that matches the address, or one that it redirects to, and whose conditions depend on the clock.
    private func clockRule(_ expectation: Expectation) -> Rule? {
        let situation = ContextSearch.Situation(context: expectation.context, at: now)
        let hops = release.resolve(expectation.url, situation).trail.flatMap { [$0.from, $0.to].compactMap { $0 } }
        for address in [expectation.url] + hops {
            let rules = release.matches(address).map { release.rule($0) }
            if let rule = rules.first(where: { $0.condition?.dependsOnClock == true }) { return rule }
        }
        return nil
    }
}
