import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/draft/discard`: gives edits up for what a channel serves.
struct DraftDiscard: Sendable {
    let store: any RuleStore
    let writer: DraftWriter

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "discardDraft", .post, "/v1/apps/{app}/draft/discard", access: .role(.editor),
                summary: "Puts the draft, or some of its rules, back to what a channel serves.", query: [.channel],
                cost: { _ in .queued }, precondition: .init(.draft),
                request: .json(.discard, example: #"{"rules": ["help"]}"#),
                success: .init(200, .discarded, tag: .number(.draft)), handler: .answer(discard))
        ]
    }

    @Sendable private func discard(_ request: EndpointRequest) throws -> Answer {
        let precondition = try request.ifMatch.precondition(.draft, current: try writer.revision(of: request.app))
        var reader = try ObjectReader(request.body, known: ["rules"])
        let selection = RuleSelection("rules", in: &reader)
        try reader.finish()
        for _ in 0..<ControlLimits.publishAttemptsBeside {
            do {
                return try attempt(request, selection, precondition, .beside)
            } catch let error as StoreError where error.code == .revisionMismatch && precondition == .any {
                continue
            }
        }
        return try attempt(request, selection, precondition, .alone)
    }

    /// Reads draft and release, and writes the draft under the revision that was read.
    private func attempt(
        _ request: EndpointRequest, _ selection: RuleSelection?, _ precondition: Precondition, _ turn: WriteTurns.Turn
    ) throws -> Answer {
        try writer.turns.take(turn, of: request.app) {
            let record = try store.draft(request.app)
            try precondition.verify("The draft of \(request.app)", current: record.header.revision)
            let channel = try ReleaseTarget.channel(request.query)
            let base = try ReleaseBase(channel, of: request.app, in: store)
            guard let version = base.version else { throw base.nothingServed("nothing can be discarded for it") }
            let (served, draft) = (
                try base.text(), try RequestDecoding.storedText(record.content, of: .app(request.app))
            )
            let next: DraftText
            if let selection {
                let known = Set(draft.rules.map(\.id)).union(served.rules.map(\.id))
                try selection.verify(among: known, in: "the draft or in the release that \(channel) serves")
                next = draft.taking(Set(selection.ids), from: served)
            } else {
                next = served
            }
            let changes = RuleChanges.between(draft.rules, next.rules)
            let answer = { @Sendable (revision: Int) in
                Self.answer(revision, next, changes, isSettingsChanged: draft.settings != next.settings)
            }
            guard next != draft else { return answer(record.header.revision) }
            let edit = DraftEdit.replaceAll(
                settings: next.settings, rules: next.rules,
                discard: Discard(version: version, isReleased: next == served))
            let recording = request.recordingKey?.recording { (outcome: DraftOutcome) in answer(outcome.revision) }
            let outcome = try store.editDraft(
                request.app, edit, if: .exactly(record.header.revision), publishing: nil,
                by: request.caller.principal, at: request.now, recording: recording)
            return answer(outcome.revision)
        }
    }

    private static func answer(
        _ revision: Int, _ draft: DraftText, _ changes: [RuleChange], isSettingsChanged: Bool
    ) -> Answer {
        let ids = changes.prefix(ControlLimits.summaryRulesMax).map { JSONValue.string($0.id) }
        return .json(
            200,
            [
                "revision": .integer(Int64(revision)), "rules": .integer(Int64(draft.rules.count)),
                "discarded": ["count": .integer(Int64(changes.count)), "rules": .array(ids)],
                "settings": .bool(isSettingsChanged),
            ], fields: [.tag(.draft, revision)])
    }
}

extension Schema {
    fileprivate static let discard = Schema.record(
        "Discard", ["rules?": .nullable(.list(ruleID, count: 1...ControlLimits.selectedRulesMax))])
    fileprivate static let discarded = Schema.record(
        "Discarded", ["revision": count, "rules": count, "discarded": changedRules, "settings": .flag])
}
