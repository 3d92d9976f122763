import CanonicalJSON
package import DataPlane
import HTTPExchange
package import ReleaseStore
package import RouteModel
package import ServerMetrics
package import StoreRecords
import Synchronization

/// `/v1/retention`: removes the bytes of releases that are older than what their app keeps, and that no channel uses.
///
/// The rows of the releases stay, with number, digest, author and message. The server also runs it once a day.
package final class Retention: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let rule: RetentionRule
    private let forget: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var releases = 0
        var bytes = 0
        /// When a run last came to its end; nil before the first one.
        var ranAt: Instant?
    }

    /// Makes the resource.
    ///
    /// - Parameters:
    ///   - store: The store with the releases.
    ///   - snapshots: Refreshed after each change.
    ///   - rule: The server's rule, for apps without their own values.
    ///   - forget: Drops older releases in memory.
    package init(
        store: any RuleStore, snapshots: SnapshotSource, rule: RetentionRule, forget: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.snapshots = snapshots
        self.rule = rule
        self.forget = forget
    }

    /// Removes the oldest releases that an app does not keep, as many as fit one transaction.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - until: The time at which the ages are looked at; nil for the present.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: What was removed; without releases if nothing is left to remove, or the app was deleted.
    /// - Throws: The errors of the store.
    package func removePiece(
        of app: String, until: Instant? = nil, by: Principal, at: Instant
    ) throws(StoreError) -> RemovedReleases {
        do throws(StoreError) {
            let removed = try store.removeReleases(of: app, under: rule, until: until, by: by, at: at)
            guard !removed.versions.isEmpty else { return removed }
            // A release of a small number of releases may be in memory.
            snapshots.refresh(app)
            forget()
            state.withLock { state in
                state.releases += removed.versions.count
                state.bytes += removed.byteCount
            }
            return removed
        } catch {
            guard error.code == .notFound else { throw error }
            return .none
        }
    }

    /// Stores in memory when a run came to its end, for the metrics.
    package func noteRun(at instant: Instant?) { state.withLock { $0.ranAt = instant ?? $0.ranAt } }

    /// Writes the metric families.
    package func write(into text: inout MetricsText) {
        let state = state.withLock { $0 }
        text.single(
            "waymark_retention_removed_releases_total", .counter, "Releases whose bytes retention removed.",
            Double(state.releases))
        text.single(
            "waymark_retention_removed_bytes_total", .counter, "Bytes of releases that retention removed.",
            Double(state.bytes))
        text.single(
            "waymark_retention_run_timestamp_seconds", .gauge,
            "When retention last ran to its end, in seconds since 1970; 0 before the first time.",
            state.ranAt.map { Double($0.milliseconds) / 1000 } ?? 0)
    }

    // MARK: Endpoints

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "readRetention", .get, "/v1/retention", access: .unlimited(.admin),
                summary: "What retention would remove of each app now, and what is unused; changes nothing.",
                query: QueryParameter.page(.text()), success: .init(200, .page("retention", of: .retentionPlan)),
                handler: .answer(read)),
            Endpoint(
                "runRetention", .post, "/v1/retention", access: .unlimited(.admin),
                summary: "Removes the bytes of old releases now, at most 1,000 of them.", cost: { _ in .expensive },
                // A repetition removes what is left, so it needs no key.
                success: .init(200, .retentionRun), isWriting: false, handler: .answer(run)),
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        let rest = try store.apps(in: .all, after: request.query["after"] ?? "", most: limit + 1).map(\.name)
        let page = rest.prefix(limit)
        var plans: [JSONValue] = []
        for app in page {
            do throws(StoreError) {
                plans.append(try store.retentionPlan(of: app, under: rule, at: request.now).json)
            } catch {
                // It was deleted meanwhile.
                guard error.code == .notFound else { throw error }
            }
        }
        return ListPage.answer(to: request, "retention", plans, next: rest.count > limit ? page.last : nil)
    }

    @Sendable private func run(_ request: EndpointRequest) throws -> Answer {
        var (removed, count): ([JSONValue], Int) = ([], 0)
        apps: for app in try store.apps().map(\.name) {
            var own = RemovedReleases.none
            while count < ControlLimits.retentionReleasesPerRequest {
                let piece = try removePiece(of: app, by: request.caller.principal, at: request.now)
                guard !piece.versions.isEmpty else { break }
                own.versions += piece.versions
                own.byteCount += piece.byteCount
                count += piece.versions.count
            }
            if !own.versions.isEmpty { removed.append(own.json(of: app)) }
            if count >= ControlLimits.retentionReleasesPerRequest { break apps }
        }
        return .json(
            200, ["removed": .array(removed), "more": .bool(count >= ControlLimits.retentionReleasesPerRequest)])
    }
}

extension RemovedReleases {
    fileprivate func json(of app: String) -> JSONValue {
        [
            "app": .string(app), "releases": .integer(Int64(versions.count)), "bytes": .integer(Int64(byteCount)),
            "versions": .array(versions.map { .integer(Int64($0)) }),
        ]
    }
}

extension RetentionPlan {
    fileprivate var json: JSONValue {
        [
            "app": .string(app), "keepReleases": .integer(Int64(rule.releases)),
            "keepDays": .integer(Int64(rule.days)), "releases": .integer(Int64(releaseCount)),
            "bytes": .integer(Int64(byteCount)), "versions": .array(versions.map { .integer(Int64($0)) }),
            "unusedChannels": .array(unusedChannels.map(\.json)),
            "unusedScreens": .array(
                unusedScreens.map { screens in
                    [
                        "platform": .string(screens.platform), "version": .string(screens.version),
                        "changedAt": .string(screens.changedAt.description),
                    ]
                }),
        ]
    }
}

extension Schema {
    fileprivate static let retentionPlan = Schema.record(
        "RetentionPlan",
        [
            "app": name, "keepReleases": count, "keepDays": count, "releases": count, "bytes": total,
            "versions": .list(count), "unusedChannels": .list(channel),
            "unusedScreens": .list(
                .record("UnusedScreens", ["platform": .text(), "version": .text(), "changedAt": instant])),
        ])
    fileprivate static let retentionRun = Schema.record(
        "RetentionRun",
        [
            "removed": .list(
                .record(
                    "RemovedReleases", ["app": name, "releases": count, "bytes": total, "versions": .list(count)])),
            "more": .flag,
        ])
}
