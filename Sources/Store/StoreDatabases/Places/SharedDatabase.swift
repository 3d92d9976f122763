import ReleaseStore
package import RouteModel
import SQLKit
package import StoreRecords

/// A database that several servers share, as one of them uses it: it learns of changes, and keeps a copy of what it serves.
package struct SharedDatabase: Sendable {
    /// The node's own copy of what it needs to serve clients.
    package let copy: ServedCopy
    /// Whether the database could not be reached at the start.
    package let isAway: Bool
    private let store: PostgresRuleStore
    private let binding: StoreBinding
    private var hearing: PostgresHearing { binding.hearing }

    init(_ binding: StoreBinding, isAway: Bool) {
        store = binding.store
        copy = binding.copy
        self.binding = binding
        self.isAway = isAway
    }

    /// The database's clock; nil while it cannot be reached at the start.
    package func clock() throws(StoreError) -> Instant? {
        isAway ? nil : try store.read { session in try CounterRow.clock(of: session) }
    }

    /// Connects to hear of changes; those before are found by ``read()``.
    package func connect() throws(StoreError) { try hearing.connect() }

    /// Waits until another node may have written, a second at most.
    package func wait() throws(StoreError) { try hearing.wait() }

    /// Reads how far the store is.
    package func read() throws(StoreError) -> HeardState { try hearing.read() }

    /// Tells the other nodes of this one; returns what they have said.
    package func report(_ node: NodeRecord) throws(StoreError) -> NodePeers { try hearing.report(node) }

    /// Ends the connection on which the node learns of changes.
    package func disconnect() { hearing.disconnect() }

    /// The failure in words that fit where commits wait for a standby that is not there.
    package func explained(_ error: StoreError) -> StoreError {
        guard hearing.waitsForStandby() else { return error }
        return StoreError(
            .away, "The database server answers, but confirms no commit: a synchronous standby is missing.",
            hint: "Start the standby, or take it out of synchronous_standby_names: then commits are on one machine.")
    }

    /// Ends a wait soon.
    package func stopHearing() { hearing.stop() }

    /// Opens the store if it was not, and compares it and the server with those before.
    package func rejoin() throws(StoreError) { try binding.join(acceptsAnother: false) }

    /// Raises the epoch if the store lacks what this node has had of it; returns whether it did.
    package func raiseIfBehind() throws(StoreError) -> Bool { try binding.raiseIfBehind() }

    /// Makes reads and writes fail at once until ``rejoin()``.
    package func leave() { store.leave() }

    /// Takes or keeps the right to do work that must be done once.
    package func holdLease(_ name: String, as holder: String, seconds: Int) throws(StoreError) -> Bool {
        try store.holdLease(name, as: holder, seconds: seconds)
    }

    /// The nodes that said something lately.
    package func nodes() throws(StoreError) -> [NodeRecord] { try store.nodes() }

    /// Closes what the node has of its own; the store is closed by its owner.
    package func close() {
        hearing.disconnect()
        copy.target.close()
    }
}

/// How a node uses a database server.
package struct SharedUse: Sendable, Hashable {
    /// The direct address of the server, where the other one is a pooler's; nil for the same.
    var listen: DatabasePlace?
    /// Whether a pooler gives each transaction another connection.
    var isPooled: Bool
    /// The name of the node, which no other one may have.
    var name: String
    /// The file of the node's own state.
    package var stateFile: String
    /// How many of the newest releases of each app it holds.
    var releases: Int

    /// Takes the values.
    package init(listen: DatabasePlace?, isPooled: Bool, name: String, stateFile: String, releases: Int) {
        self.listen = listen
        self.name = name
        self.isPooled = isPooled
        self.stateFile = stateFile
        self.releases = releases
    }
}
