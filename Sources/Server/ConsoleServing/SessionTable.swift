import Digests
import RouteModel
import StoreRecords
import Synchronization

/// The sessions in memory, so that a request, also one on an event loop, reads no database.
final class SessionTable: Sendable {
    /// A session with its last use.
    final class Entry: Sendable {
        let record: SessionRecord
        /// Milliseconds since 1970 of the last use; 0 for none since the start.
        private let use = Atomic<Int64>(0)
        /// The last use that the store has.
        private let written = Atomic<Int64>(0)

        init(_ record: SessionRecord) { self.record = record }

        /// Its last use.
        var lastUse: Instant {
            max(record.lastUsedAt, Instant(milliseconds: use.load(ordering: .relaxed)))
        }

        /// Records a use; an older one never replaces a newer one.
        func noteUse(at now: Instant) { _ = use.max(now.milliseconds, ordering: .relaxed) }

        /// The last use if the store does not have it.
        var unwrittenUse: Instant? {
            let last = use.load(ordering: .relaxed)
            return last > written.load(ordering: .relaxed) ? Instant(milliseconds: last) : nil
        }

        /// Records that the store has a use.
        func noteWritten(_ use: Instant) { _ = written.max(use.milliseconds, ordering: .relaxed) }
    }

    private let entries: Mutex<[[UInt8]: Entry]>

    /// Starts with these sessions.
    init(_ records: [SessionRecord]) {
        entries = Mutex(
            Dictionary(records.map { ($0.secretHash, Entry($0)) }, uniquingKeysWith: { first, _ in first }))
    }

    /// The session of a cookie's value that has not ended by its age or by not being used.
    ///
    /// The hash of what a browser sends selects the entry, and is compared in constant time.
    func session(_ value: String, at now: Instant) -> Entry? {
        let hash = SHA256.hash(Array(value.utf8))
        guard let entry = entries.withLock({ $0[hash] }), constantTimeEqual(entry.record.secretHash, hash),
            entry.record.isLive(at: now, lastUse: entry.lastUse)
        else { return nil }
        return entry
    }

    /// Adds a session, and removes others.
    func add(_ record: SessionRecord, removing ids: [String] = []) {
        entries.withLock { entries in
            for id in ids { Self.remove(id, from: &entries) }
            entries[record.secretHash] = Entry(record)
        }
    }

    /// Replaces all sessions; those that remain keep their last use.
    func replace(_ records: [SessionRecord]) {
        entries.withLock { entries in
            entries = Dictionary(
                records.map { ($0.secretHash, entries[$0.secretHash] ?? Entry($0)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Removes a session.
    func remove(_ id: String) { entries.withLock { Self.remove(id, from: &$0) } }

    private static func remove(_ id: String, from entries: inout [[UInt8]: Entry]) {
        guard let hash = entries.first(where: { $0.value.record.id == id })?.key else { return }
        entries[hash] = nil
    }

    /// All sessions, from old to new.
    var all: [Entry] {
        entries.withLock { Array($0.values) }.sorted {
            ($0.record.createdAt, $0.record.id) < ($1.record.createdAt, $1.record.id)
        }
    }
}
