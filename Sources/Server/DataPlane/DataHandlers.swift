import CanonicalJSON
import Digests
package import HTTPExchange
import HTTPWire
package import ReleaseStore
import RouteDocuments
import RouteImport
import RouteIndex
import RouteModel
import ServerMetrics
import StoreRecords
import Synchronization

/// Answers clients on workers: requests that need a token, an older release, or a computation.
///
/// ``LoopResponder`` answers all others.
package final class DataHandlers: Sendable {
    private let store: any RuleStore
    /// The source of the current state.
    let snapshots: SnapshotSource
    /// Older releases that callers with a right to them have asked for.
    let olderReleases: Mutex<LeastRecentlyUsed<String, ServedRelease>>
    private let legacyTables: Mutex<LeastRecentlyUsed<String, [UInt8]>>

    /// Makes a data plane.
    ///
    /// - Parameters:
    ///   - store: The store for older releases.
    ///   - snapshots: The source of the current state.
    ///   - bodyCacheBytes: Memory for older releases, in bytes; legacy tables get a quarter of it in addition.
    package init(store: any RuleStore, snapshots: SnapshotSource, bodyCacheBytes: Int) {
        self.store = store
        self.snapshots = snapshots
        olderReleases = Mutex(LeastRecentlyUsed(costMax: bodyCacheBytes))
        legacyTables = Mutex(LeastRecentlyUsed(costMax: bodyCacheBytes / 4))
    }

    /// Drops the older releases in memory, after some were removed from the store.
    package func forgetOlderReleases() {
        olderReleases.withLock { $0 = LeastRecentlyUsed(costMax: $0.costMax) }
    }

    /// Drops the older releases that no client has asked for since the last call.
    ///
    /// Legacy tables stay within their limit: they are those of releases that channels point at, and cost a whole export.
    package func dropUnused() { olderReleases.withLock { $0.removeUnused() } }

    // MARK: Handlers

    @Sendable func head(_ request: EndpointRequest) throws -> Answer {
        let channel = try channel(request)
        count(channel.labels, .head, request)
        return Answer(
            200, fields: DataFields.json(channel.isPublic ? .brief : .withheld),
            body: .bytes(channel.head.canonicalBytes), origin: .init(release: channel.head.version))
    }

    @Sendable func currentRules(_ request: EndpointRequest) throws -> Answer {
        let channel = try channel(request)
        let caching: CachePolicy = channel.isPublic ? .brief : .withheld
        switch request.query["format"] {
        case nil:
            return try answer(request, channel.release, caching, channel.labels)
        case "cnrouter":
            return answer(request, table: try legacyTable(channel.release, request), caching, channel.labels)
        case .some(let format): throw Problem.badRequest("?format=\(format) is not supported; use cnrouter")
        }
    }

    @Sendable func body(_ request: EndpointRequest) throws -> Answer {
        let digest = request.value("digest")
        let release = try release(request, key: digest) {
            $0.digest == digest
        } find: {
            try self.store.release(request.app, digest: digest)
        }
        return try answer(request, release, publicCaching: .immutable)
    }

    @Sendable func index(_ request: EndpointRequest) throws -> Answer {
        let digest = request.value("digest")
        let release = try release(request, key: "index \(digest)") {
            $0.indexes.contains { $0.digest == digest }
        } find: {
            try self.store.release(request.app, index: digest)
        }
        guard let index = release.record.indexes.first(where: { $0.digest == digest }) else {
            throw Problem.notFound(.index, "the compiled index \(digest) was removed")
        }
        return try answer(request, release, publicCaching: .immutable, part: .index(index))
    }

    @Sendable func releaseRules(_ request: EndpointRequest) throws -> Answer {
        try answer(request, try release(request, number: request.value("version")), publicCaching: .brief)
    }

    @Sendable func events(_ request: EndpointRequest) throws(Problem) -> EventStream {
        try channel(request).eventStream(isHead: request.isHead, principal: request.reader?.name)
    }

    @Sendable func resolve(_ request: EndpointRequest) throws -> Answer {
        try resolve(request, try ResolveQuery(parameters: request.query))
    }

    @Sendable func resolveWithContext(_ request: EndpointRequest) throws -> Answer {
        try resolve(request, try ResolveQuery(body: request.body, options: request.query))
    }

    private func resolve(_ request: EndpointRequest, _ query: ResolveQuery) throws -> Answer {
        let release =
            if let number = query.release { try release(request, number: number) } else {
                try channel(request).release
            }
        let resolution = try index(of: release, request).resolve(
            query.url, context: query.context, at: query.at ?? request.now, explaining: query.isExplained)
        return .json(200, bytes: resolution.canonicalBytes + [0x0A], fields: DataFields.crossOrigin)
    }

    // MARK: Channels and releases

    /// The channel that a request names; throws 404 or 403 if it does not exist or the caller may not read it.
    private func channel(_ request: EndpointRequest) throws(Problem) -> ChannelSnapshot {
        try channel(request.query["channel"] ?? ChannelRecord.production, request)
    }

    /// The channel with a name; throws 404 or 403 if it does not exist or the caller may not read it.
    func channel(_ name: String, _ request: EndpointRequest) throws(Problem) -> ChannelSnapshot {
        let app = snapshots.snapshot.apps[request.app]
        let channel = app?.channels[name]
        if let channel, channel.isPublic { return channel }
        if let refusal = app?.refusals[name], refusal.isPublic { throw Problem(refusal.reason) }
        try checkReader(request)
        guard let app else { throw noApp(request) }
        if let refusal = app.refusals[name] { throw Problem(refusal.reason) }
        guard let channel else {
            throw .notFound(.channel, "the app \(request.app) has no channel \(name), or it points at no release yet")
        }
        return channel
    }

    func release(_ request: EndpointRequest, number text: String) throws -> ServedRelease {
        let version = try EndpointRequest.releaseNumber(text)
        return try release(request, key: "#\(version)") {
            $0.version == version
        } find: {
            try self.store.release(request.app, version)
        }
    }

    /// A release from memory, from the cache, or from the store.
    ///
    /// A release that was never public needs a token. Its bytes are read, and kept in memory, only for a caller who may
    /// have them: otherwise the time of a refusal would tell whether there is such a release, and how large it is.
    private func release(
        _ request: EndpointRequest, key: String, where isWanted: (ReleaseRecord) -> Bool,
        find: () throws -> ReleaseRecord
    ) throws -> ServedRelease {
        guard let app = snapshots.snapshot.apps[request.app] else {
            try checkReader(request)
            throw noApp(request)
        }
        if let release = app.releases.values.first(where: { isWanted($0.record) }) {
            if !release.record.wasPublic { try checkReader(request) }
            return release
        }
        let key = "\(request.app)/\(key)"
        let cached = olderReleases.withLock { $0.value(key) }
        if let cached, cached.record.wasPublic { return cached }
        let record: ReleaseRecord
        do { record = try find() } catch let error as StoreError where error.code == .notFound {
            // A caller who may not read the app gets the same answer whether the release exists or not.
            try checkReader(request)
            throw error
        }
        if !record.wasPublic { try checkReader(request) }
        if let cached { return cached.with(record) }
        let release = ServedRelease(try store.releaseContent(request.app, record.version))
        olderReleases.withLock { $0.insert(release, for: key, cost: release.byteCount) }
        return release
    }

    /// The release as the legacy table, made once for each body.
    private func legacyTable(_ release: ServedRelease, _ request: EndpointRequest) throws(Problem) -> [UInt8] {
        if let table = legacyTables.withLock({ $0.value(release.digest) }) { return table }
        let bytes = try bytes(of: release, request).body.identity.bytes
        let body: ReleaseBody
        do throws(ModelError) { body = try ReleaseBody.decode(bytes) } catch {
            throw .fault("release \(release.version) of \(request.app) cannot be read: \(error.detail)")
        }
        let table = CNRouterTable.exporting(body.rules).bytes
        legacyTables.withLock { $0.insert(table, for: release.digest, cost: table.count) }
        return table
    }

    /// Throws 404 without a token, 403 if the token may not read the app.
    ///
    /// The 404 has the same text for private and for missing resources, so that names do not leak.
    private func checkReader(_ request: EndpointRequest) throws(Problem) {
        guard let reader = request.reader else {
            throw Self.notPublic(request.app)
        }
        try reader.check(.role(.viewer), app: request.app)
    }

    /// The refusal of a client without a token, about an app that may not exist.
    package static func notPublic(_ app: String) -> Problem {
        .notFound(.app, "nothing here is public; if there is an app \(app), send a token that may read it")
    }

    private func noApp(_ request: EndpointRequest) -> Problem {
        snapshots.failures[request.app] ?? .notFound(.app, "there is no app \(request.app)")
    }

    // MARK: Answers

    private func answer(
        _ request: EndpointRequest, _ release: ServedRelease, publicCaching: CachePolicy, part: ReleasePart = .body
    ) throws(Problem) -> Answer {
        try answer(
            request, release, release.record.wasPublic ? publicCaching : .withheld,
            ReleaseLabels(app: request.app, channel: nil, version: release.record.version), part)
    }

    /// The bytes of a release, which may have to be read from the store.
    func bytes(of release: ServedRelease, _ request: EndpointRequest) throws(Problem) -> ReleaseBytes {
        try snapshots.bytes(of: release, app: request.app)
    }

    /// A part of a release in the coding that the client prefers, or 304.
    private func answer(
        _ request: EndpointRequest, _ release: ServedRelease, _ caching: CachePolicy, _ labels: ReleaseLabels,
        _ part: ReleasePart = .body
    ) throws(Problem) -> Answer {
        let facts = part.facts(of: release.record)
        let coding = ContentCoding.negotiate(Array((request.fields.acceptEncoding ?? "").utf8))
        let origin = Answer.Origin(release: release.version)
        if isCurrent(request, digest: facts.digest) {
            count(labels, .unchanged, request)
            return Answer(304, fields: DataFields.unchanged(facts.digest, coding, caching), origin: origin)
        }
        guard let bytes = try bytes(of: release, request)[part] else {
            throw .notFound(.index, "the compiled index \(facts.digest) was removed")
        }
        count(labels, part.kind, request)
        return Answer(
            200, fields: DataFields.body(facts, coding, caching),
            body: .shared(coding == .gzip ? bytes.gzip : bytes.identity), origin: origin)
    }

    /// A legacy table, whose tag is its own digest; it is never compressed.
    private func answer(
        _ request: EndpointRequest, table: [UInt8], _ caching: CachePolicy, _ labels: ReleaseLabels
    ) -> Answer {
        let digest = SHA256.hexDigest(of: table)
        let tag = [DataFields.tagField(digest, .identity)]
        if isCurrent(request, digest: digest) {
            count(labels, .unchanged, request)
            return Answer(304, fields: tag + DataFields.shared(caching))
        }
        count(labels, .body, request)
        return Answer(200, fields: tag + DataFields.json(caching) + [DataFields.noRanges], body: .bytes(table))
    }

    private func isCurrent(_ request: EndpointRequest, digest: String) -> Bool {
        request.fields.ifNoneMatch.map { Validators.isCurrent(Array($0.utf8), digest: Array(digest.utf8)) } ?? false
    }

    /// Counts an answer that contains or names a release; for a body, also the release that the client had before.
    private func count(_ labels: ReleaseLabels, _ kind: ReleaseLabels.Kind, _ request: EndpointRequest) {
        guard !request.isHead else { return }
        snapshots.metrics.count(labels, kind)
        guard kind == .body, let known = request.fields.ifNoneMatch else { return }
        let releases = snapshots.snapshot.apps[labels.app]?.releases ?? [:]
        let before = releases.values.first { known.contains($0.digest) }
        snapshots.metrics.countUpdate(of: labels.app, from: before?.record.version)
    }
}
