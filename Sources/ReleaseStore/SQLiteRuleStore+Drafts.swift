package import RouteModel

extension SQLiteRuleStore {
    /// The draft without its rules.
    package func draftHeader(_ app: String) throws(StoreError) -> DraftHeader {
        try readers.readOnce { session throws(StoreError) in try session.draftHeader(app) }
    }

    /// The draft's settings, from memory where they were read before and nobody changed them.
    package func draftSettings(_ app: String) throws(StoreError) -> [UInt8] {
        try knownSettings.settings(of: app) { () throws(StoreError) in try draftHeader(app).settings }
    }

    /// The whole draft.
    package func draft(_ app: String) throws(StoreError) -> DraftRecord {
        try readers.read { session throws(StoreError) in try session.draft(app) }
    }

    /// A page of the draft's rules.
    package func rules(_ app: String, _ query: RuleQuery) throws(StoreError) -> RulePage {
        try readers.read { session throws(StoreError) in try session.rules(app, query) }
    }

    /// One rule of the draft.
    package func rule(_ app: String, _ id: String) throws(StoreError) -> RuleReading {
        try readers.read { session throws(StoreError) in try session.rule(app, id) }
    }

    /// Changes the draft and, with a publication, publishes the result: both or nothing.
    package func editDraft(
        _ app: String, _ edit: DraftEdit, if precondition: Precondition, publishing publication: Publication?,
        by: Principal, at: Instant, recording: Recording<DraftOutcome>?
    ) throws(StoreError) -> DraftOutcome {
        let stamp = Stamp(by: by, at: at)
        // Also after a failure: what is forgotten is read again.
        defer { if edit.changesSettings { knownSettings.forget(app) } }
        guard let publication else {
            return try write(stamp, recording: recording) { session throws(StoreError) in
                try session.edit(app, edit, if: precondition, stamp)
            }
        }
        return try withStagedBytes(of: publication) { staged throws(StoreError) in
            try write(stamp, recording: recording) { session throws(StoreError) in
                _ = try session.verifyBasis(app, publication)
                var outcome = try session.edit(app, edit, if: precondition, stamp)
                outcome.published = try session.publishNow(
                    app, publication, staged, revision: outcome.revision, .init(action: .releasePublish), stamp)
                return outcome
            }
        }
    }
}
