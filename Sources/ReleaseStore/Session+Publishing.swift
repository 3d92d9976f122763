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
        _ app: String, _ publication: Publication, _ staged: ReleaseBytes?, revision: Int, _ provenance: Provenance,
        _ stamp: Stamp
    ) throws(StoreError) -> PublishOutcome {
        let id = try appID(app)
        try takeVersion(publication.version, id)
        try insertRelease(publication, id, provenance, stamp)
        try insertContent(publication, staged, id)
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

    /// Makes an old release's content the draft, then publishes it under the next number.
    func restore(
        _ app: String, _ restoration: Restoration, _ publication: Publication, _ staged: ReleaseBytes?, _ stamp: Stamp
    ) throws(StoreError) -> PublishOutcome {
        _ = try release(app, restoration.version)
        _ = try verifyBasis(app, publication)
        let header = try draftHeader(app)
        guard restoration.isForced || !header.hasUnpublishedEdits else {
            throw StoreError(
                .unpublishedEdits, "The draft of \(app) has edits that no release has; a restore would lose them.",
                hint: "Publish them first, or restore with ?force=1.", current: header.revision)
        }
        let edit = DraftEdit.replaceAll(settings: restoration.settings, rules: restoration.rules)
        let revision = try applyEdit(app, edit, if: .any, stamp).revision
        let provenance = Provenance(
            action: .releaseRestore, restoredFrom: restoration.version, isForced: restoration.isForced)
        return try publishNow(app, publication, staged, revision: revision, provenance, stamp)
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
    }

    /// Adopts the bytes that were staged, or stores them now where they are short.
    private func insertContent(
        _ publication: Publication, _ staged: ReleaseBytes?, _ id: Int
    ) throws(StoreError) {
        let bytes: ReleaseBytes
        if let staged {
            for blob in staged.all { try adoptBlob(blob) }
            bytes = staged
        } else {
            bytes = try ReleaseBytes(
                body: insertBlob(publication.body), gzip: insertBlob(publication.gzip),
                draft: insertBlob(publication.draft))
        }
        try run(
            """
            INSERT INTO release_contents (app_id, version, body_blob, gzip_blob, draft_blob, findings)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            [
                .integer(id), .integer(publication.version), .integer(bytes.body), .integer(bytes.gzip),
                .integer(bytes.draft), .blob(publication.findings),
            ])
    }
}
