import CanonicalJSON
import DataPlane
import HTTPExchange
import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteModel
import ServerMetrics
import StoreRecords

/// `…/draft/check`, `…/draft/diff` and `…/releases/{from}/diff/{to}`: checks of a draft and comparisons of releases.
struct DraftChecks: Sendable {
    let store: any RuleStore
    let publisher: Publisher
    let counters: ControlCounters

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "checkDraft", .post, "/v1/apps/{app}/draft/check", access: .role(.viewer),
                summary: "Checks the draft: all findings that a publish would report.", cost: { _ in .expensive },
                success: .init(200, .check, tag: .number(.draft)), isWriting: false, handler: .answer(check)),
            Endpoint(
                "diffDraft", .get, "/v1/apps/{app}/draft/diff", access: .role(.viewer),
                summary: "What changed since a release, and which addresses resolve differently.",
                query: [
                    QueryParameter(
                        "against", "a release's number, or a channel; `production` when left out", .name),
                    Self.texts,
                ], cost: { _ in .expensive },
                success: .init(200, .difference, tag: .part(.draft)), refusing: [422], handler: .answer(diffDraft)),
            Endpoint(
                "resolveInDraft", .post, "/v1/apps/{app}/draft/resolve", access: .role(.viewer),
                summary: "Where the draft would send an address, with a JSON context.",
                query: [.flag("explain", "1: explain the result, candidate by candidate")], cost: { _ in .expensive },
                request: .json(
                    .addressQuestion, bytesMax: DataLimits.resolveBodyBytesMax,
                    example: #"""
                        {
                          "url": "https://market.example/help",
                          "context": { "platform": "ios", "appVersion": "5.2" }
                        }
                        """#),
                success: .init(200, .resolution, tag: .number(.draft)), isWriting: false, handler: .answer(resolve)),
        ]
    }

    private static let texts = QueryParameter.flag(
        "texts", "1: also each rule before and after (`changes`), and one address for each kind of change (`meanings`)")

    /// The comparison of two releases; the contract lists it with the endpoints of releases.
    var releaseEndpoint: Endpoint {
        Endpoint(
            "diffReleases", .get, "/v1/apps/{app}/releases/{from}/diff/{to}", access: .role(.viewer),
            summary: "What changed from one release to another.", query: [Self.texts], cost: { _ in .expensive },
            success: .init(200, .difference), refusing: [422], readsReleases: true, handler: .answer(diffReleases))
    }

    @Sendable private func check(_ request: EndpointRequest) throws -> Answer {
        let start = ContinuousClock.now
        let record = try store.draft(request.app)
        let outcome = try publisher.outcome(
            try publisher.drafts.draft(record.content, of: .app(request.app)), of: request.app, at: request.now)
        var json: JSONValue = [
            "revision": .integer(Int64(record.header.revision)),
            "blocks": .bool(outcome.findings.contains { $0.severity == .error }),
        ]
        if outcome.allowedCount > 0 { json = json.adding("allowed", .integer(Int64(outcome.allowedCount))) }
        counters.countCheck(since: start)
        return .json(200, json.adding(outcome.findings), fields: [.tag(.draft, record.header.revision)])
    }

    @Sendable private func diffDraft(_ request: EndpointRequest) throws -> Answer {
        let record = try store.draft(request.app)
        let version = try version(request.query["against"] ?? ChannelRecord.production, of: request.app)
        let old = try version.map { try source(request.app, $0) } ?? Draft()
        let difference = try difference(
            request, from: old, to: try publisher.drafts.draft(record.content, of: .app(request.app)))
        return .json(
            200, difference.adding("against", version.map { .integer(Int64($0)) } ?? .null),
            fields: [.tag(.draft, record.header.revision)])
    }

    @Sendable private func diffReleases(_ request: EndpointRequest) throws -> Answer {
        let (old, new) = (try request.number("from"), try request.number("to"))
        return .json(
            200, try difference(request, from: try source(request.app, old), to: try source(request.app, new)))
    }

    @Sendable private func resolve(_ request: EndpointRequest) throws -> Answer {
        let query = try ResolveQuery(body: request.body, options: request.query)
        let record = try store.draft(request.app)
        let draft = try publisher.drafts.draft(record.content, of: .app(request.app))
        let trial: DraftTrial
        do { trial = try DraftTrial(draft) } catch {
            throw Problem.unprocessable("cannot-freeze", "the draft cannot become a release: \(error)")
        }
        let resolution = trial.resolve(
            query.url, context: query.context, at: query.at ?? request.now, explaining: query.isExplained)
        return Drafts.json(200, resolution.canonicalBytes + [0x0A], revision: record.header.revision)
    }

    /// What a draft that is not stored would change in the stored one; nil where one of them cannot become a release.
    func moves(_ request: EndpointRequest, to new: Draft) throws -> JSONValue? {
        let old = try publisher.drafts.draft(try store.draft(request.app).content, of: .app(request.app))
        do { return try difference(request, from: old, to: new, hasTexts: true) } catch let problem as Problem {
            guard problem.code == "cannot-compare" else { throw problem }
            return nil
        }
    }

    private func difference(
        _ request: EndpointRequest, from old: Draft, to new: Draft, hasTexts: Bool? = nil
    ) throws -> JSONValue {
        let expectations = try RequestDecoding.storedExpectations(
            try store.expectations(request.app).json, of: request.app)
        let hasTexts = try hasTexts ?? request.query.flag("texts")
        do {
            let difference = try DraftDifference(from: old, to: new, expectations: expectations, at: request.now)
            let texts =
                hasTexts
                ? difference.texts(rulesMax: ControlLimits.changesMax, bytesMax: ControlLimits.changesBytesMax) : [:]
            return .object((difference.json.objectValue ?? [:]).merging(texts) { $1 })
        } catch {
            throw Problem.unprocessable("cannot-compare", "one of the two drafts cannot become a release: \(error)")
        }
    }

    /// A release's number, or the number of the release that a channel points at; nil if it points at none.
    private func version(_ against: String, of app: String) throws -> Int? {
        let isNumber = against.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isNumber { return try EndpointRequest.releaseNumber(against) }
        return try store.channel(app, against).version
    }

    private func source(_ app: String, _ version: Int) throws -> Draft {
        try publisher.drafts.draft(try store.releaseSource(app, version).draft, of: .release(version, of: app))
    }
}

extension Schema {
    fileprivate static let check = Schema.record(
        "Check",
        [
            "revision": count, "blocks": .flag, "findings": .list(finding), "findingsLeftOut?": count,
            "allowed?": count,
        ])
    static let difference = Schema.record(
        "Difference",
        [
            "added": texts, "removed": texts, "changed": texts, "moved?": texts, "settings?": .flag,
            "against?": .nullable(version), "addressesLeftOut?": count, "witnesses?": count, "incomplete?": .flag,
            "notProved?": texts, "changesLeftOut?": count,
            "addresses?": .list(
                .record(
                    "AddressDifference", ["witness": witness, "from": resolution, "to": resolution, "stored": .flag])),
            "meanings?": .list(
                .record(
                    "MeaningDifference",
                    ["witness": witness, "from": resolution, "to": resolution, "situations": count])),
            "changes?": .list(
                .record(
                    "RuleDifference",
                    [
                        "rule": .text(), "change": .words(["added", "removed", "changed"]), "before?": rule,
                        "after?": rule,
                    ])),
        ])
}
