import ReleaseStore
import RouteModel
import ServerMetrics
import StoreRecords
import Synchronization

/// Writes what the counters of event loops and workers say of releases to the store, as counts of the present hour.
///
/// The counters are those of the metrics, so that no request does more work for it.
final class AdoptionRecording: Sendable {
    private let store: any RuleStore
    private let metrics: RequestMetrics
    private let clocks: Clocks
    /// What was written so far; held while it is written, so that a reader sees each count once.
    private let written = Mutex<[AdoptionKey: AdoptionCounts]>([:])

    init(store: any RuleStore, metrics: RequestMetrics, clocks: Clocks) {
        self.store = store
        self.metrics = metrics
        self.clocks = clocks
    }

    /// Writes what was counted since the last time, in one transaction, and nothing if there is nothing.
    ///
    /// Counts that could not be written are written with the next ones.
    func record() throws(StoreError) {
        try written.withLock { written throws(StoreError) in
            let (counts, at) = (metrics.totals().adoption.counts, clocks.now())
            let fresh = Self.fresh(counts, since: written, at: at)
            if !fresh.isEmpty { try store.addAdoption(fresh, at: at) }
            written = counts
        }
    }

    /// The counts of an app since an hour, with those that are not written yet; on a worker, as it may wait for the disk.
    func hours(of app: String, since: Instant) throws(StoreError) -> [AdoptionRecord] {
        try written.withLock { written throws(StoreError) in
            var records = try store.adoption(app, since: since)
            let fresh = Self.fresh(metrics.totals().adoption.counts, since: written, at: clocks.now())
            for record in fresh where record.key.app == app {
                if let place = records.firstIndex(where: { $0.hour == record.hour && $0.key == record.key }) {
                    records[place].counts.add(record.counts)
                } else {
                    records.append(record)
                }
            }
            return records
        }
    }

    /// What was counted since `before`, in the order of channels and releases.
    private static func fresh(
        _ counts: [AdoptionKey: AdoptionCounts], since before: [AdoptionKey: AdoptionCounts], at: Instant
    ) -> [AdoptionRecord] {
        counts.compactMap { key, counts in
            let since = counts.since(before[key] ?? AdoptionCounts())
            return since.isZero ? nil : AdoptionRecord(at: at, key: key, counts: since)
        }.sorted { order($0.key) < order($1.key) }
    }

    private static func order(_ key: AdoptionKey) -> (String, String, Int) {
        (key.app, key.channel ?? "", key.version ?? 0)
    }
}
