import CanonicalJSON
import ReleaseStore
import RouteModel

/// Writes drafts, and publishes in the same transaction where the request says so.
struct DraftWriter: Sendable {
    let store: any RuleStore
    let publisher: Publisher
    let snapshots: SnapshotKeeper
    let counters: ControlCounters
    let turns: WriteTurns

    /// One change as the store takes it and as it changes a draft in memory.
    struct Change: Sendable {
        /// For the store.
        let edit: DraftEdit
        /// For the check of the result; throws 404 and 409 as the store would.
        let apply: @Sendable (Draft) throws(Problem) -> Draft
        /// The message of the release if it is published and the request gives none.
        let summary: String
    }

    /// A change that is on disk.
    struct Written: Sendable {
        let outcome: DraftOutcome
        let findings: [Finding]
    }

    /// Writes a change.
    ///
    /// - Parameters:
    ///   - request: whose parameters say whether to publish.
    ///   - change: what to do.
    ///   - answer: makes the answer, also the one that is kept for repetitions.
    /// - Returns: the answer.
    /// - Throws: 412 and 428, what the check of a publish finds, what the store refuses.
    func write(
        _ request: ControlRequest, _ change: Change, answer: @escaping @Sendable (Written) -> Answer
    ) throws(Problem) -> Answer {
        let precondition: Precondition =
            request.endpoint.precondition == nil && request.ifMatch == .missing
            ? .any : try request.ifMatch.precondition(.draft, current: try revision(of: request.app))
        if try request.query.flag("publish") {
            return try writeAndPublish(request, change, precondition, answer: answer)
        }
        let outcome = try turns.take(.beside, of: request.app) { () throws(Problem) in
            try edit(request, change, precondition, nil, findings: [], answer)
        }
        return answer(Written(outcome: outcome, findings: []))
    }

    /// The draft's revision now.
    func revision(of app: String) throws(Problem) -> Int {
        try asking { () throws(StoreError) in try store.draftHeader(app) }.revision
    }

    private func writeAndPublish(
        _ request: ControlRequest, _ change: Change, _ precondition: Precondition,
        answer: @escaping @Sendable (Written) -> Answer
    ) throws(Problem) -> Answer {
        try request.caller.check(.role(.publisher), app: request.app)
        let start = ContinuousClock.now
        let target = try ReleaseTarget(request.query, fallback: change.summary)
        let plan = { () throws(Problem) -> Publisher.Plan in
            let record = try asking { () throws(StoreError) in try store.draft(request.app) }
            return Publisher.Plan(
                app: request.app, draft: try change.apply(try DraftText.stored(record.content)),
                basis: record.header.revision, version: record.header.nextVersion, channel: target.channel,
                message: target.message, now: request.now)
        }
        return try publisher.publish(plan, of: request.app, under: precondition, turns) { prepared throws(Problem) in
            let outcome = try edit(
                request, change, precondition, prepared.publication, findings: prepared.findings, answer)
            snapshots.refresh(request.app, having: prepared)
            counters.notePublish(since: start)
            return answer(Written(outcome: outcome, findings: prepared.findings))
        }
    }

    private func edit(
        _ request: ControlRequest, _ change: Change, _ precondition: Precondition, _ publication: Publication?,
        findings: [Finding], _ answer: @escaping @Sendable (Written) -> Answer
    ) throws(Problem) -> DraftOutcome {
        let recording = request.recordingKey?.recording { (outcome: DraftOutcome) in
            answer(Written(outcome: outcome, findings: findings))
        }
        return try asking(.draft) { () throws(StoreError) in
            try store.editDraft(
                request.app, change.edit, if: precondition, publishing: publication, by: request.caller.principal,
                at: request.now, recording: recording)
        }
    }
}

extension Problem {
    /// Whether another writer came between reading and writing although the client did not insist on a revision.
    func isOvertaken(under precondition: Precondition) -> Bool {
        code == StoreError.Code.versionMismatch.rawValue || (status == 412 && precondition == .any)
    }
}

/// Where a release goes and what is said about it.
struct ReleaseTarget: Sendable {
    let message: String
    let channel: String

    /// From the parameters of a draft write.
    init(_ query: QueryItems, fallback: String) throws(Problem) {
        try self.init(message: query["message"] ?? fallback, channel: query["channel"])
    }

    /// From the body of a publish or a restore.
    init(body: [UInt8]) throws(Problem) {
        var reader = try ObjectReader(body, known: ["message", "channel"])
        let message = reader.text("message", bytesMax: ServerLimits.messageBytesMax, required: true)
        let channel = reader.text("channel", bytesMax: ServerLimits.titleBytesMax)
        if let channel, !NameGrammar.isChannelName(channel) {
            reader.refuse("channel", "\(channel) is not the name of a channel")
        }
        try reader.finish()
        try self.init(message: message ?? "", channel: channel)
    }

    private init(message: String, channel: String?) throws(Problem) {
        guard message.utf8.count <= ServerLimits.messageBytesMax else {
            throw .badRequest("the message is longer than \(ServerLimits.messageBytesMax) bytes")
        }
        self.message = message
        self.channel = channel ?? ChannelRecord.production
        guard NameGrammar.isChannelName(self.channel) else {
            throw .badRequest("\(self.channel) is not the name of a channel")
        }
    }
}
