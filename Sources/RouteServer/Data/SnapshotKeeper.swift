import ReleaseStore
import RouteModel
import Synchronization

/// Makes snapshots from the store and swaps them.
///
/// One lock orders all refreshes: a later one reads a later state of the store, so no snapshot ever goes back.
final class SnapshotKeeper: Sendable {
    private let store: any RuleStore
    private let releasesInMemory: Int
    /// Where answers are counted.
    let ledger: TrafficLedger
    /// What was compiled of the bodies that are or were in memory.
    let indexes = IndexCache()
    private let state: Mutex<State>
    /// Raised after each swap, before the change is answered; loops compare it once per request.
    private let published = Atomic<Int>(0)
    /// Tells listeners of a channel about its new head; set once, before the first change.
    private let listeners = Mutex<Listener?>(nil)
    private let work = Mutex(())

    /// A struct, because a closure that is read out of a generic `Mutex` by itself is left there wrapped once more each
    /// time: after a day of publishes a call would go through thousands of wrappings.
    private struct Listener {
        let tell: @Sendable (ChannelSnapshot) -> Void
    }

    private struct State {
        var snapshot: Snapshot
        var topics: [String: Int] = [:]
        var failures: [String: Problem] = [:]
    }

    /// Reads everything that a start needs.
    init(store: any RuleStore, releasesInMemory: Int, ledger: TrafficLedger) throws(StoreError) {
        self.store = store
        self.ledger = ledger
        self.releasesInMemory = releasesInMemory
        let overview = try store.overview()
        state = Mutex(State(snapshot: Snapshot(generation: 0, epoch: overview.facts.epoch, apps: [:])))
        for app in overview.apps {
            let changed = try load(app.name, having: nil)
            replace(app.name, with: changed)
        }
    }

    /// The number of the newest snapshot; acquiring, so that what it names is seen whole.
    var generation: Int { published.load(ordering: .acquiring) }

    /// The newest snapshot.
    var snapshot: Snapshot { state.withLock { $0.snapshot } }

    /// Whom to tell about new heads.
    func onNewHead(_ tell: @escaping @Sendable (ChannelSnapshot) -> Void) {
        listeners.withLock { $0 = Listener(tell: tell) }
    }

    /// Takes over what the store has about an app now; returns once every loop will see it.
    ///
    /// What was written before is on disk whatever happens here, so that a store that cannot be read now is not the
    /// writer's failure: the older state goes on being served, and ``repair()`` tries again.
    ///
    /// - Parameters:
    ///   - app: the app that was changed.
    ///   - release: a release that was just stored, so that it need not be read back, nor compiled again.
    func refresh(_ app: String, having release: Publisher.Prepared? = nil) {
        if let release, let index = release.index { indexes.keep(index, of: release.body) }
        let moved: [ChannelSnapshot] = work.withLock { _ in
            do throws(Problem) {
                let before = snapshot.apps[app]
                let after = try asking { () throws(StoreError) in try load(app, having: release?.body) }
                replace(app, with: after)
                return Self.moved(from: before, to: after)
            } catch {
                state.withLock { $0.failures[app] = error }
                return []
            }
        }
        guard let listener = listeners.withLock({ $0 }) else { return }
        for channel in moved { listener.tell(channel) }
    }

    /// Apps of which an older state is served than the store has, and why.
    var failures: [String: Problem] { state.withLock { $0.failures } }

    /// Tries again what refreshes could not do.
    func repair() {
        for app in failures.keys.sorted() { refresh(app) }
    }

    private static func moved(from before: AppSnapshot?, to after: AppSnapshot?) -> [ChannelSnapshot] {
        (after?.channels ?? [:]).values.filter { channel in
            guard let old = before?.channels[channel.head.channel] else { return true }
            return channel.head != old.head
        }
    }

    private func replace(_ name: String, with app: AppSnapshot?) {
        state.withLock { state in
            var apps = state.snapshot.apps
            apps[name] = app
            let next = Snapshot(generation: state.snapshot.generation + 1, epoch: state.snapshot.epoch, apps: apps)
            state.snapshot = next
            state.failures[name] = nil
            published.store(next.generation, ordering: .releasing)
        }
    }

    /// Reads an app; bytes that are in memory already are not read again.
    private func load(_ name: String, having fresh: PublishedBody?) throws(StoreError) -> AppSnapshot? {
        let record: AppRecord
        do throws(StoreError) { record = try store.app(name) } catch {
            guard error.code == .notFound else { throw error }
            ledger.tellApart(nil, of: name)
            return nil
        }
        let channels = try store.channels(name)
        let newest = try store.releases(name, below: nil, limit: releasesInMemory)
        var records = Dictionary(newest.map { ($0.version, $0) }, uniquingKeysWith: { first, _ in first })
        for version in channels.compactMap(\.version) where records[version] == nil {
            records[version] = try store.release(name, version)
        }
        let old = snapshot.apps[name]?.releases ?? [:]
        var releases: [Int: PublishedRelease] = [:]
        for (version, record) in records {
            releases[version] = PublishedRelease(
                record: record, body: try body(name, record, old: old[version]?.body, having: fresh))
        }
        return assemble(record, channels: channels, releases: releases)
    }

    private func body(
        _ app: String, _ record: ReleaseRecord, old: PublishedBody?, having fresh: PublishedBody?
    ) throws(StoreError) -> PublishedBody {
        if let old, old.digest == record.digest { return old }
        if let fresh, fresh.digest == record.digest { return fresh }
        return PublishedBody(try store.releaseContent(app, record.version))
    }

    private func assemble(
        _ app: AppRecord, channels: [ChannelRecord], releases: [Int: PublishedRelease]
    ) -> AppSnapshot {
        let epoch = snapshot.epoch
        var assembled: [String: ChannelSnapshot] = [:]
        for channel in channels {
            guard let version = channel.version, let release = releases[version] else { continue }
            let head = Head(
                app: app.name, channel: channel.name, epoch: Int64(epoch), sequence: Int64(channel.sequence),
                version: version, digest: release.body.digest,
                body: Head.bodyPath(app: app.name, digest: release.body.digest),
                poll: Head.Poll(interval: app.poll.interval, jitter: app.poll.jitter))
            assembled[channel.name] = ChannelSnapshot(
                isPublic: channel.isPublic, head: head, release: release, movedAt: channel.changedAt,
                topic: topic(app.name, channel.name), ledger)
        }
        ledger.tellApart(Set(releases.keys), of: app.name)
        return AppSnapshot(record: app, channels: assembled, releases: releases, ledger)
    }

    /// The number under which a channel's listeners are kept; the same for as long as the process lives.
    private func topic(_ app: String, _ channel: String) -> Int {
        state.withLock { state in
            let name = "\(app)/\(channel)"
            let topic = state.topics[name] ?? state.topics.count
            state.topics[name] = topic
            return topic
        }
    }
}
