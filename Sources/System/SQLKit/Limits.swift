/// The limits of this target.
package enum SQLiteLimits {
    /// The most statements that a connection keeps prepared by default; each uses a few KB.
    package static let statementsMax = 128
    /// The numbers that a database may have: beyond them arithmetic on a damaged one could overflow.
    static let numbers = -(1 << 48)...(1 << 48)
}

/// The limits of this target.
package enum PostgresLimits {
    /// The longest address, in bytes.
    static let addressBytesMax = 4096
    /// The most seconds that connecting to one host may take, whatever the address says.
    static let connectSecondsMax = 60
    /// The most statements that a connection keeps prepared; the server and this process use some KB for each.
    package static let statementsMax = 256
    /// The most statements that are sent before one waits for their answers, which libpq keeps in memory.
    static let postedMax = 512
    /// The rows that a walk over many rows has in memory; rows of the audit have at most some hundred KB.
    package static let walkRows = 64
    /// The most notices that are kept until they are taken; older ones are dropped and counted.
    package static let noticesMax = 64
    /// The most notifications that one wait returns; the rest is for the next.
    static let notificationsMax = 1024
    /// The longest name of a channel, in bytes (NAMEDATALEN - 1).
    static let channelBytesMax = 63
    /// The longest text of a message of libpq or of the server that is kept, in characters.
    static let messageCharactersMax = 1000
}
