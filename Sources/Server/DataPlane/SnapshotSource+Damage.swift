import ReleaseStore
package import StoreRecords
import Synchronization

/// What of the stored releases was found damaged since the start.
struct DamageLog {
    /// Found since the last report.
    var fresh: [ReleaseDamage] = []
    /// All that was found; each is reported once.
    var known: Set<ReleaseDamage> = []
    /// Of these, what cannot be made again.
    var isLasting: Set<ReleaseDamage> = []

    mutating func note(_ damage: [ReleaseDamage]) {
        fresh += damage.filter { known.insert($0).inserted }
        isLasting.formUnion(damage.filter { !$0.canBeMade })
    }
}

extension SnapshotSource {
    /// The rows of an app, of one snapshot of the store.
    struct Rows {
        let app: AppRecord
        let channels: [ChannelRecord]
        /// The names of its hosts; nil where its own row was known, and where they cannot be read.
        let hosts: [String]?
        var releases: [Int: ReleaseRecord]
        var damaged: [Int: StoreError] = [:]
    }

    /// Reads the rows of an app, whose own row may be known.
    func rows(of name: String, _ record: AppRecord?) throws(StoreError) -> Rows {
        try served.read { session in
            let snapshot = StoreSnapshot(served, session)
            let app = if let record { record } else { try snapshot.app(name) }
            let newest = try snapshot.releases(name, below: nil, limit: releasesInMemory)
            var rows = Rows(
                app: app, channels: try snapshot.channels(name),
                hosts: record == nil ? try? snapshot.hosts(of: name).map(\.name) : nil,
                releases: Dictionary(
                    newest.filter { $0.removedAt == nil }.map { ($0.version, $0) },
                    uniquingKeysWith: { first, _ in first }))
            for version in rows.channels.compactMap(\.version) where rows.releases[version] == nil {
                do throws(StoreError) { rows.releases[version] = try snapshot.release(name, version) } catch {
                    guard error.code == .corrupt || error.code == .notFound else { throw error }
                    rows.damaged[version] = note(.row, of: name, version)
                }
            }
            // What a session has read of a failing disk stays in its cache.
            if !rows.damaged.isEmpty || record == nil && rows.hosts == nil { session.isUsedOnce = true }
            return rows
        }
    }

    /// The bytes of a release; a damaged form is made again in the store, and a damaged copy of a node is copied again.
    ///
    /// Where that fails, such as on a full disk, the bytes are right nevertheless: the gzip form was made in memory, and a
    /// damaged index is left out.
    func content(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent {
        do throws(StoreError) {
            let content = try served.releaseContent(app, version)
            guard !content.damage.isEmpty else { return content }
            damage.withLock { $0.note(content.damage) }
            do throws(StoreError) { return try repaired(content) } catch { return content }
        } catch {
            guard error.code == .corrupt, copyApp != nil else { throw error }
            return try copiedAgain(app, version)
        }
    }

    private func repaired(_ content: ReleaseContent) throws(StoreError) -> ReleaseContent {
        guard copyApp == nil else { return try copiedAgain(content.record.app, content.record.version) }
        return try store.remake(content)
    }

    private func copiedAgain(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent {
        try served.dropBytes(of: app, version)
        try copyApp?(app)
        return try served.releaseContent(app, version)
    }

    /// Compares the stored bytes of a release with their digests, and makes damaged forms again.
    ///
    /// A body in memory goes on being served, whatever the store has of it.
    package func check(_ app: String, _ version: Int) throws(StoreError) {
        let found = try store.read { session in try session.damagedReleases(app, version) }
        guard !found.isEmpty else { return }
        damage.withLock { $0.note(found) }
        guard found.contains(where: \.canBeMade), !found.contains(where: { $0.part == .body }) else { return }
        _ = try store.remake(try store.releaseContent(app, version))
        refresh(app)
    }

    /// Notes damage that takes a release out; returns the refusal of it.
    @discardableResult
    func note(_ part: ReleaseDamage.Part, of app: String, _ version: Int) -> StoreError {
        let found = ReleaseDamage(part, app: app, version: version)
        damage.withLock { $0.note([found]) }
        return found.error
    }

    /// What was found damaged since the last call: parts of releases, and rows of other tables.
    package func takeDamage() -> (releases: [ReleaseDamage], rows: [String]) {
        let releases = damage.withLock { log in
            defer { log.fresh = [] }
            return log.fresh
        }
        return (releases, store.memory.damage.takeFresh() + served.memory.damage.takeFresh())
    }

    /// How many releases have damage that cannot be made good.
    package var damagedCount: Int { Set(damage.withLock { $0.isLasting }.map { "\($0.app) \($0.version)" }).count }

    /// How many rows of other tables cannot be read.
    package var damagedRowCount: Int { max(store.memory.damage.count, served.memory.damage.count) }
}
