import CanonicalJSON
import DataPlane
import HTTPExchange
import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// Writes drafts, and publishes in the same transaction if the request has `publish=1`.
struct DraftWriter: Sendable {
    let store: any RuleStore
    let publisher: Publisher
    let snapshots: SnapshotSource
    let turns: WriteTurns

    /// The parameters of every write of a draft.
    static let publishQuery =
        [
            QueryParameter.flag("publish", "1: publish in the same transaction; if that fails, nothing is changed")
        ] + ReleaseTarget.query

    /// The cost of a write of a draft that is not an import.
    @Sendable static func cost(_ query: QueryItems) -> Endpoint.Cost {
        query["publish"].map { ["0", "false"].contains($0) } ?? true ? .ordinary : .queued
    }

    /// Refuses wrong parameters of ``ReleaseTarget/query``, even if the request has no `publish=1`.
    @Sendable static func checkTarget(_ query: QueryItems) throws(Problem) {
        _ = try ReleaseTarget(query, fallback: "")
    }

    /// A change that is on disk.
    struct Written: Sendable {
        let outcome: DraftOutcome
        let findings: [Finding]
    }

    /// Writes a change.
    ///
    /// - Parameters:
    ///   - request: The request; its parameters decide whether to publish.
    ///   - change: What to change.
    ///   - answer: Makes the answer, also the one that is stored for repetitions.
    /// - Returns: The answer.
    /// - Throws: 412 and 428, 422 with the findings of the check, and the errors of the store.
    func write(
        _ request: EndpointRequest, _ change: DraftChange, answer: @escaping @Sendable (Written) -> Answer
    ) throws -> Answer {
        let precondition: Precondition =
            request.endpoint.precondition == nil && request.ifMatch == .missing
            ? .any
            : try request.ifMatch.precondition(.draft, current: try revision(of: request.app), isVerified: true)
        if try request.query.flag("publish") {
            return try writeAndPublish(request, change, precondition, answer: answer)
        }
        let outcome = try turns.take(.beside, of: request.app) {
            try edit(request, change, precondition, nil, answer)
        }
        return answer(Written(outcome: outcome, findings: []))
    }

    /// The draft's revision now.
    func revision(of app: String) throws -> Int { try store.draftHeader(app).revision }

    private func writeAndPublish(
        _ request: EndpointRequest, _ change: DraftChange, _ precondition: Precondition,
        answer: @escaping @Sendable (Written) -> Answer
    ) throws -> Answer {
        try request.caller.check(.role(.publisher), app: request.app)
        let start = ContinuousClock.now
        let target = try ReleaseTarget(request.query, fallback: change.summary)
        try request.caller.check(channel: target.channel.name, of: request.app)
        let plan = { (store: any RuleStore) in
            let record = try store.draft(request.app)
            try precondition.verify("The draft of \(request.app)", current: record.header.revision)
            let base = try publisher.base(of: request.app, target, in: store)
            return ReleasePlan(
                app: request.app,
                draft: try change.applied { () throws(Problem) in
                    try publisher.drafts.draft(record.content, of: .app(request.app))
                },
                basis: record.header.revision, version: record.header.nextVersion, target: target, now: request.now,
                base: base)
        }
        return try publisher.publish(plan, of: request.app, under: precondition, turns, since: start) {
            prepared, index in
            let outcome = try edit(request, change, precondition, prepared, answer)
            snapshots.refresh(request.app, adding: prepared, index: index)
            return answer(Written(outcome: outcome, findings: prepared.findings))
        }
    }

    private func edit(
        _ request: EndpointRequest, _ change: DraftChange, _ precondition: Precondition,
        _ prepared: PreparedRelease?, _ answer: @escaping @Sendable (Written) -> Answer
    ) throws -> DraftOutcome {
        let recording = request.recordingKey?.recording { (outcome: DraftOutcome) in
            answer(Written(outcome: outcome, findings: prepared?.findings ?? []))
        }
        return try store.editDraft(
            request.app, change.edit, if: precondition, publishing: prepared, by: request.caller.principal,
            at: request.now, recording: recording)
    }
}
