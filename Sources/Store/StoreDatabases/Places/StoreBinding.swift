import ReleaseStore
import SQLKit
import StoreRecords

/// What binds a node to one store: it refuses another one, and raises the epoch of one that went back.
struct StoreBinding: Sendable {
    let store: PostgresRuleStore
    let hearing: PostgresHearing
    let copy: ServedCopy
    let onNotice: @Sendable (OpenedDatabase.Notice) -> Void

    /// Opens the store, or compares it with what the node has had of it; the connection of ``hearing`` is open.
    ///
    /// - Parameter acceptsAnother: Whether the node may take another store than the one that it has served.
    /// - Throws: `invalid` for another store, or for no tables where the node has served a store; as the opening does.
    func join(acceptsAnother: Bool) throws(StoreError) {
        let known = try copy.identity()
        // With the short limits of hearing: a pooler takes connections while the server is away.
        let found = try hearing.identity()
        if try copy.position().epoch > 0, !acceptsAnother { try Self.verify(found, known, copy.position()) }
        try store.rejoin()
        try raiseIfBehind()
        guard let identity = try store.read({ session in try session.identity() }), identity != known else { return }
        try copy.bind(to: identity)
        let text = "This node serves the store \(identity) from now on, and refuses another one."
        onNotice(OpenedDatabase.Notice(text: text, isWarning: false))
    }

    /// Raises the epoch if the store lacks what the node has had of it; returns whether it did.
    @discardableResult
    func raiseIfBehind() throws(StoreError) -> Bool {
        let head = try copy.head()
        guard head.epoch > 0, let notice = try store.raiseEpoch(ifBehind: head) else { return false }
        onNotice(OpenedDatabase.Notice(text: "\(notice)", isWarning: true))
        return true
    }

    /// Verifies that a node that has had a store finds that one.
    ///
    /// - Parameters:
    ///   - found: The identity of the store in the database; empty for one of 0.2.0, nil without tables.
    ///   - known: The identity of the one that the node has had; nil for one of 0.2.0.
    ///   - position: How new the node's copy of that is.
    /// - Throws: `invalid` for another one, or none.
    static func verify(_ found: String?, _ known: String?, _ position: StorePosition) throws(StoreError) {
        let hint =
            "Correct `database`, or put the store back. To serve this one instead, start once with --accept-head: the "
            + "node's copy is replaced then."
        guard let found else {
            throw StoreError(
                .invalid, "The database has no store, and this node has served one, at \(position).",
                hint: hint)
        }
        guard let known, found != known else { return }
        throw StoreError(
            .invalid,
            found.isEmpty
                ? "The store in the database is older than the identity \(known) of the one that this node has served."
                : "The database has the store \(found), and this node has served the store \(known).", hint: hint)
    }
}
