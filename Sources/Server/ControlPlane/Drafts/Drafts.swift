import CanonicalJSON
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteDocuments
import RouteImport
import RouteModel
import StoreRecords
import SystemIO

/// `/v1/apps/{app}/draft` and `…/draft/settings`.
struct Drafts: Sendable {
    let store: any RuleStore
    let writer: DraftWriter
    let checks: DraftChecks
    /// Limits the reads of whole drafts that run at once; the others wait.
    let reads = FairSemaphore(count: ControlLimits.draftReadsAtOnceMax)

    @Sendable func read(_ request: EndpointRequest) throws -> Answer {
        var (revision, text) = try reads.withPermit { try store.draftText(request.app) }
        text.append(0x0A)
        return Self.json(200, text, revision: revision)
    }

    @Sendable func replace(_ request: EndpointRequest) throws -> Answer {
        guard let word = request.query["format"] else { return try replaceWhole(request) }
        guard let format = ImportFormat.named(word) else {
            throw Problem.badRequest("?format=\(word) is not supported; use \(ImportFormat.nameList)")
        }
        return try replaceByImport(request, format)
    }

    @Sendable func readSettings(_ request: EndpointRequest) throws -> Answer {
        let header = try store.draftHeader(request.app)
        _ = try RequestDecoding.storedJSON(header.settings, "settings of the draft", of: request.app)
        return Self.json(200, header.settings + [0x0A], revision: header.revision)
    }

    @Sendable func replaceSettings(_ request: EndpointRequest) throws -> Answer {
        let settings = try RequestDecoding.settings(request.body)
        let bytes = settings.canonicalBytes
        return try writer.write(request, .replaceSettings(settings)) { written in
            Self.json(200, bytes + [0x0A], revision: written.outcome.revision)
        }
    }

    private func replaceWhole(_ request: EndpointRequest) throws -> Answer {
        let draft = try RequestDecoding.draft(request.body)
        guard try request.query.flag("dryRun") else { return try write(request, draft, findings: []) }
        let header = try store.draftHeader(request.app)
        _ = try request.ifMatch.precondition(.draft, current: header.revision)
        let findings = try writer.publisher.findings(draft, of: request.app, at: request.now)
        return .json(
            200, try trial(request, draft, findings, revision: header.revision), fields: [.tag(.draft, header.revision)]
        )
    }

    /// The members of a dry run's answer: the summary, and with `moves` what the draft changes in the stored one.
    func trial(_ request: EndpointRequest, _ draft: Draft, _ findings: [Finding], revision: Int) throws -> JSONValue {
        let json = Self.summary(revision: revision, draft, findings)
        guard try request.query.flag("moves"), let moves = try checks.moves(request, to: draft) else { return json }
        return json.adding("difference", moves)
    }

    /// Replaces the draft, and answers with a summary of it.
    func write(_ request: EndpointRequest, _ draft: Draft, findings: [Finding]) throws -> Answer {
        try writer.write(request, .replaceAll(draft)) { written in
            var json = Self.summary(revision: written.outcome.revision, draft, findings + written.findings)
            if let published = written.outcome.published {
                json = json.adding("release", published.json(written.findings))
            }
            return .json(200, json, fields: [.tag(.draft, written.outcome.revision)])
        }
    }

    /// The members of `DraftChange` except the release.
    static func summary(revision: Int, _ draft: Draft, _ findings: [Finding]) -> JSONValue {
        let json: JSONValue = [
            "revision": .integer(Int64(revision)), "rules": .integer(Int64(draft.rules.count)),
        ]
        return json.adding(findings)
    }

    /// An answer with JSON from the store and the draft's entity tag.
    static func json(_ status: Int, _ bytes: [UInt8], revision: Int) -> Answer {
        .json(status, bytes: bytes, fields: [.tag(.draft, revision)])
    }
}

extension RuleText {
    /// A rule in the form of the store.
    init(_ rule: Rule) { self.init(id: rule.id, json: rule.canonicalBytes) }
}
