import RouteModel
import SQLiteKit

extension Session {
    /// Where a publication comes from, for its release row and its audit row.
    struct Provenance {
        var action: AuditAction
        var restoredFrom: Int?
        var isForced = false
    }

    /// Inserts the release, points the channel at it, marks the draft as published; one audit row.
    ///
    /// `revision` is what the draft is at now; the publication's basis was verified before.
    func publishNow(
        _ app: String, _ publication: Publication, revision: Int, _ provenance: Provenance, _ stamp: Stamp
    ) throws(StoreError) -> PublishOutcome {
        let id = try appID(app)
        try takeVersion(publication.version, id)
        try insertRelease(publication, id, provenance, stamp)
        let before = try findChannel(app, publication.channel)
        let isPublic = before?.isPublic ?? (publication.channel == ChannelRecord.production)
        let channel = try point(
            app, id, publication.channel, at: publication.version, isPublic: isPublic, stamp)
        try run("UPDATE drafts SET published_revision = ?2 WHERE app_id = ?1", [.integer(id), .integer(revision)])
        let outcome = PublishOutcome(
            release: try release(app, publication.version), channel: channel, draftRevision: revision)
        try audit(
            provenance.action, app: app, before: before.map { AuditText.channel($0) },
            after: AuditText.publication(outcome, isForced: provenance.isForced), stamp)
        return outcome
    }

    /// Proves that the draft is where the publication was frozen from.
    func verifyBasis(_ app: String, _ publication: Publication) throws(StoreError) -> Int {
        let revision = try draftRevision(try appID(app))
        try Precondition.exactly(publication.basis).verify("The draft of \(app)", current: revision)
        return revision
    }

    private func takeVersion(_ version: Int, _ id: Int) throws(StoreError) {
        let next = try first("SELECT next_version FROM apps WHERE id = ?1", [.integer(id)]) { row in row.integer(0) }
        guard let next, next == version else {
            throw StoreError(
                .versionMismatch, "The release was prepared as version \(version), but the next is \(next ?? 0).",
                hint: "Freeze the draft again under the next version.", current: next)
        }
        try run("UPDATE apps SET next_version = next_version + 1 WHERE id = ?1", [.integer(id)])
    }

    private func insertRelease(
        _ publication: Publication, _ id: Int, _ provenance: Provenance, _ stamp: Stamp
    ) throws(StoreError) {
        let key: [SQLValue] = [.integer(id), .integer(publication.version)]
        try run(
            """
            INSERT INTO releases (app_id, version, digest, content_digest, published_at, message, author_id, author_name,
                author_address, rule_count, body_bytes, gzip_bytes, was_public, restored_from)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, ?13)
            """,
            key + [
                .text(publication.digest), .text(publication.contentDigest), .instant(publication.publishedAt),
                .text(publication.message), .optional(stamp.by.tokenID), .text(stamp.by.name), .text(stamp.by.address),
                .integer(publication.ruleCount), .integer(publication.body.count), .integer(publication.gzip.count),
                .optional(provenance.restoredFrom),
            ])
        try run(
            "INSERT INTO release_bodies (app_id, version, gzip, body) VALUES (?1, ?2, ?3, ?4)",
            key + [.blob(publication.gzip), .blob(publication.body)])
        try run(
            "INSERT INTO release_sources (app_id, version, findings, draft) VALUES (?1, ?2, ?3, ?4)",
            key + [.blob(publication.findings), .blob(publication.draft)])
    }
}
