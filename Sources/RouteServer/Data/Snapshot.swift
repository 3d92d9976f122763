import HTTPWire
import ReleaseStore
import RouteModel

/// Everything the data plane answers from, immutable: a change makes a new one and the loops take it over whole.
final class Snapshot: Sendable {
    /// Raised by each change.
    let generation: Int
    /// The store's epoch.
    let epoch: Int
    /// Apps by name.
    let apps: [String: AppSnapshot]
    /// The same by the bytes of a request's path.
    let appsByName: ByteMap<AppSnapshot>
    /// What the paths that clients ask for again and again are answered with when nothing else is asked.
    let answersByPath: ByteMap<PathAnswer>

    init(generation: Int, epoch: Int, apps: [String: AppSnapshot]) {
        self.generation = generation
        self.epoch = epoch
        self.apps = apps
        appsByName = ByteMap(apps.map { (Array($0.key.utf8), $0.value) })
        answersByPath = ByteMap(apps.values.flatMap(\.pathAnswers))
    }
}

/// What a whole path without a query is answered with.
enum PathAnswer: Sendable {
    /// One of the forms of a body.
    case body(BodyForms)
    /// A head.
    case head(HeadForms)
}

/// One app's channels and the releases that are in memory.
final class AppSnapshot: Sendable {
    /// The app.
    let record: AppRecord
    /// Its channels that point at a release.
    let channels: [String: ChannelSnapshot]
    /// What `production` points at.
    let standardChannel: ChannelSnapshot?
    /// Releases in memory by number.
    let releases: [Int: PublishedRelease]
    /// The channels, by the bytes of `?channel=`.
    let channelsByName: ByteMap<ChannelSnapshot>
    /// What a digest in a path means, for public releases only.
    let publicBodies: ByteMap<BodyForms>
    /// Public releases by the digits in a path.
    let publicVersions: ByteMap<BodyForms>
    /// What the paths of its head and its rules are answered with, where `production` is public.
    let pathAnswers: [(key: [UInt8], value: PathAnswer)]

    /// Where loops count bodies for clients that have another release, by the digest that they say.
    private let updateCells: ByteMap<Int>
    /// The same where the digest is none of these.
    private let olderCell: Int
    private let updateBlocks: [TallyBlock]

    init(
        record: AppRecord, channels: [String: ChannelSnapshot], releases: [Int: PublishedRelease],
        _ ledger: TrafficLedger
    ) {
        self.record = record
        self.channels = channels
        self.releases = releases
        standardChannel = channels[ChannelRecord.production]
        channelsByName = ByteMap(channels.map { (Array($0.key.utf8), $0.value) })
        let publicReleases = releases.values.filter(\.record.wasPublic)
        let forms = { (release: PublishedRelease, caching: CachePolicy, route: LoopRoute) in
            let mark = ReleaseMark(app: record.name, channel: nil, version: release.record.version)
            return release.body.forms(BodyUse(caching: caching, route: route, mark: mark), ledger)
        }
        publicBodies = ByteMap(
            publicReleases.map { (Array($0.body.digest.utf8), forms($0, .immutable, .body)) })
        publicVersions = ByteMap(
            publicReleases.map { (Array(String($0.record.version).utf8), forms($0, .brief, .releaseRules)) })
        let update = { (version: Int) in
            ledger.block(.update, ReleaseMark(app: record.name, channel: nil, version: version))
        }
        let older = update(ReleaseMark.noVersion)
        let blocks = releases.values.compactMap { release in
            update(release.record.version).map { (digest: Array(release.body.digest.utf8), block: $0) }
        }
        olderCell = older?.first ?? TrafficLedger.uncounted
        updateCells = ByteMap(blocks.map { ($0.digest, $0.block.first) })
        updateBlocks = blocks.map(\.block) + [older].compactMap(\.self)
        pathAnswers = Self.pathAnswers(record.name, standardChannel)
    }

    /// Where to count a body for a client that says with a field which one it has: one tag, as it came with a body.
    func updateCell(_ field: borrowing some ByteRegion & ~Escapable) -> Int {
        let start = field.has("W/\"", at: 0) ? 3 : 1
        guard field.byteCount >= start + DataPath.digestCount else { return olderCell }
        return updateCells.value(field, start..<(start + DataPath.digestCount)) ?? olderCell
    }

    private static func pathAnswers(
        _ app: String, _ channel: ChannelSnapshot?
    ) -> [(key: [UInt8], value: PathAnswer)] {
        guard let channel, channel.isPublic else { return [] }
        return [
            (Array("/v1/apps/\(app)/rules".utf8), .body(channel.bodyForms)),
            (Array("/v1/apps/\(app)/head".utf8), .head(channel.headForms)),
        ]
    }
}

/// One channel: its head and the body it points at, in every form that is sent.
final class ChannelSnapshot: Sendable {
    /// Whether it is read without a token.
    let isPublic: Bool
    /// Where it points.
    let head: Head
    /// The release.
    let release: PublishedRelease
    /// What `head` is answered with.
    let headForms: HeadForms
    /// What `rules` is answered with.
    let bodyForms: BodyForms
    /// The release, as answers that tell of it are counted.
    let mark: ReleaseMark
    /// When the channel was moved last.
    let movedAt: Instant
    /// Who listens to it.
    let topic: Int

    init(
        isPublic: Bool, head: Head, release: PublishedRelease, movedAt: Instant, topic: Int, _ ledger: TrafficLedger
    ) {
        self.movedAt = movedAt
        self.isPublic = isPublic
        self.head = head
        self.release = release
        self.topic = topic
        headForms = HeadForms(head, isPublic: isPublic, ledger)
        mark = ReleaseMark(app: head.app, channel: head.channel, version: head.version)
        bodyForms = release.body.forms(
            BodyUse(caching: isPublic ? .brief : .withheld, route: .currentRules, mark: mark), ledger)
    }
}
