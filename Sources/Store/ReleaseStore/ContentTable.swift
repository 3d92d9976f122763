import Digests
import SQLKit
import StoreRecords

/// The stored bytes of one release, each compared with its digest when it is read; nil is a damaged one.
struct ReleaseParts {
    let session: StoreSession
    let blobs: BlobTable
    /// SHA-256 of the body, 64 hexadecimal digits.
    let digest: String
    let body: Int
    let gzip: Int
    /// Whether the layout has compiled indexes.
    var hasIndexes = true

    func wholeBody() throws(StoreError) -> [UInt8]? { try blobs.whole(body, digest: bytes(fromHex: digest) ?? []) }

    func wholeGzip(of body: [UInt8]) throws(StoreError) -> [UInt8]? {
        try blobs.whole(gzip, else: { ReleaseContent.isGzip($0, of: body) })
    }

    func indexes() throws(StoreError) -> [(format: Int, index: ReleaseIndex?, blob: Int)] {
        hasIndexes ? try IndexTable(session: session).indexes(ofBody: digest, in: blobs) : []
    }

    /// The parts that are damaged, where `draft` is the number of the draft's bytes.
    func damage(draft: Int) throws(StoreError) -> [ReleaseDamage.Part] {
        var damage: [ReleaseDamage.Part] = []
        let body = try wholeBody()
        if body == nil { damage.append(.body) }
        if try wholeGzip(of: body ?? []) == nil { damage.append(.gzip) }
        damage += try indexes().filter { $0.index == nil }.map { .index(format: $0.format) }
        if try blobs.whole(draft) == nil { damage.append(.draft) }
        return damage
    }

    /// Gives the bytes their digests that have none and are right; the others stay without one, and are found as damaged.
    fileprivate func addDigests(draft: Int) throws(StoreError) {
        guard let body = try wholeBody() else { return }
        try blobs.setDigest(self.body, of: body)
        if let form = try wholeGzip(of: body) { try blobs.setDigest(gzip, of: form) }
        for (_, index, blob) in try indexes() { if let index { try blobs.setDigest(blob, of: index.gzip) } }
        if let text = try blobs.whole(draft) { try blobs.setDigest(draft, of: text) }
    }
}

/// The releases that have bytes, in every layout: it also reads backups of older versions.
struct ContentTable {
    let session: StoreSession

    /// Calls `body` with each release that has bytes, or with one.
    private func forEachRelease(
        _ app: String? = nil, _ version: Int? = nil,
        _ body: (_ app: String, _ version: Int, _ parts: ReleaseParts, _ draft: Int) throws(StoreError) -> Void
    ) throws(StoreError) {
        let steps = Set(try session.all("SELECT name FROM migrations") { row in row.text(0) })
        let blobs = BlobTable(session: session, hasDigests: steps.contains(MigrationName.digests))
        let found = try session.all(
            """
            SELECT a.name, c.version, r.digest, c.body_blob, c.gzip_blob, c.draft_blob FROM release_contents c
            JOIN releases r ON r.app_id = c.app_id AND r.version = c.version JOIN apps a ON a.id = c.app_id
            WHERE coalesce(a.name = ?1 AND c.version = ?2, TRUE) ORDER BY a.name, c.version
            """, [app.map { .text($0) } ?? .null, version.map { .integer($0) } ?? .null]
        ) { row in
            let parts = ReleaseParts(
                session: session, blobs: blobs, digest: row.text(2), body: row.integer(3), gzip: row.integer(4),
                hasIndexes: steps.contains(MigrationName.indexes))
            return (app: row.text(0), version: row.integer(1), parts: parts, draft: row.integer(5))
        }
        for release in found { try body(release.app, release.version, release.parts, release.draft) }
    }

    /// What is damaged, by app and number; of all releases, or of one.
    func damaged(_ app: String?, _ version: Int?) throws(StoreError) -> [ReleaseDamage] {
        var damage: [ReleaseDamage] = []
        try forEachRelease(app, version) { app, version, parts, draft throws(StoreError) in
            damage += try parts.damage(draft: draft).map { ReleaseDamage($0, app: app, version: version) }
        }
        return damage
    }

    /// Gives all bytes their digests.
    func addDigests() throws(StoreError) {
        try forEachRelease { _, _, parts, draft throws(StoreError) in try parts.addDigests(draft: draft) }
    }
}
