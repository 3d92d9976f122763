import HTTPExchange
import ReleaseStore
package import ServerMetrics
import StoreRecords
import Synchronization

extension SnapshotSource {
    /// The bytes of a release that a snapshot or a cache had; read from the store and put back into memory if they are
    /// not there.
    ///
    /// Throws 404 if the app was deleted meanwhile, 410 if the release was removed, 503 if the store cannot be read.
    func bytes(of release: ServedRelease, app: String) throws(Problem) -> ReleaseBytes {
        if let bytes = release.bytes {
            bytes.noteAsked()
            return bytes
        }
        let key = BodyLoads.Key(app: app, version: release.version, digest: release.digest)
        return try bodyLoads.bytes(key) {
            current(key)?.bytes
        } read: { () throws(Problem) in
            try read(key)
        } keep: {
            keep($0, key)
        }
    }

    private func read(_ key: BodyLoads.Key) throws(Problem) -> ReleaseBytes {
        do throws(StoreError) {
            let content = try content(key.app, key.version)
            // An app that was deleted and made again has other releases under the same numbers.
            guard content.record.digest == key.digest else {
                throw StoreError(
                    .notFound, "The release \(key.version) of \(key.app) was deleted with its app.",
                    hint: "Ask for the head of the channel again.")
            }
            return ReleaseBytes(content)
        } catch {
            throw Problem(error)
        }
    }

    /// The release of the current snapshot, if it is still there.
    private func current(_ key: BodyLoads.Key) -> ServedRelease? {
        guard let release = snapshot.apps[key.app]?.releases[key.version], release.digest == key.digest else {
            return nil
        }
        return release
    }

    /// Puts bytes into the current snapshot, unless a refresh is under way, which may wait for the disk: then the next
    /// request reads them again.
    private func keep(_ bytes: ReleaseBytes, _ key: BodyLoads.Key) {
        _ = refreshing.withLockIfAvailable { _ in
            guard let release = current(key), release.bytes == nil, let app = snapshot.apps[key.app] else { return }
            let kept = ServedRelease(release.record, bytes)
            replaceBodies([key.app: app.replacing([key.version: kept], metrics)])
        }
    }

    /// Drops idle bodies every ``DataLimits/idleLookMilliseconds``; call it each second, on one thread.
    ///
    /// - Parameter now: The time in milliseconds of the monotonic clock.
    /// - Returns: Whether bodies left at the call before this one: by now the loops have the next snapshot, so that the
    ///   allocator can return the pages of these bodies to the system.
    package func dropIdleBodies(atMilliseconds now: Int64) -> Bool {
        let (hasDropped, isDue) = withIdleLooks { looks in
            defer { looks.hasDropped = false }
            let isDue = now - (looks.last ?? now) >= DataLimits.idleLookMilliseconds
            if isDue || looks.last == nil { looks.last = now }
            return (looks.hasDropped, isDue)
        }
        if isDue, dropIdleBodies() > 0 { withIdleLooks { $0.hasDropped = true } }
        return hasDropped
    }

    /// Lets bodies leave memory that clients have not asked for lately, if all bodies together are above the limit; the
    /// oldest first, until they are not.
    ///
    /// Called by one thread at a time.
    ///
    /// - Returns: How many bodies left.
    func dropIdleBodies() -> Int {
        var excess = bodyBytes - bodyBytesMax
        guard excess > 0 else { return 0 }
        var idle: [(looks: Int, app: String, release: ServedRelease)] = []
        for app in snapshot.apps.values {
            for release in app.releases.values {
                let looks = release.countIdleLook()
                if looks >= DataLimits.idleLooksMax { idle.append((looks, app.record.name, release)) }
            }
        }
        idle.sort { $0.looks > $1.looks }
        var chosen: [String: [ServedRelease]] = [:]
        for (_, app, release) in idle {
            guard excess > 0 else { break }
            excess -= release.byteCount
            chosen[app, default: []].append(release)
        }
        var (dropped, rest) = (0, Array(chosen)[...])
        while !rest.isEmpty {
            dropped += drop(rest.prefix(DataLimits.appsAtOnce))
            rest = rest.dropFirst(DataLimits.appsAtOnce)
        }
        return dropped
    }

    /// Takes the bytes of releases out of the current snapshot, as far as it has the same ones.
    private func drop(_ chosen: some Sequence<(key: String, value: [ServedRelease])>) -> Int {
        refreshing.withLock { _ in
            var (changed, count): ([String: AppSnapshot?], Int) = ([:], 0)
            for (name, releases) in chosen {
                guard let app = snapshot.apps[name] else { continue }
                var without: [Int: ServedRelease] = [:]
                for release in releases {
                    guard let current = app.releases[release.version], current.bytes === release.bytes else { continue }
                    without[release.version] = ServedRelease(current.record, nil)
                }
                guard !without.isEmpty else { continue }
                changed[name] = app.replacing(without, metrics)
                count += without.count
            }
            replaceBodies(changed)
            return count
        }
    }

    /// Writes the metric families of bodies.
    package func writeBodies(into text: inout MetricsText) {
        let all = snapshot.apps.values.flatMap(\.releases.values)
        let count = all.count { $0.bytes != nil }
        text.family(
            "waymark_release_bodies", .gauge,
            "Releases that are served without a look into the database: with their body in memory, or with the rest only.",
            [(["in": "memory"], Double(count)), (["in": "store"], Double(all.count - count))])
        text.single(
            "waymark_release_body_bytes", .gauge, "Memory of these bodies in both codings, in bytes.", Double(bodyBytes)
        )
        text.single(
            "waymark_release_body_loads_total", .counter,
            "Bodies read from the database because a client asked for them.",
            Double(bodyLoads.count))
    }
}
