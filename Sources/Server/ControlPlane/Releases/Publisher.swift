import CanonicalJSON
import Digests
import HTTPExchange
import HTTPWire
import LinkAnswers
import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel
import ServerMetrics
import StoreRecords
import SystemIO

/// Makes a release from a draft: check, freeze, number, encode, compress.
///
/// The transaction that stores a release verifies revision and number first. The bytes of a release with a long body are
/// stored before it, while the release is checked; they are deleted if it is not published.
struct Publisher: Sendable {
    let store: any RuleStore
    /// Counts every publish and restore, whichever request asked for it.
    let counters: ControlCounters
    /// The drafts that were decoded last.
    var drafts = DecodedDrafts()

    /// Makes a release and stores it.
    ///
    /// If another write was stored between reading and writing, it tries again; in the last attempts, all other writers
    /// of the app at this node wait.
    ///
    /// - Parameters:
    ///   - plan: Reads the current draft, from a snapshot of the store.
    ///   - app: The app.
    ///   - precondition: The client's precondition; a write that contradicts it is not tried again.
    ///   - turns: The order of the app's writers.
    ///   - start: When the request began, for its duration.
    ///   - insert: Stores the release and shows it to clients; throws 412 or 409 if another write was stored since
    ///     `plan`. The compiled index is nil if the check could not make one.
    /// - Returns: The result of `insert`.
    /// - Throws: The errors of `plan` and `insert`, and 422 with every finding that blocks; 503 if writers of other nodes
    ///   were faster all the time.
    func publish(
        _ plan: Planning, of app: String, under precondition: Precondition, _ turns: WriteTurns,
        since start: ContinuousClock.Instant, _ insert: (PreparedRelease, CompiledIndex?) throws -> Answer
    ) throws -> Answer {
        let answer = try attempt(plan, of: app, under: precondition, turns, insert)
        counters.countPublish(since: start)
        return answer
    }

    /// Reads what a publish needs to know of the draft.
    typealias Planning = (any RuleStore) throws -> ReleasePlan

    private func attempt(
        _ plan: Planning, of app: String, under precondition: Precondition, _ turns: WriteTurns,
        _ insert: (PreparedRelease, CompiledIndex?) throws -> Answer
    ) throws -> Answer {
        for _ in 0..<ControlLimits.publishAttemptsBeside {
            let (prepared, index) = try prepare(plan)
            do {
                return try keeping(prepared) { try turns.take(.beside, of: app) { try insert(prepared, index) } }
            } catch let error where Self.isOvertaken(error, under: precondition) {
                continue
            }
        }
        return try turns.take(.alone, of: app) {
            // Writers of other nodes on the same database do not wait.
            let end = ContinuousClock.now + ControlLimits.publishAlone
            while true {
                let (prepared, index) = try prepare(plan)
                do {
                    return try keeping(prepared) { try insert(prepared, index) }
                } catch let error where Self.isOvertaken(error, under: precondition) {
                    guard ContinuousClock.now < end else { throw Self.isOvertakenAlways }
                }
            }
        }
    }

    /// Makes a release, and stores its bytes if they are long; throws 422 with every finding that blocks.
    private func prepare(_ planning: Planning) throws -> (PreparedRelease, CompiledIndex?) {
        let (plan, check) = try store.snapshot { snapshot -> (ReleasePlan, ReleaseCheck) in
            let plan = try planning(snapshot)
            return (plan, try self.check(plan.draft, of: plan.app, at: plan.now, in: snapshot))
        }
        let identity = CheckedRelease.Identity(app: plan.app, version: plan.version, publishedAt: plan.now) {
            SHA256.hash($0)
        }
        let interest = StagedForms.Interest()
        let ofDraft = Threads.Beside(if: plan.draft.rules.count >= ControlLimits.checkBesideRulesMin) {
            let verdict = Result { () throws(Problem) in try plan.base?.verify(plan.draft, plan.target) }
            if case .failure = verdict { interest.end() }
            return (check.ofDraft(), verdict)
        }
        var beside: Threads.Beside<Result<StagedForms, Problem>>?
        let outcome = check.run(
            as: identity, with: { ofDraft.value().0 },
            whenFrozen: { release in
                guard release.bytes.count >= ControlLimits.formsBesideBytesMin else { return }
                beside = Threads.Beside {
                    Result { () throws(Problem) in
                        try StagedForms(release, plan.storedDraft, in: store, while: interest)
                    }
                }
            })
        let isBlocked = !plan.ignoresFindings && outcome.findings.contains { $0.severity == .error }
        if isBlocked { interest.end() }
        let staged = beside?.value()
        do {
            if isBlocked { throw Self.blocked(by: outcome.findings) }
            _ = try ofDraft.value().1.get()
            return (try prepared(plan, outcome, staged?.get()), outcome.release?.index)
        } catch {
            if case .success(let forms) = staged { forms.discard(in: store) }
            throw error
        }
    }

    /// A release of a check that allows it, and of its forms if they were made beside the check.
    private func prepared(
        _ plan: ReleasePlan, _ outcome: ReleaseCheck.Outcome, _ staged: StagedForms?
    ) throws -> PreparedRelease {
        // The check of a restore that ignores findings may have made no release; `freeze` then makes one or throws.
        let surfaces = outcome.release?.surfaces ?? ReleaseSurfaces(of: plan.draft)
        let made =
            if let staged { staged.forms } else if let release = outcome.release { try StoredForms(release) } else {
                try StoredForms(try Self.freeze(plan), surfaces)
            }
        var prepared = PreparedRelease(
            basis: plan.basis, version: plan.version, channel: plan.target.channel, message: plan.target.message,
            publishedAt: plan.now, digest: made.digest, contentDigest: made.contentDigest, body: made.body,
            gzip: made.gzip, draft: staged?.draft ?? plan.storedDraft, findings: outcome.findings,
            ruleCount: plan.draft.rules.count)
        prepared.served = plan.base.map { .release($0.version) } ?? .anything
        prepared.notes = plan.target.notes
        prepared.only = plan.target.only?.ids ?? []
        prepared.leavesEdits = plan.leavesEdits
        prepared.surfaces = surfaces.isEmpty ? nil : surfaces.document
        prepared.index = made.index
        prepared.staged = try staged?.staged.get()
        return prepared
    }

    /// Runs what stores a release; if it fails, deletes what was stored of it before.
    private func keeping<Value>(_ prepared: PreparedRelease, _ insert: () throws -> Value) throws -> Value {
        do { return try insert() } catch {
            if let staged = prepared.staged { store.discard(staged) }
            throw error
        }
    }

    /// What the channel of a publish serves; nil if neither its size nor its rules matter.
    ///
    /// Throws what the transaction would throw for the channel, so that no check is done in vain.
    func base(of app: String, _ target: ReleaseTarget, in store: any RuleStore) throws -> ReleaseBase? {
        let record = try verify(target, of: app, in: store)
        guard !target.allowsShrink || target.only != nil else { return nil }
        return try ReleaseBase(record, target.channel.name, of: app, in: store)
    }

    /// Throws what the transaction would throw for the channel of a publish; returns the channel, if there is one.
    @discardableResult
    func verify(_ target: ReleaseTarget, of app: String, in store: any RuleStore) throws -> ChannelRecord? {
        let channels = try store.channels(app)
        let current = channels.first { $0.name == target.channel.name }
        try target.channel.verifyBase(current)
        _ = try target.channel.visibility(of: current, in: app) { channels.map(\.name) }
        return current
    }

    /// The findings of the check of a draft, with the app's screens and test addresses.
    func findings(_ draft: Draft, of app: String, at now: Instant) throws -> [Finding] {
        try outcome(draft, of: app, at: now).findings
    }

    /// The findings of the check of a draft, and how many warnings its rules allow.
    func outcome(_ draft: Draft, of app: String, at now: Instant) throws -> ReleaseCheck.Outcome {
        let check = try store.snapshot { try self.check(draft, of: app, at: now, in: $0) }
        let ofDraft = Threads.Beside(if: draft.rules.count >= ControlLimits.checkBesideRulesMin) { check.ofDraft() }
        return check.run(with: ofDraft.value)
    }

    /// The stored test addresses that a draft would resolve differently from what is expected.
    func failedExpectations(_ draft: Draft, of app: String, at now: Instant) throws -> [Finding] {
        guard try !RequestDecoding.storedExpectations(try store.expectations(app).json, of: app).isEmpty else {
            return []
        }
        return try findings(draft, of: app, at: now).filter { $0.code == .expectationFailed }
    }

    private func check(
        _ draft: Draft, of app: String, at now: Instant, in store: any RuleStore
    ) throws -> ReleaseCheck {
        let screens = try store.screens(
            app, naming: ScreenTable.names(in: draft), withHosts: !draft.settings.linkText.isEmpty)
        let expectations = try RequestDecoding.storedExpectations(try store.expectations(app).json, of: app)
        let hosts = Set(try store.hosts(of: app).map(\.name))
        let served = hosts.isEmpty ? nil : try store.servedSurfaces(of: app)
        return ReleaseCheck(
            draft: draft, screens: screens, expectations: expectations, hosts: hosts,
            served: served.flatMap { ReleaseSurfaces(document: $0) }, browser: .responder, at: now)
    }

    /// Whether a write failed because another one was stored between reading and writing, although the client did not
    /// require a revision.
    private static func isOvertaken(_ error: any Error, under precondition: Precondition) -> Bool {
        guard let problem = Problem(thrown: error) else { return false }
        return problem.code == StoreError.Code.versionMismatch.rawValue
            || (problem.status == 412 && precondition == .any)
    }

    /// 503, not 412: the client accepts every state of the draft.
    private static let isOvertakenAlways = StoreError(
        .busy, "Writers at other servers change the draft all the time, so that no release of it could be stored.",
        hint: "Try again, or publish in the same request that changes the draft.")

    private static func freeze(_ plan: ReleasePlan) throws(Problem) -> ReleaseBody {
        do {
            return try ReleaseBody.freeze(
                draft: plan.draft, app: plan.app, version: plan.version, publishedAt: plan.now)
        } catch {
            throw .unprocessable("cannot-freeze", "the draft cannot become a release: \(error)")
        }
    }

    /// 422 with the findings that block the release.
    private static func blocked(by findings: [Finding]) -> Problem {
        let errors = findings.filter { $0.severity == .error }
        return .unprocessable(
            "findings-block",
            "\(errors.count) finding\(errors.count == 1 ? "" : "s") must be corrected before a release can be made",
            errors: errors.prefix(ExchangeLimits.findingsMax).map(ProblemItem.init),
            members: JSONValue.object([:]).adding(findings).objectValue ?? [:])
    }
}

/// The input of a publish.
struct ReleasePlan: Sendable {
    /// The app.
    var app: String
    /// The draft, decoded.
    var draft: Draft
    /// The JSON of the draft in the store; nil if it differs from `draft`.
    var stored: [UInt8]?
    /// The draft's revision; for an edit that is published in the same transaction, the revision before it.
    var basis: Int
    /// The number that the release will have.
    var version: Int
    /// What the request says of the release: its channel and its message.
    var target: ReleaseTarget
    /// When it is published.
    var now: Instant
    /// Whether to publish in spite of blocking findings; only a restore may do this.
    var ignoresFindings = false
    /// What the channel serves, if the release is compared with it or made from it.
    var base: ReleaseBase?
    /// Whether the draft has edits that the release does not have.
    var leavesEdits = false

    /// The JSON of the draft, as it is stored with the release.
    var storedDraft: [UInt8] { stored ?? draft.canonicalBytes() }
}
