import HTTPExchange
import HTTPWire
import RouteModel
import ServerMetrics
import StoreRecords

/// The state that the data plane answers from; immutable, and replaced as a whole after each change.
package final class Snapshot: Sendable {
    /// Raised by each change.
    let generation: Int
    /// The store's epoch.
    let epoch: Int
    /// Apps by name.
    package let apps: AppTable
    /// The answers to the two most frequent paths of each app, without a query, by the bytes of the whole path.
    let answersByPath: DividedMap<PathAnswer>

    /// Apps by the bytes of the name.
    var appsByName: DividedMap<AppSnapshot> { apps.map }

    /// The state before the first app.
    init(epoch: Int) {
        generation = 0
        self.epoch = epoch
        apps = AppTable()
        answersByPath = DividedMap()
    }

    private init(_ before: Snapshot, epoch: Int, apps: AppTable, answersByPath: DividedMap<PathAnswer>) {
        generation = before.generation + 1
        self.epoch = epoch
        self.apps = apps
        self.answersByPath = answersByPath
    }

    /// The next state, in which some apps have changed; nil is an app that was deleted.
    ///
    /// The work depends on the number of changed apps, and hardly on that of all apps.
    func replacing(_ changed: [String: AppSnapshot?]) -> Snapshot {
        let old = changed.keys.compactMap { apps[$0] }.flatMap(\.standardAnswers)
        let new = changed.values.compactMap(\.self).flatMap(\.standardAnswers)
        return Snapshot(
            self, epoch: epoch, apps: apps.replacing(changed),
            answersByPath: answersByPath.replacing(old.map { ($0.key, nil) } + new.map { ($0.key, $0.value) }))
    }

    /// The same apps under another epoch, which their heads get when they are read again.
    func with(epoch: Int) -> Snapshot { Snapshot(self, epoch: epoch, apps: apps, answersByPath: answersByPath) }
}

/// The apps of a snapshot, by name.
package struct AppTable: Sendable {
    fileprivate let map: DividedMap<AppSnapshot>

    fileprivate init(_ map: DividedMap<AppSnapshot> = DividedMap()) { self.map = map }

    /// How many apps there are.
    package var count: Int { map.count }

    /// The app with a name.
    package subscript(name: String) -> AppSnapshot? {
        let bytes = Array(name.utf8)
        return map.value(bytes, 0..<bytes.count)
    }

    /// All apps, in no order.
    package var values: some Sequence<AppSnapshot> { map.values }

    fileprivate func replacing(_ changed: [String: AppSnapshot?]) -> AppTable {
        AppTable(map.replacing(changed.map { (Array($0.key.utf8), $0.value) }))
    }
}

/// The answer to a path.
enum PathAnswer: Sendable {
    /// An answer with a body.
    case body(PreparedBody)
    /// A head.
    case head(PreparedHead)
    /// The body that the channel in the query points at.
    case channelBody
    /// The head of the channel in the query.
    case channelHead
    /// The event stream of the channel in the query.
    case channelEvents
}

/// One app's channels, and its releases that are in memory.
package final class AppSnapshot: Sendable {
    /// The app.
    let record: AppRecord
    /// Its channels that point at a release.
    package let channels: [String: ChannelSnapshot]
    /// Its channels whose release is damaged.
    let refusals: [String: ChannelRefusal]
    /// The channel `production`.
    let standardChannel: ChannelSnapshot?
    /// Releases in memory by number.
    let releases: [Int: ServedRelease]
    /// The channels by the bytes of `?channel=`.
    let channelsByName: ByteMap<ChannelSnapshot>
    /// The answers to paths by the bytes after `/v1/apps/{app}/`, without releases that were never public.
    let answersByPath: ByteMap<PathAnswer>
    /// The answers to head and rules of `production` by the whole path; empty if the channel is not public.
    let standardAnswers: [(key: [UInt8], value: PathAnswer)]

    /// The cells that count bodies for clients with another release, by the digest that they send.
    private let updateCells: ByteMap<Int>
    /// The cell for digests that no release in memory has.
    private let olderCell: Int
    private let olderBlock: CounterBlock?

    /// The digests of the releases that its channels point at.
    var channelDigests: Set<String> { Set(channels.values.map(\.release.digest)) }

    /// The release that `production` serves without a token; nil if there is none.
    var publicVersion: Int? {
        guard let channel = standardChannel, channel.isPublic else { return nil }
        return channel.release.version
    }

    /// The number of releases in memory, with their bytes or without.
    package var releaseCount: Int { releases.count }

    /// The memory that bodies of its releases take, in bytes.
    let bodyBytes: Int

    init(
        record: AppRecord, channels: [String: ChannelSnapshot], refusals: [String: ChannelRefusal],
        releases: [Int: ServedRelease], _ metrics: RequestMetrics
    ) {
        self.refusals = refusals
        self.record = record
        self.channels = channels
        self.releases = releases
        bodyBytes = releases.values.reduce(0) { $0 + $1.byteCount }
        standardChannel = channels[ChannelRecord.production]
        channelsByName = ByteMap(channels.map { (Array($0.key.utf8), $0.value) })
        let shares = releases.values.map { $0.share(metrics) }
        answersByPath = ByteMap(Self.channelAnswers + shares.flatMap(\.answers))
        olderBlock = metrics.block(
            .update, ReleaseLabels(app: record.name, channel: nil, version: ReleaseLabels.noVersion))
        olderCell = olderBlock?.first ?? RequestMetrics.uncounted
        updateCells = ByteMap(shares.compactMap(\.update))
        standardAnswers = Self.standardAnswers(record.name, standardChannel)
    }

    /// The same app, in which some releases have their bytes, or no longer have them; nothing else differs.
    func replacing(_ changed: [Int: ServedRelease], _ metrics: RequestMetrics) -> AppSnapshot {
        let releases = releases.merging(changed) { _, new in new }
        let channels = channels.mapValues { channel in
            changed[channel.release.version].map { ChannelSnapshot(channel, release: $0, metrics) } ?? channel
        }
        return AppSnapshot(record: record, channels: channels, refusals: refusals, releases: releases, metrics)
    }

    /// The same app under another epoch.
    func with(epoch: Int, number: (Head, ChannelSnapshot) -> Int, _ metrics: RequestMetrics) -> AppSnapshot {
        let channels = channels.mapValues { channel in
            var head = channel.head
            head.epoch = Int64(epoch)
            return ChannelSnapshot(
                isPublic: channel.isPublic, head: head, release: channel.release, movedAt: channel.movedAt,
                topic: channel.topic, number: number(head, channel), metrics)
        }
        return AppSnapshot(record: record, channels: channels, refusals: refusals, releases: releases, metrics)
    }

    /// The cell that counts a body for a client whose `If-None-Match` names one tag.
    func updateCell(_ field: borrowing some ByteRegion & ~Escapable) -> Int {
        let start = field.has("W/\"", at: 0) ? 3 : 1
        guard field.byteCount >= start + Validators.digestCount else { return olderCell }
        return updateCells.value(field, start..<(start + Validators.digestCount)) ?? olderCell
    }

    private static let channelAnswers: [(key: [UInt8], value: PathAnswer)] = [
        (LoopEndpoint.currentRules.pathInApp(), .channelBody), (LoopEndpoint.head.pathInApp(), .channelHead),
        (LoopEndpoint.events.pathInApp(), .channelEvents),
    ]

    private static func standardAnswers(
        _ app: String, _ channel: ChannelSnapshot?
    ) -> [(key: [UInt8], value: PathAnswer)] {
        guard let channel, channel.isPublic else { return [] }
        return [
            (LoopEndpoint.currentRules.path(app: app), .body(channel.body)),
            (LoopEndpoint.head.path(app: app), .head(channel.preparedHead)),
        ]
    }
}

/// A channel whose release cannot be served.
struct ChannelRefusal: Sendable {
    /// Whether clients read it without a token.
    let isPublic: Bool
    /// The damage.
    let reason: StoreError
}

/// One channel: its head and the body that it points at, ready to be sent.
package final class ChannelSnapshot: Sendable {
    /// Whether clients read it without a token.
    let isPublic: Bool
    /// The head, which names the release.
    let head: Head
    /// The release.
    let release: ServedRelease
    /// The answers to `head`.
    package let preparedHead: PreparedHead
    /// The answers to `rules`.
    let body: PreparedBody
    /// The release and channel that answers are counted for.
    let labels: ReleaseLabels
    /// When the channel was last moved.
    let movedAt: Instant
    /// The topic of its event stream.
    package let topic: Int
    /// The number of its head among all heads of this process; a newer head has a higher number.
    package let number: Int

    init(
        isPublic: Bool, head: Head, release: ServedRelease, movedAt: Instant, topic: Int, number: Int,
        _ metrics: RequestMetrics
    ) {
        self.movedAt = movedAt
        self.isPublic = isPublic
        self.head = head
        self.release = release
        self.topic = topic
        self.number = number
        preparedHead = PreparedHead(head, isPublic: isPublic, metrics)
        labels = ReleaseLabels(app: head.app, channel: head.channel, version: head.version)
        body = release.prepared(for: Self.use(isPublic: isPublic, labels), metrics)
    }

    /// The same channel and head, with another form of the release.
    init(_ other: ChannelSnapshot, release: ServedRelease, _ metrics: RequestMetrics) {
        (isPublic, head, preparedHead) = (other.isPublic, other.head, other.preparedHead)
        (movedAt, topic, number, labels) = (other.movedAt, other.topic, other.number, other.labels)
        self.release = release
        body = release.prepared(for: Self.use(isPublic: isPublic, labels), metrics)
    }

    private static func use(isPublic: Bool, _ labels: ReleaseLabels) -> PreparedBody.Use {
        PreparedBody.Use(
            caching: isPublic ? .brief : .withheld, route: LoopEndpoint.currentRules.route, labels: labels)
    }
}

extension ChannelSnapshot {
    /// The beginning of its event stream, with the caller's name for the access log.
    func eventStream(isHead: Bool, principal: String? = nil) -> EventStream {
        let head = preparedHead
        return EventStream(
            topic: topic, number: number, isOpen: isPublic,
            beginning: principal.map { head.stream.with(principal: $0) } ?? head.stream,
            cell: isHead ? RequestMetrics.bodiless(LoopEndpoint.events.route) : head.streamCell, owner: head)
    }
}
