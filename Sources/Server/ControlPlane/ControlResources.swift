package import AccessControl
package import DataPlane
package import HTTPExchange
package import ReleaseStore
import RouteModel
package import ServerMetrics
package import StoreRecords

/// All resources that administrators read and change; their endpoints require a token.
package struct ControlResources: Sendable {
    /// The endpoints, in the order of the contract, except that of ``Identity``, which names endpoints of other targets, too.
    package let endpoints: [Endpoint]

    /// Makes the resources.
    ///
    /// - Parameters:
    ///   - store: The store that they read and change.
    ///   - snapshots: Refreshed after each change, before it is answered.
    ///   - authenticator: Refreshed after each change of a token.
    ///   - counters: The durations of checks and publishes.
    ///   - drafts: The drafts that were decoded last.
    ///   - database: The database's path, beside which backups are made.
    ///   - defaultPoll: The poll settings of new apps.
    ///   - retention: Removes old releases.
    ///   - onCut: Receives each cut of the audit, for the log.
    package init(
        store: any RuleStore, snapshots: SnapshotSource, authenticator: TokenAuthenticator, counters: ControlCounters,
        drafts: DecodedDrafts, database: String, defaultPoll: PollSettings, retention: Retention,
        onCut: @escaping @Sendable (AuditCut) -> Void
    ) {
        let (publisher, turns) = (Publisher(store: store, counters: counters, drafts: drafts), WriteTurns())
        let writer = DraftWriter(store: store, publisher: publisher, snapshots: snapshots, turns: turns)
        let checks = DraftChecks(store: store, publisher: publisher, counters: counters)
        let releases = Releases(
            store: store, publisher: publisher, snapshots: snapshots, turns: turns, checks: checks)
        let rules = DraftRules(store: store, writer: writer)
        let resources: [[Endpoint]] = [
            Apps(store: store, snapshots: snapshots, defaultPoll: defaultPoll).endpoints,
            Expectations(store: store).endpoints, Screens(store: store).endpoints,
            Drafts(store: store, writer: writer, checks: checks).endpoints, rules.endpoints,
            RuleHistory(store: store, rules: rules).endpoints, checks.endpoints,
            DraftSummary(store: store, publisher: publisher).endpoints,
            DraftDiscard(store: store, writer: writer).endpoints, releases.endpoints,
            Channels(store: store, snapshots: snapshots).endpoints,
            Tokens(store: store, authenticator: authenticator).endpoints, Audit(store: store, onCut: onCut).endpoints,
            Backups(store: store, database: database).endpoints, retention.endpoints,
        ]
        endpoints = resources.flatMap(\.self)
    }
}
