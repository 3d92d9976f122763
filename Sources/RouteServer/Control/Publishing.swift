import CanonicalJSON
import ReleaseStore
import RouteModel

/// `POST /v1/apps/{app}/releases` and `…/restore`.
struct Publishing: Sendable {
    let store: any RuleStore
    let publisher: Publisher
    let snapshots: SnapshotKeeper
    let counters: ControlCounters
    let turns: WriteTurns

    func publish(_ request: ControlRequest) throws(Problem) -> Answer {
        let start = ContinuousClock.now
        let header = try asking { () throws(StoreError) in try store.draftHeader(request.app) }
        let precondition = try request.ifMatch.precondition(.draft, current: header.revision)
        let target = try ReleaseTarget(body: request.body)
        let plan = { () throws(Problem) -> Publisher.Plan in
            let record = try asking { () throws(StoreError) in try store.draft(request.app) }
            if case .exactly(let revision) = precondition, record.header.revision != revision {
                throw .revisionMismatch(current: EntityTag.numbered(.draft, record.header.revision).description)
            }
            return Publisher.Plan(
                app: request.app, draft: try DraftText.stored(record.content), stored: record.content,
                basis: record.header.revision, version: record.header.nextVersion, channel: target.channel,
                message: target.message, now: request.now)
        }
        return try publisher.publish(plan, of: request.app, under: precondition, turns) { prepared throws(Problem) in
            let answer = try insert(request, prepared)
            counters.notePublish(since: start)
            return answer
        }
    }

    func restore(_ request: ControlRequest) throws(Problem) -> Answer {
        let start = ContinuousClock.now
        let version = try request.number("version")
        let isForced = try request.query.flag("force")
        let header = try asking { () throws(StoreError) in try store.draftHeader(request.app) }
        let precondition = try request.ifMatch.precondition(.draft, current: header.revision)
        let target = try ReleaseTarget(body: request.body)
        let source = try asking { () throws(StoreError) in try store.releaseSource(request.app, version) }
        let draft = try DraftText.stored(source.draft)
        let restoration = Restoration(
            version: version, settings: draft.settings.canonicalBytes, rules: draft.rules.map(RuleText.init),
            isForced: isForced)
        let plan = { () throws(Problem) -> Publisher.Plan in
            let now = try asking { () throws(StoreError) in try store.draftHeader(request.app) }
            let basis = if case .exactly(let revision) = precondition { revision } else { now.revision }
            if now.hasUnpublishedEdits, !isForced { throw .unpublishedEdits(now) }
            return Publisher.Plan(
                app: request.app, draft: draft, basis: basis, version: now.nextVersion, channel: target.channel,
                message: target.message, now: request.now, isForced: isForced)
        }
        return try publisher.publish(plan, of: request.app, under: precondition, turns) { prepared throws(Problem) in
            let answer = try insert(request, prepared, restoring: restoration)
            counters.notePublish(since: start)
            return answer
        }
    }

    /// One transaction, then the snapshots, then the answer.
    private func insert(
        _ request: ControlRequest, _ prepared: Publisher.Prepared, restoring restoration: Restoration? = nil
    ) throws(Problem) -> Answer {
        let findings = prepared.findings
        let recording = request.recordingKey?.recording { (outcome: PublishOutcome) in
            Self.answer(outcome, findings)
        }
        let by = request.caller.principal
        let outcome = try asking(.draft) { () throws(StoreError) in
            if let restoration {
                return try store.restore(
                    request.app, restoration, prepared.publication, by: by, at: request.now, recording: recording)
            }
            return try store.publish(
                request.app, prepared.publication, by: by, at: request.now, recording: recording)
        }
        snapshots.refresh(request.app, having: prepared)
        return Self.answer(outcome, findings)
    }

    private static func answer(_ outcome: PublishOutcome, _ findings: [Finding]) -> Answer {
        let release = outcome.release
        return .json(
            201, outcome.json(findings),
            fields: [
                ProblemField("Location", "/v1/apps/\(release.app)/releases/\(release.version)"),
                .tag(.draft, outcome.draftRevision),
            ])
    }
}

extension PublishOutcome {
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

extension Problem {
    static func unpublishedEdits(_ header: DraftHeader) -> Problem {
        .conflict(
            StoreError.Code.unpublishedEdits.rawValue,
            "the draft is at revision \(header.revision), revision \(header.publishedRevision) was published; "
                + "publish or give up the edits between, or send ?force=1")
    }
}

extension RuleText {
    init(_ rule: Rule) { self.init(id: rule.id, json: rule.canonicalBytes) }
}
