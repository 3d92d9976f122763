package import RouteDocuments
package import RouteModel

/// Checks a draft before it becomes a release (language.md section 8).
///
/// The witness of every finding about an address was resolved by the index that the release would have.
package struct ReleaseCheck {
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

    /// All findings, and the release that they are about.
    ///
    /// - Parameters:
    ///   - identity: The identity of the release; nil if only findings are needed.
    ///   - whenFrozen: Called with the release, without its link files, before the checks, which take longer than all
    ///     before them: what is made of its bytes can be made beside the checks.
    /// - Returns: The findings, errors first, and the release.
    package func run(
        as identity: CheckedRelease.Identity? = nil, whenFrozen: (CheckedRelease) -> Void = { _ in }
    ) -> Outcome {
        var findings = draft.findings() + WindowCheck(draft: draft, now: now).findings()
        // What is too large to be expanded is not expanded.
        guard !findings.contains(where: { $0.code == .tooManyAlternatives }) else {
            return Outcome(findings: Self.sorted(findings), release: nil, steps: 0, stepsMax: 0)
        }
        var frozen: CheckedRelease?
        var work: CheckWork?
        do {
            let release = try CompiledDraft(draft, as: identity, stepsMax: stepsMax)
            work = release.work
            frozen = release.frozen
            if let frozen { whenFrozen(frozen) }
            let search = WitnessSearch(release: release, findings: findings, now: now)
            findings = findings.map(search.withWitness)
            let ties = TieCheck(release: release, now: now).run()
            findings += ties.findings
            findings += ShadowCheck(release: release, now: now, duplicates: ties.duplicates).findings()
            findings += redirects(release, known: Set(findings.map(\.key)))
            findings += MistakeCheck(draft: draft, screens: screens, work: release.work).findings()
            findings += AuthorityCheck(release: release, expectations: expectations, now: now).findings()
            findings += ScreenCheck(release: release, screens: screens, now: now).findings()
            let surfaces = SurfaceCheck(
                release: release, owned: hosts, served: served, screens: screens, now: now)
            findings += surfaces.findings()
            frozen?.surfaces = surfaces.frozen
            let isAsked = expectations.contains { $0.surface == .web }
            findings += ExpectationCheck(
                release: release, hosts: surfaces.hosts,
                ask: isAsked ? browser?.open(surfaces.frozen, release.index) : nil, expectations: expectations, now: now
            ).findings()
            findings += release.work.findings()
        } catch {
            // Usually the model has reported a finding for everything that cannot be compiled; this is for errors
            // without one.
            if !findings.contains(where: { $0.severity == .error }) {
                findings.append(
                    Finding(
                        .syntax, reason: "not-compilable", detail: "The draft cannot be compiled: \(error)",
                        hint: "Correct the rule in this error."))
            }
        }
        let listed = Allowances(draft).without(findings)
        return Outcome(
            findings: Self.sorted(listed), allowedCount: findings.count - listed.count, release: frozen,
            steps: work?.steps ?? 0, stepsMax: work?.stepsMax ?? 0)
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
        draft.rules.indices.filter { draft.rules[$0].condition?.clauses.hasWindow == true }.compactMap { index in
            let rule = draft.rules[index]
            guard rule.isEnabled, let clauses = rule.condition?.clauses else { return nil }
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
