package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// Makes the draft's present revision a release and points a channel at it.
    ///
    /// `revisionMismatch` if the draft is no longer at the prepared release's basis, `versionMismatch` if another release
    /// has the number: prepare it again.
    package func publish(
        _ app: String, _ prepared: PreparedRelease, by: Principal, at: Instant, recording: Recording<PublishedRelease>?
    ) throws(StoreError) -> PublishedRelease {
        let stamp = Stamp(by: by, at: at)
        return try withStagedBytes(of: prepared) { staged throws(StoreError) in
            try write(stamp, recording: recording) { session in
                let place = try session.place(app, prepared, staged)
                return try session.publish(
                    app, prepared, staged, at: place, revision: place.revision, .init(action: .releasePublish), stamp)
            }
        }
    }

    /// Makes an old release's content a new release and the draft.
    package func restore(
        _ app: String, _ restoration: Restoration, _ prepared: PreparedRelease, by: Principal, at: Instant,
        recording: Recording<PublishedRelease>?
    ) throws(StoreError) -> PublishedRelease {
        let stamp = Stamp(by: by, at: at)
        defer { memory.settings.remove(app) }
        let replacement = try replacement(of: app, by: restoration.edit, if: .any)
        return try withStagedBytes(of: prepared) { staged throws(StoreError) in
            try write(restoration.edit, of: app, replacement) { session, replacement in
                let release = try session.restore(app, restoration, replacement, prepared, staged, stamp)
                try recording?.store(release, in: session, stamp)
                return release
            }
        }
    }

    /// Releases from new to old; with a version, only those below it.
    package func releases(_ app: String, below version: Int?, limit: Int) throws(StoreError) -> [ReleaseRecord] {
        try read { session in
            try session.all(
                """
                SELECT \(session.releaseColumns) FROM releases r WHERE r.app_id = ?1 AND r.version < ?2
                ORDER BY r.version DESC LIMIT ?3
                """,
                [
                    .integer(try session.appID(app)), .integer(version ?? .max),
                    .integer(max(1, min(limit, StoreLimits.pageRowsMax))),
                ]
            ) { row in StoreSession.release(app, row) }
        }
    }

    /// A page of an app's releases, and how many the query has in all.
    package func releasePage(_ app: String, _ query: ReleaseQuery) throws(StoreError) -> ReleasePage {
        try read { session in
            let limit = max(1, min(query.limit, StoreLimits.pageRowsMax))
            var (condition, values) = ("r.app_id = ?1", [SQLValue.integer(try session.appID(app))])
            let filter = session.filter(query.contains, ["r.message", "coalesce(r.notes, '')"], number: 2)
            condition += " \(filter.condition)"
            values += filter.values
            if let author = query.author {
                values.append(.text(author))
                condition += " AND (r.author_id = ?\(values.count) OR r.author_name = ?\(values.count))"
            }
            for (bound, comparison) in [(query.from, ">="), (query.to, "<")] {
                guard let bound else { continue }
                values.append(.instant(bound))
                condition += " AND r.published_at \(comparison) ?\(values.count)"
            }
            let total = try session.first("SELECT count(*) FROM releases r WHERE \(condition)", values) { row in
                row.integer(0)
            }
            let number = values.count + 1
            let found = try session.all(
                """
                SELECT \(session.releaseColumns) FROM releases r WHERE \(condition) AND r.version < ?\(number)
                ORDER BY r.version DESC LIMIT ?\(number + 1)
                """, values + [.integer(query.below ?? .max), .integer(limit + 1)]
            ) { row in StoreSession.release(app, row) }
            return ReleasePage(releases: Array(found.prefix(limit)), hasMore: found.count > limit, total: total ?? 0)
        }
    }

    /// One release, or `notFound`.
    package func release(_ app: String, _ version: Int) throws(StoreError) -> ReleaseRecord {
        try read { session in try session.release(app, version) }
    }

    /// The release whose body has that digest, or `notFound`.
    package func release(_ app: String, digest: String) throws(StoreError) -> ReleaseRecord {
        try read { session in try session.release(app, digest: digest) }
    }

    /// One release's bytes, or `notFound` or `removed`.
    package func releaseContent(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent {
        try read { session in try session.content(app, version) }
    }

    /// The draft and the findings that a release was made from, or `notFound` or `removed`.
    ///
    /// Shares are in percent, also where the release is of 0.1.0.
    package func releaseSource(_ app: String, _ version: Int) throws(StoreError) -> ReleaseSource {
        try read { session in
            let found = try session.first(
                """
                SELECT \(session.releaseColumns), c.draft_blob, c.findings, c.has_hundredths FROM releases r
                JOIN release_contents c ON c.app_id = r.app_id AND c.version = r.version
                WHERE r.app_id = ?1 AND r.version = ?2
                """, [.integer(try session.appID(app)), .integer(version)]
            ) { row in
                (
                    record: StoreSession.release(app, row), draft: row.integer(16), findings: row.bytes(17),
                    hasHundredths: row.flag(18)
                )
            }
            guard let found else { throw try session.absence(app, version) }
            guard let text = try session.blobs.whole(found.draft) else {
                throw ReleaseDamage(.draft, app: app, version: version).error
            }
            return ReleaseSource(
                record: found.record,
                draft: found.hasHundredths ? StoredShares.percent(fromHundredthsIn: text) : text,
                findings: found.findings)
        }
    }
}

// MARK: Rows of releases

extension StoreSession {
    fileprivate var releaseColumns: String {
        """
        r.version, r.digest, r.content_digest, r.published_at, r.message, r.author_id, r.author_name, r.author_address,
        r.rule_count, r.body_bytes, r.gzip_bytes, r.was_public, r.restored_from, r.removed_at, r.notes,
        \(IndexTable.recordsOfRelease(dialect))
        """
    }

    fileprivate static func release(_ app: String, _ row: borrowing SQLRow) -> ReleaseRecord {
        ReleaseRecord(
            app: app, version: row.integer(0), digest: row.text(1), contentDigest: row.text(2),
            publishedAt: row.instant(3), message: row.text(4),
            author: Principal(tokenID: row.optionalText(5), name: row.text(6), address: row.text(7)),
            ruleCount: row.integer(8), bodyByteCount: row.integer(9), gzipByteCount: row.integer(10),
            wasPublic: row.flag(11), restoredFrom: row.optionalInteger(12), removedAt: row.optionalInstant(13),
            notes: row.optionalText(14), indexes: IndexTable.records(row.optionalBytes(15)))
    }

    func release(_ app: String, _ version: Int) throws(StoreError) -> ReleaseRecord {
        let found = try first(
            "SELECT \(releaseColumns) FROM releases r WHERE r.app_id = ?1 AND r.version = ?2",
            [.integer(try appID(app)), .integer(version)]
        ) { row in Self.release(app, row) }
        guard let found else { throw Self.noRelease("\(version) of \(app)") }
        return found
    }

    fileprivate func release(_ app: String, digest: String) throws(StoreError) -> ReleaseRecord {
        let found = try first(
            "SELECT \(releaseColumns) FROM releases r WHERE r.app_id = ?1 AND r.digest = ?2",
            [.integer(try appID(app)), .text(digest)]
        ) { row in Self.release(app, row) }
        guard let found else { throw Self.noRelease("of \(app) with the digest \(digest)") }
        return found
    }

    /// Numbers of all byte strings of an app's releases.
    func releaseBlobs(_ id: Int) throws(StoreError) -> [Int] {
        try all("SELECT body_blob, gzip_blob, draft_blob FROM release_contents WHERE app_id = ?1", [.integer(id)]) {
            row in [row.integer(0), row.integer(1), row.integer(2)]
        }.flatMap { $0 }
    }

    func content(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent {
        let found = try first(
            """
            SELECT \(releaseColumns), c.body_blob, c.gzip_blob FROM releases r
            JOIN release_contents c ON c.app_id = r.app_id AND c.version = r.version
            WHERE r.app_id = ?1 AND r.version = ?2
            """, [.integer(try appID(app)), .integer(version)]
        ) { row in (record: Self.release(app, row), body: row.integer(16), gzip: row.integer(17)) }
        guard let found else { throw try absence(app, version) }
        let parts = ReleaseParts(
            session: self, blobs: blobs, digest: found.record.digest, body: found.body, gzip: found.gzip)
        // The digest was verified before the body was written; this is the second check of the pair.
        guard let body = try parts.wholeBody() else { throw ReleaseDamage(.body, app: app, version: version).error }
        return try ReleaseContent(
            record: found.record, body: body, gzip: parts.wholeGzip(of: body),
            indexes: parts.indexes().map { ($0.format, $0.index) })
    }

    /// Stores the gzip form of a release, and deletes the one before.
    func replaceGzip(_ content: ReleaseContent) throws(StoreError) {
        let key: [SQLValue] = [.integer(try appID(content.record.app)), .integer(content.record.version)]
        let rows = "WHERE app_id = ?1 AND version = ?2"
        let before = try all("SELECT gzip_blob FROM release_contents \(rows)", key) { row in row.integer(0) }
        let blob = try blobs.insert([content.gzip])[0]
        try run("UPDATE release_contents SET gzip_blob = ?3 \(rows)", key + [.integer(blob)])
        try run("UPDATE releases SET gzip_bytes = ?3 \(rows)", key + [.integer(content.gzip.count)])
        try blobs.delete(before)
    }

    /// Why the bytes of a release are not there.
    fileprivate func absence(_ app: String, _ version: Int) throws(StoreError) -> StoreError {
        try release(app, version).verifyPresent()
        return StoreError.unreadable("the content of release \(version) of \(app) is missing")
    }

    fileprivate static func noRelease(_ name: String) -> StoreError {
        .notFound(.release, "release \(name)", hint: "List the releases with GET …/releases.")
    }
}

extension ReleaseRecord {
    /// Throws `removed` if its bytes were removed.
    func verifyPresent() throws(StoreError) {
        guard removedAt != nil else { return }
        throw StoreError(
            .removed, "Release \(version) of \(app) was removed: it was old, and no channel used it.",
            hint: "Take a newer release; the channels of the app name those that clients need.")
    }
}

// MARK: Publishing

extension StoreSession {
    /// The origin of a release, for its row and its audit row.
    struct Provenance {
        var action: AuditAction
        var restoredFrom: Int?
        var isForced = false
    }

    /// Inserts the release, points the channel at it, marks the draft as published, inserts one audit row.
    ///
    /// `revision` is the draft's present revision.
    func publish(
        _ app: String, _ prepared: PreparedRelease, _ staged: StagedRelease?, at place: PublishPlace, revision: Int,
        _ provenance: Provenance, _ stamp: Stamp
    ) throws(StoreError) -> PublishedRelease {
        let (id, before) = (place.id, place.channel)
        // What is refused is refused before anything is changed, so that the other writes of the group go on.
        try prepared.channel.verifyBase(before)
        let isPublic = try prepared.channel.visibility(of: before, in: app) { () throws(StoreError) in
            try channels(of: app).map(\.name)
        }
        try prepared.served.verify(before)
        try run("UPDATE apps SET next_version = next_version + 1 WHERE id = ?1", [.integer(id)])
        try insertRelease(prepared, id, provenance, stamp)
        try insertContent(prepared, staged, place)
        let channel = try point(
            app, id, prepared.channel.name, at: prepared.version, isPublic: isPublic, after: place.sequence, stamp)
        if !prepared.leavesEdits {
            try run("UPDATE drafts SET published_revision = ?2 WHERE app_id = ?1", [.integer(id), .integer(revision)])
        }
        let release = ReleaseRecord(
            app: app, version: prepared.version, digest: prepared.digest, contentDigest: prepared.contentDigest,
            publishedAt: prepared.publishedAt, message: prepared.message, author: stamp.by,
            ruleCount: prepared.ruleCount, bodyByteCount: prepared.body.count, gzipByteCount: prepared.gzip.count,
            wasPublic: isPublic, restoredFrom: provenance.restoredFrom, removedAt: nil, notes: prepared.notes,
            indexes: [prepared.index?.record].compactMap(\.self))
        let outcome = PublishedRelease(release: release, channel: channel, draftRevision: revision)
        try audit(
            provenance.action, app: app, before: before.map { AuditText.channel($0) },
            after: AuditText.published(outcome, only: prepared.only, isForced: provenance.isForced),
            change: AuditChange(ruleIDs: prepared.only.sorted()), stamp)
        return outcome
    }

    /// Makes an old release's content the draft, then publishes it under the next number.
    func restore(
        _ app: String, _ restoration: Restoration, _ replacement: DraftReplacement?, _ prepared: PreparedRelease,
        _ staged: StagedRelease?, _ stamp: Stamp
    ) throws(StoreError) -> PublishedRelease {
        _ = try release(app, restoration.version)
        let place = try place(app, prepared, staged)
        let header = try draftHeader(app)
        guard restoration.discardsEdits || !header.hasUnpublishedEdits else {
            throw StoreError(
                .unpublishedEdits, "The draft of \(app) has edits that no release has; a restore would lose them.",
                hint: "Publish them first, or restore with ?discardEdits=1.", current: header.revision)
        }
        let revision = try edit(app, restoration.edit, replacement, if: .any, stamp).revision
        let provenance = Provenance(
            action: .releaseRestore, restoredFrom: restoration.version,
            isForced: restoration.discardsEdits || restoration.ignoresFindings)
        return try publish(app, prepared, staged, at: place, revision: revision, provenance, stamp)
    }

    /// Verifies that the draft still has the revision that the release was made from, the app the release's number next, and
    /// that the staged bytes are there.
    func place(
        _ app: String, _ prepared: PreparedRelease, _ staged: StagedRelease?
    ) throws(StoreError) -> PublishPlace {
        let parts = (staged == nil ? 3 : 0) + (prepared.index != nil && staged?.index == nil ? 1 : 0)
        let found = try first(
            PublishPlace.query(dialect, numbers: parts),
            [.text(app), .text(prepared.channel.name)] + PublishPlace.parameters(staged)
        ) { row in PublishPlace(row, app, prepared.channel.name, numbers: parts) }
        guard let found else { throw Self.noApp(app) }
        try Precondition.exactly(prepared.basis).verify("The draft of \(app)", current: found.revision)
        guard found.nextVersion == prepared.version else {
            throw StoreError(
                .versionMismatch,
                "The release was prepared as version \(prepared.version), but the next is \(found.nextVersion).",
                hint: "Prepare the release again under the next version.", current: found.nextVersion)
        }
        guard found.stagedCount == staged?.numbers.count ?? 0 else {
            throw StoreError.unreadable("the staged bytes of a release are missing")
        }
        return found
    }

    private func insertRelease(
        _ prepared: PreparedRelease, _ id: Int, _ provenance: Provenance, _ stamp: Stamp
    ) throws(StoreError) {
        let key: [SQLValue] = [.integer(id), .integer(prepared.version)]
        try run(
            """
            INSERT INTO releases (app_id, version, digest, content_digest, published_at, message, author_id, author_name,
                author_address, rule_count, body_bytes, gzip_bytes, was_public, restored_from, notes)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, ?13, ?14)
            """,
            key + [
                .text(prepared.digest), .text(prepared.contentDigest), .instant(prepared.publishedAt),
                .text(prepared.message), .optional(stamp.by.tokenID), .text(stamp.by.name), .text(stamp.by.address),
                .integer(prepared.ruleCount), .integer(prepared.body.count), .integer(prepared.gzip.count),
                .optional(provenance.restoredFrom), .optional(prepared.notes),
            ])
    }

    /// Refers to the staged bytes, or stores the bytes now if they were too short to be staged.
    private func insertContent(
        _ prepared: PreparedRelease, _ staged: StagedRelease?, _ place: PublishPlace
    ) throws(StoreError) {
        for blob in staged?.numbers ?? [] {
            try run("UPDATE blobs SET is_staged = 0 WHERE id = ?1", [.integer(blob)])
        }
        let bytes = staged ?? StagedRelease(digest: prepared.digest, place.numbers)
        let index = prepared.index
        try blobs.insert(
            (staged == nil ? [prepared.body, prepared.gzip, prepared.draft] : [])
                + (staged?.index == nil ? [index?.gzip].compactMap(\.self) : []), as: place.numbers)
        if let index, let blob = bytes.index ?? place.numbers.last {
            try IndexTable(session: self).insertRow(index, blob)
        }
        try run(
            """
            INSERT INTO release_contents (app_id, version, body_blob, gzip_blob, draft_blob, findings, has_hundredths)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)
            """,
            [
                .integer(place.id), .integer(prepared.version), .integer(bytes.body), .integer(bytes.gzip),
                .integer(bytes.draft), .blob(prepared.findingsJSON),
            ])
        guard let surfaces = prepared.surfaces else { return }
        try run(
            "INSERT INTO release_surfaces (app_id, version, document) VALUES (?1, ?2, ?3)",
            [.integer(place.id), .integer(prepared.version), .blob(surfaces)])
    }
}

extension Restoration {
    /// The edit that gives the draft the old content.
    fileprivate var edit: DraftEdit { .replaceAll(settings: settings, rules: rules) }
}
