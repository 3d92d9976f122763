package import RouteModel

extension SQLiteRuleStore {
    package func draftHeader(_ app: String) throws(StoreError) -> DraftHeader {
        try readers.read { session throws(StoreError) in try session.draftHeader(app) }
    }

    package func draft(_ app: String) throws(StoreError) -> DraftRecord {
        try readers.read { session throws(StoreError) in try session.draft(app) }
    }

    package func rules(_ app: String, _ query: RuleQuery) throws(StoreError) -> RulePage {
        try readers.read { session throws(StoreError) in try session.rules(app, query) }
    }

    package func rule(_ app: String, _ id: String) throws(StoreError) -> RuleReading {
        try readers.read { session throws(StoreError) in try session.rule(app, id) }
    }

    package func editDraft(
        _ app: String, _ edit: DraftEdit, if precondition: Precondition, publishing publication: Publication?,
        by: Principal, at: Instant, recording: Recording<DraftOutcome>?
    ) throws(StoreError) -> DraftOutcome {
        try publication?.verifyDigest()
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session throws(StoreError) in
            if let publication { _ = try session.verifyBasis(app, publication) }
            let (revision, effect) = try session.applyEdit(app, edit, if: precondition, stamp)
            var outcome = DraftOutcome(
                revision: revision, isCreated: effect.isCreated, position: effect.position, published: nil)
            if let publication {
                outcome.published = try session.publishNow(
                    app, publication, revision: revision, .init(action: .releasePublish), stamp)
            }
            return outcome
        }
    }
}
