import CanonicalJSON
import Digests
import GzipCoding
import HTTPWire
import ReleaseStore
import RouteAnalysis
import RouteIndex
import RouteModel

/// Makes a release ready beside the writer: check, freeze, number, encode.
///
/// Nothing here is stored; the transaction that stores it verifies revision and number first.
struct Publisher: Sendable {
    let store: any RuleStore
    /// What everything that looks at whole drafts shares.
    let slots = WorkSlots(count: ServerLimits.checksAtOnceMax)

    /// What is to be published, and from what.
    struct Plan: Sendable {
        /// The app.
        var app: String
        /// The draft, parsed.
        var draft: Draft
        /// The draft as the store has it, where that is the same.
        var stored: [UInt8]?
        /// Its revision; for an edit published in the same transaction the one before.
        var basis: Int
        /// The number that the release will carry.
        var version: Int
        /// The channel that will point at it.
        var channel: String
        /// What the publisher says.
        var message: String
        /// When it is published.
        var now: Instant
        /// Whether blocking findings are overruled, as only a restore may.
        var isForced = false
    }

    /// A release that only has to be inserted.
    struct Prepared: Sendable {
        let publication: Publication
        let findings: [Finding]
        let body: PublishedBody
        /// The body compiled, for whoever asks the server where an address leads.
        let index: CompiledIndex?
    }

    /// Throws 422 with every finding that blocks, and what making the plan throws.
    func prepare(_ plan: () throws(Problem) -> Plan) throws(Problem) -> Prepared {
        try slots.use { () throws(Problem) in try prepare(try plan()) }
    }

    private func prepare(_ plan: Plan) throws(Problem) -> Prepared {
        let identity = ReadyRelease.Identity(app: plan.app, version: plan.version, publishedAt: plan.now) {
            SHA256.hash($0)
        }
        let outcome = try check(plan.draft, of: plan.app, at: plan.now).run(as: identity)
        let findings = outcome.findings
        if !plan.isForced, findings.contains(where: { $0.severity == .error }) { throw .blocked(by: findings) }
        // A restore may be forced where the check got no release; the bytes tell then whether there can be one.
        let body = if let ready = outcome.release { ready.body } else { try Self.freeze(plan) }
        let identical = outcome.release?.bytes ?? body.canonicalBytes
        let digest = hex(outcome.release?.digest ?? SHA256.hash(identical))
        let published = PublishedBody(
            version: plan.version, digest: digest, identity: identical, gzip: try Self.gzip(identical))
        let publication = Publication(
            basis: plan.basis, version: plan.version, channel: plan.channel, message: plan.message,
            publishedAt: plan.now, digest: digest, contentDigest: SHA256.hexDigest(of: body.contentBytes),
            body: identical, gzip: published.gzip.bytes, draft: plan.stored ?? plan.draft.canonicalBytes(),
            findings: JSONValue.array(findings.map(\.json)).canonicalBytes, ruleCount: plan.draft.rules.count)
        return Prepared(
            publication: publication, findings: findings, body: published, index: outcome.release?.index)
    }

    /// Everything the check of a draft finds, with the app's screens and test addresses.
    func findings(_ draft: Draft, of app: String, at now: Instant) throws(Problem) -> [Finding] {
        try check(draft, of: app, at: now).findings()
    }

    /// The stored test addresses that a draft would lead elsewhere.
    func failedExpectations(_ draft: Draft, of app: String, at now: Instant) throws(Problem) -> [Finding] {
        let stored = try asking { () throws(StoreError) in try store.expectations(app) }
        guard try !DraftText.expectations(stored.json).isEmpty else { return [] }
        let all = try slots.use { () throws(Problem) in try findings(draft, of: app, at: now) }
        return all.filter { $0.code == .expectationFailed }
    }

    private func check(_ draft: Draft, of app: String, at now: Instant) throws(Problem) -> ReleaseCheck {
        let (screens, expectations) = try asking { () throws(StoreError) in
            (try store.screens(app), try store.expectations(app))
        }
        var manifests: [ScreenManifest] = []
        for record in screens {
            manifests.append(try DraftText.screens(record.json, platform: record.platform, version: record.version))
        }
        return ReleaseCheck(
            draft: draft, screens: manifests, expectations: try DraftText.expectations(expectations.json), at: now)
    }

    private static func freeze(_ plan: Plan) throws(Problem) -> ReleaseBody {
        do {
            return try ReleaseBody.freeze(
                draft: plan.draft, app: plan.app, version: plan.version, publishedAt: plan.now)
        } catch {
            throw .unprocessable("cannot-freeze", "the draft cannot become a release: \(error)")
        }
    }

    private static func gzip(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        do throws(GzipError) { return try Gzip.compress(bytes) } catch {
            throw .fault("the body cannot be compressed: \(error.detail)")
        }
    }
}

extension Problem {
    /// 422 for a release that its own check blocks.
    static func blocked(by findings: [Finding]) -> Problem {
        let errors = findings.filter { $0.severity == .error }
        return .unprocessable(
            "findings-block",
            "\(errors.count) finding\(errors.count == 1 ? "" : "s") must be mended before a release exists",
            errors: errors.prefix(ServerLimits.findingsMax).map(ProblemItem.init),
            members: JSONValue.object([:]).adding(findings).objectValue ?? [:])
    }

    /// 422 for a document whose content is not accepted.
    static func refused(_ findings: [Finding]) -> Problem {
        .unprocessable(
            "invalid-content", "the content was understood but cannot be accepted",
            errors: findings.prefix(ServerLimits.findingsMax).map(ProblemItem.init))
    }
}

extension ProblemItem {
    init(_ finding: Finding) {
        self.init(
            code: finding.code.rawValue, pointer: finding.pointer, line: finding.line, column: finding.column,
            detail: finding.rules.isEmpty
                ? finding.detail : "\(finding.rules.joined(separator: ", ")): \(finding.detail)",
            hint: finding.hint)
    }
}
