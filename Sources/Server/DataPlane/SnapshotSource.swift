package import HTTPExchange
package import ReleaseStore
package import RouteIndex
import RouteModel
package import ServerMetrics
package import StoreRecords
import Synchronization
import SystemIO

/// Reads the store into snapshots, and replaces the current snapshot after each change.
///
/// One lock orders all refreshes: a later one reads a later state of the store, so that no snapshot is older than the
/// previous one.
package final class SnapshotSource: Sendable {
    /// What snapshots are read from: the store, or this node's own copy of what it serves.
    let served: any RuleStore
    /// The store, which also has what is not served.
    let store: any RuleStore
    let releasesInMemory: Int
    /// The memory above which bodies that no client asks for leave it, in bytes.
    let bodyBytesMax: Int
    /// Reads of bodies that have to come back from the store.
    let bodyLoads = BodyLoads()
    /// The counters of answers.
    package let metrics: RequestMetrics
    /// Compiled indexes of bodies that are or were in memory.
    package let indexes: IndexCache
    private let state: Mutex<State>
    /// The generation of the current snapshot, stored before a change is answered; loops compare it once per request.
    private let published = Atomic<Int>(0)
    /// Receives what event streams must learn; set once, before the first change.
    private let subscriber = Mutex<Subscriber?>(nil)
    let refreshing = Mutex(())
    /// What was found damaged in the store.
    let damage = Mutex(DamageLog())
    /// Makes the node's own copy of an app as new as the store, before the app is read; nil where there is no copy.
    let copyApp: (@Sendable (String) throws(StoreError) -> Void)?
    /// What else follows an app's state; set once.
    private let follower = Mutex<Follower?>(nil)

    /// A struct, because each read of a bare closure from a generic `Mutex` wraps it once more.
    private struct Subscriber {
        let receive: @Sendable (StreamChange) -> Void
    }

    private struct Follower {
        let load: @Sendable (String, Int?, [String]?) throws(StoreError) -> Void
    }

    private struct State {
        var snapshot: Snapshot
        var topics: [String: Int] = [:]
        /// The number of heads so far.
        var heads = 0
        var failures: [String: Problem] = [:]
        /// The memory that bodies take, in bytes.
        var bodyBytes = 0
        var idleLooks = IdleLooks()
    }

    /// Looks for bodies that no client asks for.
    struct IdleLooks {
        /// When the last one was, in milliseconds of the monotonic clock.
        var last: Int64?
        /// Whether it has found some.
        var hasDropped = false
    }

    /// Reads all apps.
    ///
    /// - Parameters:
    ///   - store: The store with the apps.
    ///   - releasesInMemory: How many of the newest releases of each app are kept in memory, besides those that
    ///     channels point at.
    ///   - bodyBytesMax: Memory for their bodies, in bytes: above it, bodies stay in the store until a client asks for
    ///     them, and leave memory again after some time without a request.
    ///   - indexBytes: Memory for compiled indexes of older releases, in bytes.
    ///   - metrics: The counters of answers.
    ///   - served: The node's own copy of what it serves, which is read instead of the store; nil for none.
    ///   - copyApp: Makes that copy of an app as new as the store.
    /// - Throws: The errors of the store.
    package init(
        store: any RuleStore, releasesInMemory: Int, bodyBytesMax: Int, indexBytes: Int, metrics: RequestMetrics,
        served: (any RuleStore)? = nil, copyApp: (@Sendable (String) throws(StoreError) -> Void)? = nil
    ) throws(StoreError) {
        self.store = store
        self.served = served ?? store
        self.copyApp = copyApp
        indexes = IndexCache(bytesMax: indexBytes)
        self.metrics = metrics
        self.releasesInMemory = releasesInMemory
        self.bodyBytesMax = bodyBytesMax
        let epoch = try self.served.read { session in try session.facts().epoch }
        state = Mutex(State(snapshot: Snapshot(epoch: epoch)))
        let (apps, unreadable) = try loadAll()
        replace(apps)
        state.withLock { $0.failures = unreadable }
        for case let app? in apps.values { indexes.pin(app.channelDigests, of: app.record.name) }
    }

    /// Reads all apps; many on all processors.
    private func loadAll() throws(StoreError) -> (apps: [String: AppSnapshot?], unreadable: [String: Problem]) {
        let records = try served.apps()
        let threads = records.count > DataLimits.appsAtOnce ? Threads.processorCount : 1
        let (share, room) = ((records.count + threads - 1) / threads, BodyRoom(bodyBytesMax))
        // This thread does the first part.
        let parts = (0..<threads).map { part in
            Threads.Beside(if: part > 0) { [self] in
                Result { () throws(StoreError) in try load(records.dropFirst(part * share).prefix(share), room) }
            }
        }
        var all = try parts[0].value().get()
        for part in parts.dropFirst() {
            let more = try part.value().get()
            all.apps.merge(more.apps) { _, new in new }
            all.unreadable.merge(more.unreadable) { _, new in new }
        }
        return all
    }

    private func load(
        _ records: some Sequence<AppRecord>, _ room: BodyRoom
    ) throws(StoreError) -> (apps: [String: AppSnapshot?], unreadable: [String: Problem]) {
        var (apps, unreadable): ([String: AppSnapshot?], [String: Problem]) = ([:], [:])
        for app in records {
            do throws(StoreError) {
                let loaded = try load(rows(of: app.name, app), adding: nil, room: room.bytes.withLock { $0 })
                room.bytes.withLock { $0 -= loaded.bodyBytes }
                apps[app.name] = loaded
            } catch {
                guard error.code == .corrupt else { throw error }
                unreadable[app.name] = Problem(error)
            }
        }
        return (apps, unreadable)
    }

    /// The bytes that bodies may still take while all apps are read; each thread may go beyond it by one app.
    private final class BodyRoom: Sendable {
        let bytes: Mutex<Int>

        init(_ bytes: Int) { self.bytes = Mutex(bytes) }
    }

    /// The generation of the current snapshot; an acquiring load, so that a loop that reads it can read the complete
    /// snapshot.
    var generation: Int { published.load(ordering: .acquiring) }

    /// The current snapshot.
    package var snapshot: Snapshot { state.withLock { $0.snapshot } }

    /// Sets the receiver of what event streams must learn of changes.
    ///
    /// Several threads may call it at once, so that an older head may come after a newer one of the same channel: their
    /// numbers tell the order.
    package func onStreamChange(_ receive: @escaping @Sendable (StreamChange) -> Void) {
        subscriber.withLock { $0 = Subscriber(receive: receive) }
    }

    /// Calls `load` for each app now, and after each change of one before the change is answered.
    ///
    /// It gets the app, the release that its public channel `production` points at, and the app's hosts, if they were read
    /// with it. If it throws, the app is one of ``failures``, and is tried again. Calls do not overlap.
    package func follow(
        _ load: @escaping @Sendable (String, Int?, [String]?) throws(StoreError) -> Void
    ) throws(StoreError) {
        try refreshing.withLock { _ throws(StoreError) in
            follower.withLock { $0 = Follower(load: load) }
            for app in snapshot.apps.values {
                do throws(StoreError) { try load(app.record.name, app.publicVersion, nil) } catch {
                    guard error.code == .corrupt else { throw error }
                    state.withLock { $0.failures[app.record.name] = Problem(error) }
                }
            }
        }
    }

    /// Reads an app from the store into the current snapshot; every loop uses it from its next request on.
    ///
    /// The change is already on disk, so the request does not fail if the store cannot be read now: the older state
    /// continues to be served, and ``repair()`` tries again.
    ///
    /// - Parameters:
    ///   - app: The app that was changed.
    ///   - release: A release that was just stored, so that its bytes need not be read back.
    ///   - index: Its compiled index, if there is one.
    package func refresh(_ app: String, adding release: PreparedRelease? = nil, index: CompiledIndex? = nil) {
        if let release, let index { indexes.insert(index, for: release.digest) }
        refresh(app, adding: release, isCopied: false)
    }

    /// Reads an app into the current snapshot, from a copy that is made as new as the store before, or is that already.
    private func refresh(_ app: String, adding release: PreparedRelease?, isCopied: Bool) {
        let changes: [StreamChange] = refreshing.withLock { _ in
            do throws(StoreError) {
                let before = snapshot.apps[app]
                if !isCopied { try copyApp?(app) }
                let (after, hosts) = try load(app, adding: release)
                replace([app: after])
                indexes.pin(after?.channelDigests ?? [], of: app)
                try follower.withLock { $0 }?.load(app, after?.publicVersion, hosts)
                return StreamChange.all(from: before, to: after)
            } catch {
                state.withLock { $0.failures[app] = Problem(error) }
                return []
            }
        }
        tell(changes)
    }

    private func tell(_ changes: [StreamChange]) {
        guard let subscriber = subscriber.withLock({ $0 }) else { return }
        for change in changes { subscriber.receive(change) }
    }

    /// Makes the node's copy again, and reads apps from it, under its epoch; heads of the former epoch are replaced some apps
    /// after others.
    ///
    /// - Parameters:
    ///   - changed: The apps that may have changed; nil for all. Of others only the epoch does, so they are not read.
    ///   - copyAll: Makes the copy as new as the store. No refresh runs beside it: neither would an app that is made
    ///     meanwhile be lost from the copy, nor a newer state of an app be replaced by the one that `copyAll` has read.
    /// - Throws: The errors of `copyAll` and of the copy.
    package func reload(
        only changed: Set<String>? = nil, _ copyAll: () throws(StoreError) -> Void
    ) throws(StoreError) {
        let (epoch, read, others) = try refreshing.withLock { _ throws(StoreError) in
            try copyAll()
            let epoch = try served.read { session in try session.facts().epoch }
            let stored: Set<String>
            if let changed { stored = changed } else { stored = Set(try served.apps().map(\.name)) }
            return state.withLock { state in
                state.snapshot = state.snapshot.with(epoch: epoch)
                let known = Set(state.snapshot.apps.values.map(\.record.name))
                let read = stored.union(changed == nil ? known : Set(state.failures.keys))
                return (epoch, read, known.subtracting(read))
            }
        }
        var rest = Array(others)[...]
        while !rest.isEmpty {
            renew(rest.prefix(DataLimits.appsAtOnce), epoch: epoch)
            rest = rest.dropFirst(DataLimits.appsAtOnce)
        }
        for app in read.sorted() { refresh(app, adding: nil, isCopied: true) }
    }

    /// Gives apps in memory another epoch.
    private func renew(_ apps: some Sequence<String>, epoch: Int) {
        let changes = refreshing.withLock { _ in
            let snapshot = snapshot
            var (renewed, changes): ([String: AppSnapshot?], [StreamChange]) = ([:], [])
            for app in apps {
                guard let before = snapshot.apps[app] else { continue }
                let after = before.with(epoch: epoch, number: { number(of: $0, after: $1) }, metrics)
                renewed[app] = after
                changes += StreamChange.all(from: before, to: after)
            }
            replaceBodies(renewed)
            return changes
        }
        tell(changes)
    }

    /// The apps whose snapshot is older than the store, with the reason.
    package var failures: [String: Problem] { state.withLock { $0.failures } }

    /// Reads the apps of ``failures`` again, and all apps after a database that could not be written has got its epoch.
    package func repair() {
        if copyApp == nil, let epoch = store.statistics.position?.epoch, epoch != snapshot.epoch {
            do throws(StoreError) { try reload(only: []) {} } catch { return }
        }
        for app in failures.keys.sorted() { refresh(app) }
    }

    /// The memory that bodies take, in bytes.
    var bodyBytes: Int { state.withLock { $0.bodyBytes } }

    /// Reads and writes when idle bodies were looked for.
    func withIdleLooks<Value: Sendable>(_ body: (inout IdleLooks) -> Value) -> Value {
        state.withLock { body(&$0.idleLooks) }
    }

    private func replace(_ changed: [String: AppSnapshot?]) {
        replaceBodies(changed)
        state.withLock { state in
            for name in changed.keys { state.failures[name] = nil }
        }
    }

    /// Replaces apps by ones that are as old or new as before; call it under `refreshing`.
    func replaceBodies(_ changed: [String: AppSnapshot?]) {
        state.withLock { state in
            for (name, app) in changed {
                state.bodyBytes += (app?.bodyBytes ?? 0) - (state.snapshot.apps[name]?.bodyBytes ?? 0)
            }
            state.snapshot = state.snapshot.replacing(changed)
            published.store(state.snapshot.generation, ordering: .releasing)
        }
    }

    /// Reads an app; nil for one that was deleted.
    private func load(
        _ name: String, adding fresh: PreparedRelease?
    ) throws(StoreError) -> (app: AppSnapshot?, hosts: [String]?) {
        let rows: Rows
        do throws(StoreError) { rows = try self.rows(of: name, nil) } catch {
            guard error.code == .notFound else { throw error }
            metrics.track(nil, of: name)
            return (nil, nil)
        }
        return (try load(rows, adding: fresh, room: .max), rows.hosts)
    }

    /// Reads an app; bytes that are in memory are not read again, and those for which there is no room, in bytes, stay in
    /// the store.
    private func load(
        _ rows: Rows, adding fresh: PreparedRelease?, room: Int
    ) throws(StoreError) -> AppSnapshot {
        let (name, channels) = (rows.app.name, rows.channels)
        let old = snapshot.apps[name]?.releases ?? [:]
        var (releases, damaged, room): ([Int: ServedRelease], [Int: StoreError], Int) = ([:], rows.damaged, room)
        for (version, record) in rows.releases {
            do throws(StoreError) {
                let release = try release(name, record, old: old[version], adding: fresh, room: room)
                room -= release.byteCount
                releases[version] = release
            } catch {
                guard error.code == .corrupt else { throw error }
                note(.body, of: name, version)
                damaged[version] = error
            }
        }
        let refusals = channels.compactMap { channel in
            channel.version.flatMap { damaged[$0] }.map {
                (channel.name, ChannelRefusal(isPublic: channel.isPublic, reason: $0))
            }
        }
        // A copy that was made of a store with another epoch: heads have that one from the first change on.
        let epoch =
            copyApp == nil
            ? store.statistics.position?.epoch ?? snapshot.epoch
            : try served.read { session in try session.facts().epoch }
        return assemble(rows.app, epoch, channels, Dictionary(refusals) { first, _ in first }, releases)
    }

    private func release(
        _ app: String, _ record: ReleaseRecord, old: ServedRelease?, adding fresh: PreparedRelease?, room: Int
    ) throws(StoreError) -> ServedRelease {
        if let old, old.digest == record.digest, old.record.indexes == record.indexes { return old.with(record) }
        if let fresh, fresh.digest == record.digest { return ServedRelease(record, fresh) }
        guard record.servedByteCount <= room else { return ServedRelease(record, nil) }
        return ServedRelease(try content(app, record.version))
    }

    private func assemble(
        _ app: AppRecord, _ epoch: Int, _ channels: [ChannelRecord], _ refusals: [String: ChannelRefusal],
        _ releases: [Int: ServedRelease]
    ) -> AppSnapshot {
        let before = snapshot.apps[app.name]?.channels ?? [:]
        var assembled: [String: ChannelSnapshot] = [:]
        for channel in channels {
            guard let version = channel.version, let release = releases[version] else { continue }
            var head = Head(
                app: app.name, channel: channel.name, epoch: Int64(epoch), sequence: Int64(channel.sequence),
                version: version, digest: release.digest,
                body: Head.bodyPath(app: app.name, digest: release.digest),
                poll: Head.Poll(interval: app.poll.interval, jitter: app.poll.jitter))
            head.indexes = release.record.indexes.map { Head.Index(format: $0.format, digest: $0.digest) }
            assembled[channel.name] = ChannelSnapshot(
                isPublic: channel.isPublic, head: head, release: release, movedAt: channel.changedAt,
                topic: topic(app.name, channel.name), number: number(of: head, after: before[channel.name]), metrics)
        }
        metrics.track(Set(releases.keys), of: app.name)
        return AppSnapshot(record: app, channels: assembled, refusals: refusals, releases: releases, metrics)
    }

    /// The number of a head: the next one, or that of the same head before.
    private func number(of head: Head, after before: ChannelSnapshot?) -> Int {
        if let before, before.head == head { return before.number }
        return state.withLock { state in
            state.heads += 1
            return state.heads
        }
    }

    /// The number of a channel's event topic; it does not change while the process runs.
    private func topic(_ app: String, _ channel: String) -> Int {
        state.withLock { state in
            let name = "\(app)/\(channel)"
            let topic = state.topics[name] ?? state.topics.count
            state.topics[name] = topic
            return topic
        }
    }
}
