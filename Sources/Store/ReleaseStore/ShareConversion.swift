import SQLKit
package import StoreRecords

/// The change from hundredths of a percent, which 0.1.0 stored, to percent.
package struct ShareConversion {
    private let session: StoreSession

    /// Takes the session that migrates a store, or one that reads.
    package init(_ session: StoreSession) {
        self.session = session
    }

    /// Rewrites the shares of all drafts from hundredths to percent.
    ///
    /// A draft without rollouts stays as it is. Any other gets a new revision and an audit row; if it had no unpublished
    /// edits, it has none afterwards. The failure of a read or a write is thrown.
    package func run(_ stamp: Stamp) throws(StoreError) {
        let apps = try session.all("SELECT name FROM apps WHERE deleted_at IS NULL ORDER BY id") { row in row.text(0) }
        for app in apps { try convert(app, stamp) }
    }

    private func convert(_ app: String, _ stamp: Stamp) throws(StoreError) {
        let (id, revision, _) = try session.draftPlace(app)
        let contents = try session.draftContents(id, revision: revision)
        let rules = contents.rules.map { rule in
            RuleText(id: rule.id, json: StoredShares.percent(fromHundredthsIn: rule.json))
        }
        guard zip(contents.rules, rules).contains(where: { $0.json != $1.json }) else { return }
        for (rule, new) in zip(contents.rules, rules) where rule.json != new.json {
            try session.run(
                "UPDATE draft_rules SET json = ?3 WHERE app_id = ?1 AND position = ?2",
                [.integer(id), .integer(rule.position), .utf8(new.json)])
        }
        try session.run(
            """
            UPDATE drafts SET revision = revision + 1,
                published_revision = published_revision + (published_revision = revision) WHERE app_id = ?1
            """, [.integer(id)])
        let change = try DraftReplacement(
            of: contents, settings: contents.settings, rules: rules, action: .draftConvert)
        try session.audit(
            change.action, app: app, before: change.before, after: change.after, change: change.change, stamp)
    }

    /// The first row of the audit whose rules have their shares in percent; rules in rows before it have hundredths.
    func firstRowInPercent() throws(StoreError) -> Int {
        try session.first("SELECT percent_from FROM facts WHERE id = 1") { row in row.integer(0) } ?? 0
    }
}
