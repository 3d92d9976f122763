import PostgresKit
import PostgresStore
package import ReleaseStore
package import RouteModel
import SQLiteStore
package import StoreRecords

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
    /// The notices, in order.
    package let notices: [Notice]

    /// Opens a database for a server: makes it if there is none, and migrates an older layout.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - at: The present instant.
    ///   - acceptsHead: Whether a file may lack a head file that fits it.
    ///   - onWarning: Is told, by a thread that writes, that the database server is another one than before.
    /// - Throws: The reason why it cannot be opened; nothing stays open.
    package init(
        _ place: DatabasePlace, at: Instant, acceptsHead: Bool, onWarning: @escaping @Sendable (String) -> Void
    ) throws(StoreError) {
        switch place.kind {
        case .file(let path):
            let store = try SQLiteRuleStore(path: path, at: at, acceptsHead: acceptsHead)
            self.store = store
            notices = store.notices.map { Notice(text: "\($0)", isWarning: $0.isWarning) }
        case .server(let address):
            let store = try PostgresRuleStore(address, isExclusive: true, onChange: onWarning)
            self.store = store
            notices = store.notices.map { Notice(text: "\($0)", isWarning: $0.isWarning) }
        }
    }

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
        notices = []
    }
}
