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
    case head(PreparedResponse)
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

    init(record: AppRecord, channels: [String: ChannelSnapshot], releases: [Int: PublishedRelease]) {
        self.record = record
        self.channels = channels
        self.releases = releases
        standardChannel = channels[ChannelRecord.production]
        channelsByName = ByteMap(channels.map { (Array($0.key.utf8), $0.value) })
        let publicReleases = releases.values.filter(\.record.wasPublic)
        publicBodies = ByteMap(
            publicReleases.map {
                (Array($0.body.digest.utf8), $0.body.forms(.immutable))
            })
        publicVersions = ByteMap(
            publicReleases.map { (Array(String($0.record.version).utf8), $0.body.forms(.brief)) })
        pathAnswers = Self.pathAnswers(record.name, standardChannel)
    }

    private static func pathAnswers(
        _ app: String, _ channel: ChannelSnapshot?
    ) -> [(key: [UInt8], value: PathAnswer)] {
        guard let channel, channel.isPublic else { return [] }
        return [
            (Array("/v1/apps/\(app)/rules".utf8), .body(channel.bodyForms)),
            (Array("/v1/apps/\(app)/head".utf8), .head(channel.headForms.answer)),
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
    /// Who listens to it.
    let topic: Int

    init(isPublic: Bool, head: Head, release: PublishedRelease, topic: Int) {
        self.isPublic = isPublic
        self.head = head
        self.release = release
        self.topic = topic
        headForms = HeadForms(head, isPublic: isPublic)
        bodyForms = release.body.forms(isPublic ? .brief : .withheld)
    }
}
