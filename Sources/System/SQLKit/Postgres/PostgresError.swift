/// A failure of the database or of the connection to it.
///
/// It never has the values of parameters, DETAIL of the server, which repeats them, or the password of an address.
package struct PostgresError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a failure means for the caller.
    package enum Kind: String, Sendable, Hashable {
        /// The address is not one that libpq understands; nothing was sent.
        case address = "The address is not valid"
        /// There is no connection, or it was lost; an open transaction is rolled back by the server.
        case connection = "No connection"
        /// The server refused a statement; an open transaction can only be rolled back.
        case server = "The server refused"
        /// The server rolled back instead of committing, because a statement of the transaction had failed.
        case rolledBack = "Rolled back"
        /// No answer came in time; the connection cannot be used any more.
        case timedOut = "No answer in time"
        /// COMMIT was sent, and it is not known whether its changes are kept or safe.
        case outcomeUnknown = "The outcome of COMMIT is unknown"
        /// A value has another type than the column or the parameter.
        case mismatch = "Types differ"
    }

    /// What the failure means.
    package var kind: Kind
    /// The code of the server; nil for failures of the connection, for which libpq has none.
    package var state: SQLState?
    /// `ERROR`, `FATAL` or `PANIC`, in English whatever the server's language; nil if the server said nothing.
    package var severity: String?
    /// The primary message of the server or of libpq.
    package var message: String
    /// The name of the constraint that does not hold, if the server names one.
    package var constraint: String?
    /// The text of the statement, if one failed.
    package var sql: String?

    /// Makes a failure that the server did not report.
    package init(_ kind: Kind, _ message: String, sql: String? = nil) {
        self.kind = kind
        self.message = String(message.prefix(PostgresLimits.messageCharactersMax))
        self.sql = sql
    }

    /// Kind, code, message and statement; without a connection the statement explains nothing.
    package var description: String {
        let code = state.map { " (\($0.rawValue))" } ?? ""
        return "\(kind.rawValue)\(code): \(message)" + (kind == .connection ? "" : sql.map { " in: \($0)" } ?? "")
    }

    /// The same failure, of a COMMIT whose outcome it leaves unknown.
    var asUnknownOutcome: PostgresError {
        var copy = self
        copy.kind = .outcomeUnknown
        copy.message = "\(kind.rawValue): \(message)"
        return copy
    }
}

/// A code of the server: five characters, of which the first two are the class
/// (https://www.postgresql.org/docs/15/errcodes-appendix.html).
package struct SQLState: RawRepresentable, Sendable, Hashable {
    /// The five characters.
    package var rawValue: String

    /// Makes a code from its characters.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A prepared statement no longer fits the tables.
    package static let featureNotSupported = SQLState(rawValue: "0A000")
    /// There is no prepared statement with that name.
    static let unknownStatement = SQLState(rawValue: "26000")
}
