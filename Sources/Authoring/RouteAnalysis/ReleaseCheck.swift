package import RouteDocuments
package import RouteModel

/// Checks a draft before it becomes a release (language.md section 8).
///
/// The witness of every finding about an address was resolved by the index that the release would have.
package struct ReleaseCheck: Sendable {
    private let draft: Draft
    private let screens: ScreenTable
    private let expectations: [Expectation]
    private let hosts: Set<String>?
    private let served: ReleaseSurfaces?
    private let browser: BrowserAnswers?
    private let now: Instant
    private let stepsMax: Int?

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - draft: The draft; disabled rules are ignored.
    ///   - screens: What the app's builds have of the screens that the draft names.
    ///   - expectations: The stored test addresses.
    ///   - hosts: The hosts that belong to the app; nil where that is not known.
    ///   - served: What the release that is served to the public keeps beside its body; nil if none is.
    ///   - browser: What browsers get; nil leaves test addresses of browsers out.
    ///   - now: The instant at which time windows and witnesses are evaluated.
    ///   - stepsMax: The number of steps after which the check stops; nil for `Limits.stepsMax`.
    package init(
        draft: Draft, screens: ScreenTable = ScreenTable(), expectations: [Expectation] = [],
        hosts: Set<String>? = nil, served: ReleaseSurfaces? = nil, browser: BrowserAnswers? = nil, at now: Instant,
        stepsMax: Int? = nil
    ) {
        self.draft = draft
        self.screens = screens
        self.expectations = expectations
        self.hosts = hosts
        self.served = served
        self.browser = browser
        self.now = now
        self.stepsMax = stepsMax
    }

    /// All findings but those that their rules allow, errors first, in a fixed order.
    ///
    /// - Complexity: O(n log n) in the rules, as long as few of them match the same address.
    package func findings() -> [Finding] { run().findings }

    /// The outcome of a check.
    package struct Outcome: Sendable {
        /// All findings but those that their rules allow, errors first, in a fixed order.
        package var findings: [Finding]
        /// The number of warnings that their rules allow.
        package var allowedCount = 0
        /// The release that was checked; nil if no identity was given or it cannot be compiled.
        package var release: CheckedRelease?
        /// The work done, in steps of about 100 ns.
        package var steps: Int
        /// The number of steps after which the check stops.
        package var stepsMax: Int
    }

    /// What the draft shows before it is compiled: faults of its rules and settings, time windows, and mistakes.
    package struct OfDraft: Sendable {
        /// Faults and time windows.
        fileprivate var faults: [Finding]
        fileprivate var mistakes: [Finding]
        /// The work of looking for mistakes, in steps.
        fileprivate var steps: Int
        /// Whether that work reached the limit of a check.
        fileprivate var isCut: Bool
    }

    /// The part of the check that needs no compiled release, so that another thread can do it while this one compiles.
    package func ofDraft() -> OfDraft {
        let work = CheckWork(stepsMax: stepsMax ?? Limits.stepsMax)
        let faults = draft.findings() + WindowCheck(draft: draft, now: now).findings()
        let (mistakes, isCut) = MistakeCheck(draft: draft, screens: screens, work: work).findings()
        return OfDraft(faults: faults, mistakes: mistakes, steps: work.steps, isCut: isCut)
    }

    /// All findings, and the release that they are about.
    ///
    /// - Parameters:
    ///   - identity: The identity of the release; nil if only findings are needed.
    ///   - part: The result of ``ofDraft()``, asked for when the draft is compiled; nil to make it here.
    ///   - whenFrozen: Called with the release, without its link files, before the checks, which take longer than all
    ///     before them: what is made of its bytes can be made beside the checks.
    /// - Returns: The findings, errors first, and the release.
    package func run(
        as identity: CheckedRelease.Identity? = nil, with part: (() -> OfDraft)? = nil,
        whenFrozen: (CheckedRelease) -> Void = { _ in }
    ) -> Outcome {
        // It fails for what is too large to be expanded.
        let compiled = Result { try CompiledDraft(draft, as: identity, stepsMax: stepsMax) }
        let work = try? compiled.get().work
        var frozen = try? compiled.get().frozen
        if let frozen { whenFrozen(frozen) }
        let part = part?() ?? ofDraft()
        var findings = part.faults
        guard !findings.contains(where: { $0.code == .tooManyAlternatives }) else {
            return Outcome(findings: Self.sorted(findings), release: nil, steps: 0, stepsMax: 0)
        }
        switch compiled {
        case .success(let release):
            findings = self.findings(release, part, &frozen)
        case .failure(let error):
            // Usually the model has reported a finding for everything that cannot be compiled; this is for errors
            // without one.
            guard !findings.contains(where: { $0.severity == .error }) else { break }
            findings.append(
                Finding(
                    .syntax, reason: "not-compilable", detail: "The draft cannot be compiled: \(error)",
                    hint: "Correct the rule in this error."))
        }
        let listed = Allowances(draft).without(findings)
        return Outcome(
            findings: Self.sorted(listed), allowedCount: findings.count - listed.count, release: frozen,
            steps: work?.steps ?? 0, stepsMax: work?.stepsMax ?? 0)
    }

    /// The findings in the order of the checks; adds to the frozen release what only they know.
    private func findings(_ release: CompiledDraft, _ part: OfDraft, _ frozen: inout CheckedRelease?) -> [Finding] {
        let search = WitnessSearch(release: release, findings: part.faults, now: now)
        var findings = part.faults.map(search.withWitness)
        let ties = TieCheck(release: release, now: now).run()
        findings += ties.findings
        findings += ShadowCheck(release: release, now: now, duplicates: ties.duplicates).findings()
        findings += redirects(release, known: Set(findings.map(\.key)))
        // After what can block: what is left of the budget is for the checks below.
        release.work.spend(part.steps)
        if part.isCut { release.work.leaveOut(.steps) }
        findings += part.mistakes
        findings += AuthorityCheck(release: release, expectations: expectations, now: now).findings()
        findings += ScreenCheck(release: release, screens: screens, now: now).findings()
        let surfaces = SurfaceCheck(release: release, owned: hosts, served: served, screens: screens, now: now)
        findings += surfaces.findings()
        frozen?.surfaces = surfaces.frozen
        let isAsked = expectations.contains { $0.surface == .web }
        findings += ExpectationCheck(
            release: release, surfaces: surfaces,
            ask: isAsked ? browser?.open(surfaces.frozen, release.index) : nil, expectations: expectations, now: now
        ).findings()
        return findings + release.work.findings()
    }

    /// Errors first, each kind in the order in which it was found.
    private static func sorted(_ findings: [Finding]) -> [Finding] {
        findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
    }

    /// Faults of redirects: first those that samples show, then those that only the search for chains finds.
    private func redirects(_ release: CompiledDraft, known: Set<[String]>) -> [Finding] {
        let sampled = RedirectCheck(release: release, now: now).findings()
        let chains = ChainCheck(release: release, now: now).findings()
        var seen = known
        return sampled.filter { seen.insert($0.key).inserted } + chains.filter { seen.insert($0.key).inserted }
    }
}

/// Time windows that are over, or have not begun.
struct WindowCheck {
    let draft: Draft
    let now: Instant

    func findings() -> [Finding] {
        // Most rules have no window: they are not copied.
        draft.rules.indices.compactMap { index in
            guard let clauses = Rule.condition(of: draft.rules, index)?.clauses, clauses.hasWindow else { return nil }
            let rule = draft.rules[index]
            guard rule.isEnabled else { return nil }
            if let before = clauses.before, before <= now {
                return Finding(
                    .expired, rules: [rule.id], detail: "The rule held only before \(before).",
                    hint: "Remove the rule, or move its window.")
            }
            if let after = clauses.after, after > now {
                return Finding(
                    .notYet, rules: [rule.id], detail: "The rule holds only from \(after).",
                    hint: "If this is intended, nothing is to be done.")
            }
            return nil
        }
    }
}

extension Clauses {
    /// Whether they have a time window.
    fileprivate var hasWindow: Bool { before != nil || after != nil }
}
