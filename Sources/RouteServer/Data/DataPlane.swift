import CanonicalJSON
import Digests
import HTTPWire
import ReleaseStore
import RouteImport
import RouteIndex
import RouteModel
import Synchronization

/// The part of the data plane that runs on workers: what is not public, not in memory, or has to be computed.
final class DataPlane: Sendable {
    private let store: any RuleStore
    let snapshots: SnapshotKeeper
    private let older: Mutex<LeastRecentlyUsed<String, PublishedRelease>>
    private let tables: Mutex<LeastRecentlyUsed<String, [UInt8]>>

    init(store: any RuleStore, snapshots: SnapshotKeeper, bodyCacheBytes: Int) {
        self.store = store
        self.snapshots = snapshots
        older = Mutex(LeastRecentlyUsed(costMax: bodyCacheBytes))
        tables = Mutex(LeastRecentlyUsed(costMax: bodyCacheBytes / 4))
    }

    func answer(_ request: DataRequest) throws(Problem) -> Answer {
        switch request.endpoint {
        case .head: try head(request)
        case .currentRules: try currentRules(request)
        case .body: try body(request)
        case .releaseRules: try releaseRules(request)
        case .resolve: try resolve(request, try ResolveQuery(parameters: request.query))
        case .resolveWithContext: try resolveWithContext(request)
        default: throw .fault("\(request.endpoint.rawValue) is not answered here")
        }
    }

    /// The channel that a request names; throws what stands in the way of reading it.
    func channel(_ request: DataRequest) throws(Problem) -> ChannelSnapshot {
        let app = snapshots.snapshot.apps[request.app]
        let name = request.query["channel"] ?? ChannelRecord.production
        let channel = app?.channels[name]
        if let channel, channel.isPublic { return channel }
        try request.checkReader()
        guard app != nil else { throw Self.noApp(request) }
        guard let channel else {
            throw .notFound("the app \(request.app) has no channel \(name), or it points at no release yet")
        }
        return channel
    }

    private func head(_ request: DataRequest) throws(Problem) -> Answer {
        let channel = try channel(request)
        var answer = DataAnswer.plain(
            channel.head.canonicalBytes, caching: channel.isPublic ? .brief : .withheld)
        answer.origin.release = channel.head.version
        return answer.telling(of: channel.mark)
    }

    private func currentRules(_ request: DataRequest) throws(Problem) -> Answer {
        let channel = try channel(request)
        let caching: CachePolicy = channel.isPublic ? .brief : .withheld
        switch request.query["format"] {
        case nil:
            return DataAnswer.body(channel.release.body, request, caching: caching).telling(of: channel.mark)
        case "cnrouter":
            return DataAnswer.tagged(try table(of: channel.release.body), request, caching: caching)
                .telling(of: channel.mark)
        case .some(let format): throw .badRequest("there is no ?format=\(format); there is cnrouter")
        }
    }

    private func body(_ request: DataRequest) throws(Problem) -> Answer {
        let digest = request.values["digest"] ?? ""
        let release = try release(request, key: digest) {
            $0.body.digest == digest
        } read: { () throws(StoreError) in
            try self.store.releaseContent(request.app, digest: digest)
        }
        return DataAnswer.body(release.body, request, caching: release.record.wasPublic ? .immutable : .withheld)
            .telling(of: ReleaseMark(app: request.app, channel: nil, version: release.record.version))
    }

    private func releaseRules(_ request: DataRequest) throws(Problem) -> Answer {
        let release = try numbered(request, request.values["version"] ?? "")
        return DataAnswer.body(release.body, request, caching: release.record.wasPublic ? .brief : .withheld)
            .telling(of: ReleaseMark(app: request.app, channel: nil, version: release.record.version))
    }

    private func numbered(_ request: DataRequest, _ text: String) throws(Problem) -> PublishedRelease {
        let version = try ReleaseNumber.read(text)
        return try release(request, key: "#\(version)") {
            $0.record.version == version
        } read: { () throws(StoreError) in
            try self.store.releaseContent(request.app, version)
        }
    }

    /// A release from memory, from the bounded cache, or from the store; only what is or was public without a token.
    private func release(
        _ request: DataRequest, key: String, where isWanted: (PublishedRelease) -> Bool,
        read: () throws(StoreError) -> ReleaseContent
    ) throws(Problem) -> PublishedRelease {
        guard let app = snapshots.snapshot.apps[request.app] else {
            try request.checkReader()
            throw Self.noApp(request)
        }
        if let release = app.releases.values.first(where: isWanted) {
            if !release.record.wasPublic { try request.checkReader() }
            return release
        }
        let key = "\(request.app)/\(key)"
        if let release = older.withLock({ $0.value(key) }) {
            guard !release.record.wasPublic else { return release }
            // It may have become public since; only the store knows.
            let record = try asking { () throws(StoreError) in
                try store.release(request.app, release.record.version)
            }
            if !record.wasPublic { try request.checkReader() }
            return PublishedRelease(record: record, body: release.body)
        }
        let content: ReleaseContent
        do throws(Problem) { content = try asking(nil, read) } catch {
            if error.status == 404 { try request.checkReader() }
            throw error
        }
        let release = PublishedRelease(record: content.record, body: PublishedBody(content))
        older.withLock { $0.insert(release, for: key, cost: release.body.byteCount) }
        if !content.record.wasPublic { try request.checkReader() }
        return release
    }

    private static func noApp(_ request: DataRequest) -> Problem { .notFound("there is no app \(request.app)") }

    /// The release as the legacy table, made once for each body.
    private func table(of body: PublishedBody) throws(Problem) -> [UInt8] {
        if let table = tables.withLock({ $0.value(body.digest) }) { return table }
        let decoded: ReleaseBody
        do throws(ModelError) { decoded = try ReleaseBody.decode(body.identity.bytes) } catch {
            throw .fault("the stored release cannot be read: \(error.detail)")
        }
        let table = CNRouterTable.exporting(decoded.rules).bytes
        tables.withLock { $0.insert(table, for: body.digest, cost: table.count) }
        return table
    }

    private func resolveWithContext(_ request: DataRequest) throws(Problem) -> Answer {
        let type = MediaType(request.contentType ?? "")
        guard type.isJSON || type.isUnstated else {
            throw .unsupportedMediaType(request.contentType ?? "", wanted: JSONText.mediaType)
        }
        return try resolve(request, try ResolveQuery(body: request.body, options: request.query))
    }

    private func resolve(_ request: DataRequest, _ query: ResolveQuery) throws(Problem) -> Answer {
        let body: PublishedBody
        if let release = query.release {
            body = try numbered(request, release).body
        } else {
            body = try channel(request).release.body
        }
        let resolution = try snapshots.indexes.index(of: body).resolve(
            query.url, context: query.context, at: query.at ?? request.now, explaining: query.isExplained)
        return .json(200, resolution.json, fields: DataAnswer.crossOrigin)
    }
}
