/// A failure of a database, in terms that all kinds of database have.
///
/// Its description never has the values of parameters, which may be secret.
package struct SQLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a failure means for the caller.
    package enum Kind: Sendable, Hashable {
        /// Another connection holds a lock for too long.
        case busy
        /// The work was cancelled.
        case interrupted
        /// The database may not be written.
        case readOnly
        /// The disk is full.
        case full
        /// Stored bytes are damaged, or cannot be decoded.
        case corrupt
        /// The database cannot be opened or reached, or the connection was lost.
        case cannotOpen
        /// A row with that key exists already.
        case duplicate
        /// COMMIT was sent, and it is not known whether its changes are kept.
        case outcomeUnknown
        /// Another failure.
        case other
    }

    /// What the failure means.
    package var kind: Kind
    /// The database's own code and message, and the text of the statement.
    package var description: String
    /// What to do, where the failure says more than its kind; nil for others.
    package var hint: String?
    /// SQLite's extended result code (https://www.sqlite.org/rescode.html); nil for other databases.
    package var sqliteCode: Int32?

    /// Makes a failure from its parts.
    package init(_ kind: Kind, _ description: String, hint: String? = nil, sqliteCode: Int32? = nil) {
        self.kind = kind
        self.description = description
        self.hint = hint
        self.sqliteCode = sqliteCode
    }
}
