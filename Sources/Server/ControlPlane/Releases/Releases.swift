import CanonicalJSON
import DataPlane
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteDocuments
import RouteIndex
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/releases` and below.
struct Releases: Sendable {
    let store: any RuleStore
    let publisher: Publisher
    let snapshots: SnapshotSource
    let turns: WriteTurns
    let checks: DraftChecks

    var endpoints: [Endpoint] {
        let (all, one) = ("/v1/apps/{app}/releases", "/v1/apps/{app}/releases/{version}")
        return [
            Endpoint(
                "publish", .post, all, access: .role(.publisher),
                summary: "Checks, freezes, numbers and publishes the draft.", cost: { _ in .queued },
                precondition: .init(.draft),
                request: .json(
                    ReleaseTarget.publication,
                    example:
                        #"{"message": "items open in the app", "notes": "Ticket 812. Old letters still have /i links."}"#
                ),
                success: .init(201, .published, tag: .number(.draft)), links: Self.linksFromPublish,
                handler: .answer(publish)),
            Endpoint(
                "listReleases", .get, all, access: .role(.viewer), summary: "The releases, newest first, paged.",
                query: [
                    QueryParameter("q", "only releases whose message or notes contain this, without ASCII case"),
                    QueryParameter(
                        "actor", "only releases by the token with this id or name",
                        .text(count: 1...ExchangeLimits.titleBytesMax)),
                    QueryParameter("from", "only releases of this instant or later", .instant),
                    QueryParameter("to", "only releases before this instant", .instant),
                ] + QueryParameter.numberedPage,
                checkQuery: { query throws(Problem) in for name in ["from", "to"] { _ = try query.instant(name) } },
                success: .init(200, .page("releases", of: .release, hasTotal: true)),
                handler: .answer(list)),
            Endpoint(
                "readRelease", .get, one, access: .role(.viewer), summary: "One release without its body.",
                success: .init(200, .release), handler: .answer(read)),
            checks.releaseEndpoint,
            Endpoint(
                "restoreRelease", .post, "\(one)/restore", access: .role(.publisher),
                summary: "Makes a new release with the content of an old one, and replaces the draft with it.",
                query: [
                    .flag("discardEdits", "1: replace a draft with unpublished edits; the audit records it"),
                    .flag("ignoreFindings", "1: publish although findings block; the audit records it"),
                    .flag("force", "1: both of these"),
                ],
                cost: { _ in .queued }, precondition: .init(.draft),
                request: .json(ReleaseTarget.restoration, example: #"{"message": "back to the first release"}"#),
                success: .init(201, .published, tag: .number(.draft)), readsReleases: true, handler: .answer(restore)),
        ]
    }

    private static let linksFromPublish: [Endpoint.Link] = {
        let app = ["app": "$request.path.app"]
        let release = ["version": "$response.body#/version"].merging(app) { $1 }
        let body = ["digest": "$response.body#/digest"].merging(app) { $1 }
        return Endpoint.Link.to(["currentRules", "head", "resolveWithContext", "diffDraft"], app)
            + Endpoint.Link.to(["readRelease", "releaseRules", "restoreRelease"], release)
            + Endpoint.Link.to(["body"], body)
    }()

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        let newest = ExchangeLimits.cursorMax
        let below = try request.query.integer("after", in: 0...newest, default: newest)
        var query = ReleaseQuery(below: below == newest ? nil : below, limit: limit)
        query.contains = request.query["q"]
        query.author = request.query["actor"]
        query.from = try request.query.instant("from")
        query.to = try request.query.instant("to")
        _ = try store.app(request.app)
        let page = try store.releasePage(request.app, query)
        return ListPage.answer(
            to: request, "releases", page.releases, hasMore: page.hasMore, total: page.total,
            cursor: { String($0.version) }, json: \.json)
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        .json(200, try store.release(request.app, try request.number("version")).json)
    }

    @Sendable private func publish(_ request: EndpointRequest) throws -> Answer {
        let start = ContinuousClock.now
        let precondition = try request.ifMatch.precondition(
            .draft, current: try store.draftHeader(request.app).revision, isVerified: true)
        let target = try ReleaseTarget(body: request.body)
        try request.caller.check(channel: target.channel.name, of: request.app)
        let plan = { try self.plan(request, target, precondition, in: $0) }
        return try publisher.publish(plan, of: request.app, under: precondition, turns, since: start) {
            prepared, index in
            try insert(request, prepared, index) { recording in
                try store.publish(
                    request.app, prepared, by: request.caller.principal, at: request.now, recording: recording)
            }
        }
    }

    /// Reads the draft, and with `only` puts its rules into the release that the channel serves.
    private func plan(
        _ request: EndpointRequest, _ target: ReleaseTarget, _ precondition: Precondition, in store: any RuleStore
    ) throws -> ReleasePlan {
        let record = try store.draft(request.app)
        if case .exactly(let revision) = precondition, record.header.revision != revision {
            throw Problem.revisionMismatch(
                current: EntityTag.numbered(.draft, record.header.revision).description)
        }
        let base = try publisher.base(of: request.app, target, in: store)
        var content = record.content
        if let only = target.only, let base { content = try base.taking(only, fromDraft: content).bytes }
        return ReleasePlan(
            app: request.app, draft: try publisher.drafts.draft(content, of: .app(request.app)), stored: content,
            basis: record.header.revision, version: record.header.nextVersion, target: target, now: request.now,
            base: base, leavesEdits: content != record.content)
    }

    @Sendable private func restore(_ request: EndpointRequest) throws -> Answer {
        let start = ContinuousClock.now
        let version = try request.number("version")
        let isForced = try request.query.flag("force")
        let discardsEdits = try isForced || request.query.flag("discardEdits")
        let ignoresFindings = try isForced || request.query.flag("ignoreFindings")
        let header = try store.draftHeader(request.app)
        let precondition = try request.ifMatch.precondition(.draft, current: header.revision)
        let target = try ReleaseTarget(body: request.body, isRestore: true)
        try request.caller.check(channel: target.channel.name, of: request.app)
        try publisher.verify(target, of: request.app, in: store)
        let draft = try RequestDecoding.storedDraft(
            try store.releaseSource(request.app, version).draft, of: .release(version, of: request.app))
        let restoration = Restoration(
            version: version, settings: draft.settings.canonicalBytes, rules: draft.rules.map(RuleText.init),
            discardsEdits: discardsEdits, ignoresFindings: ignoresFindings)
        let plan = { (store: any RuleStore) in
            let now = try store.draftHeader(request.app)
            let basis = if case .exactly(let revision) = precondition { revision } else { now.revision }
            if now.hasUnpublishedEdits, !discardsEdits { throw Self.unpublishedEdits(now) }
            return ReleasePlan(
                app: request.app, draft: draft, basis: basis, version: now.nextVersion, target: target,
                now: request.now, ignoresFindings: ignoresFindings)
        }
        return try publisher.publish(plan, of: request.app, under: precondition, turns, since: start) {
            prepared, index in
            try insert(request, prepared, index) { recording in
                try store.restore(
                    request.app, restoration, prepared, by: request.caller.principal, at: request.now,
                    recording: recording)
            }
        }
    }

    /// Stores a release in one transaction, then refreshes the snapshots, then answers.
    private func insert(
        _ request: EndpointRequest, _ prepared: PreparedRelease, _ index: CompiledIndex?,
        _ store: (Recording<PublishedRelease>?) throws -> PublishedRelease
    ) throws -> Answer {
        let findings = prepared.findings
        let published = try store(request.recordingKey?.recording { Self.answer($0, findings) })
        snapshots.refresh(request.app, adding: prepared, index: index)
        return Self.answer(published, findings)
    }

    private static func answer(_ published: PublishedRelease, _ findings: [Finding]) -> Answer {
        let release = published.release
        return .json(
            201, published.json(findings),
            fields: [
                HeaderField("Location", "/v1/apps/\(release.app)/releases/\(release.version)"),
                .tag(.draft, published.draftRevision),
            ])
    }

    private static func unpublishedEdits(_ header: DraftHeader) -> Problem {
        let changes = header.revision - header.publishedRevision
        return .conflict(
            StoreError.Code.unpublishedEdits.rawValue,
            "\(changes) unpublished change\(changes == 1 ? "" : "s") would be lost: publish them, or send ?discardEdits=1"
        )
    }
}

extension PublishedRelease {
    /// The published release as JSON, with findings.
    func json(_ findings: [Finding]) -> JSONValue {
        let json: JSONValue = [
            "version": .integer(Int64(release.version)), "digest": .string(release.digest),
            "contentDigest": .string(release.contentDigest),
            "publishedAt": .string(release.publishedAt.description), "message": .string(release.message),
            "channel": channel.json, "revision": .integer(Int64(draftRevision)),
        ]
        return json.adding(findings)
    }
}

extension Schema {
    /// A release that was published by the request.
    static let published = Schema.record(
        "Published",
        [
            "version": count, "digest": digest, "contentDigest?": digest, "publishedAt": instant,
            "message": .text(), "channel?": channel, "revision?": count, "findings": .list(finding),
            "findingsLeftOut?": count,
        ])
    fileprivate static let release = Schema.record(
        "Release",
        [
            "app?": name, "version": count, "digest": digest, "contentDigest": digest, "publishedAt": instant,
            "message": .text(), "author": .text(), "rules?": count, "bytes?": count, "gzipBytes?": count,
            "public?": .flag, "restoredFrom?": count, "removedAt?": instant, "notes?": .text(),
        ])
}
