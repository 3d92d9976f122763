package import ReleaseStore
package import RouteModel
import SQLKit
package import StoreRecords
import SystemIO

/// An open store, and what its opening found.
package struct OpenedDatabase: Sendable {
    /// A notice about the opening, for the log.
    package struct Notice: Sendable, Hashable {
        /// The notice in a sentence.
        package let text: String
        /// Whether an operator should do something, or know of it.
        package let isWarning: Bool
    }

    /// The store, which its owner closes.
    package let store: any RuleStore
    /// What the node has of a database that it shares with others; nil for a file.
    package let shared: SharedDatabase?

    /// What clients are served from: the store, or the node's own copy.
    package var served: any RuleStore { shared?.copy.target ?? store }

    /// Opens a database for a process that uses it alone: makes it if there is none, and migrates an older layout.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - at: The present instant.
    ///   - acceptsHead: Whether a file may lack a head file that fits it.
    ///   - onNotice: Is told what the opening found, and later, by a thread that writes, that the database server is
    ///     another one than before.
    /// - Throws: The reason why it cannot be opened; nothing stays open.
    package init(
        _ place: DatabasePlace, at: Instant, acceptsHead: Bool, onNotice: @escaping @Sendable (Notice) -> Void
    ) throws(StoreError) {
        shared = nil
        switch place.kind {
        case .file(let path):
            let store = try SQLiteRuleStore(path: path, at: at, acceptsHead: acceptsHead)
            self.store = store
            for notice in store.notices { onNotice(Notice(text: "\(notice)", isWarning: notice.isWarning)) }
        case .server(let address):
            store = try PostgresRuleStore(address, use: .alone) { notice in
                onNotice(Notice(text: "\(notice)", isWarning: notice.isWarning))
            }
        }
    }

    /// Opens a database for a server, which shares one on a database server with others.
    ///
    /// If that cannot be reached, the server starts with its own copy; without a copy it does not start.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - use: How a database server is used.
    ///   - at: The present instant.
    ///   - acceptsHead: Whether a file may lack a head file that fits it, and a database server have another store than
    ///     the one that this node has served.
    ///   - onNotice: As of the other initialiser.
    /// - Throws: The reason why it cannot be opened; nothing stays open.
    package init(
        node place: DatabasePlace, _ use: SharedUse, at: Instant, acceptsHead: Bool,
        onNotice: @escaping @Sendable (Notice) -> Void
    ) throws(StoreError) {
        guard case .server(let address) = place.kind else {
            try self.init(place, at: at, acceptsHead: acceptsHead, onNotice: onNotice)
            return
        }
        let (store, shared) = try Self.node(address, use, at: at, acceptsHead, onNotice)
        self.init(store: store, shared: shared)
    }

    private init(store: any RuleStore, shared: SharedDatabase?) {
        self.store = store
        self.shared = shared
    }

    private static func node(
        _ address: PostgresAddress, _ use: SharedUse, at: Instant, _ acceptsHead: Bool,
        _ onNotice: @escaping @Sendable (Notice) -> Void
    ) throws(StoreError) -> (any RuleStore, SharedDatabase) {
        var settings = PostgresSettings()
        settings.isPooled = use.isPooled
        let state = try SQLiteRuleStore(stateAt: use.stateFile, at: at)
        let store = PostgresRuleStore(unopened: address, settings, use: use.isPooled ? .pooled : .node) { notice in
            onNotice(Notice(text: "\(notice)", isWarning: notice.isWarning))
        }
        let copy = ServedCopy(
            from: store, to: state, releases: use.releases, verify: PostgresRuleStore.verifyServer)
        do throws(StoreError) {
            var listen = address
            if case .server(let direct)? = use.listen?.kind { listen = direct }
            let hearing = PostgresHearing(
                listen, settings, isDirect: !use.isPooled || use.listen != nil, name: use.name)
            let binding = StoreBinding(
                store: store, hearing: hearing, copy: copy, onNotice: onNotice)
            let isAway = try !join(binding, acceptsAnother: acceptsHead)
            return (store, SharedDatabase(binding, isAway: isAway))
        } catch {
            state.close()
            store.close()
            throw error
        }
    }

    /// Connects and makes the copy as new as the store; false if the database is away and the copy can be served.
    private static func join(_ binding: StoreBinding, acceptsAnother: Bool) throws(StoreError) -> Bool {
        defer { binding.hearing.disconnect() }
        do throws(StoreError) {
            try binding.hearing.connect()
            try binding.join(acceptsAnother: acceptsAnother)
            try binding.copy.bringUp()
            return true
        } catch {
            let position = try binding.copy.position()
            guard error.code == .away, position.epoch > 0 else { throw error }
            binding.store.leave()
            binding.onNotice(
                Notice(
                    text: "The database cannot be reached; clients are served what this node had at \(position).",
                    isWarning: true))
            return false
        }
    }

    /// Opens a store for one write, beside the servers that use one on a database server.
    ///
    /// - Throws: `notFound` if there is none; the reason why it cannot be opened.
    package static func beside(
        _ place: DatabasePlace, at: Instant, acceptsHead: Bool
    ) throws(StoreError) -> any RuleStore {
        switch place.kind {
        case .file(let path) where Files.exists(path):
            return try SQLiteRuleStore(path: path, at: at, acceptsHead: acceptsHead)
        case .server(let address) where try PostgresStartCheck.state(of: address) != .new:
            return try PostgresRuleStore(address, use: .node)
        default:
            throw StoreError(.notFound, "There is no database \(place).", hint: "Name the database of the server.")
        }
    }

    /// Makes or migrates the tables on a database server, beside the servers that use them; returns what was done.
    package static func migrate(_ place: DatabasePlace) throws(StoreError) -> [String] {
        guard case .server(let address) = place.kind else {
            throw StoreError(.invalid, "The database is a file.", hint: "The start of its server migrates it.")
        }
        let store = try PostgresRuleStore(address, use: .node)
        defer { store.close() }
        return store.notices.map { "\($0)" }
    }

    /// Takes a store that is open and not shared.
    package init(_ store: any RuleStore) { self.init(store: store, shared: nil) }

    /// Opens a place to copy a store to: an empty one, or a copy that is unfinished.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - at: The present instant.
    /// - Throws: `invalid` for a store; the reason why the place cannot be used.
    package init(copyAt place: DatabasePlace, at: Instant) throws(StoreError) {
        try DatabaseCheck.verifyTarget(place, at: at)
        switch place.kind {
        case .file(let path): store = try SQLiteRuleStore(copyAt: path, at: at)
        case .server(let address): store = try PostgresRuleStore(copyAt: address)
        }
        shared = nil
    }
}
