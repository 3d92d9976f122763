import CPostgres
import Glibc

/// A message that another connection sent with NOTIFY.
package struct PostgresNotification: Sendable, Hashable {
    /// The name of the channel.
    package let channel: String
    /// The text that was sent with it; may be empty.
    package let payload: String
    /// The process of the server that sent it.
    package let senderProcess: Int
}

extension PostgresConnection {
    /// Receives what is sent to a channel from now on, until the connection is closed.
    ///
    /// - Parameter channel: lower-case letters, digits and `_`, at most 63 bytes; others trap.
    /// - Throws: the failure of the statement.
    package func listen(to channel: StaticString) throws(PostgresError) {
        let name = channel.description
        precondition(
            !name.isEmpty && name.utf8.count <= PostgresLimits.channelBytesMax
                && name.allSatisfy { $0 == "_" || ($0.isASCII && ($0.isNumber || $0.isLowercase)) },
            "not the name of a channel: \(name)")
        try runCommand("LISTEN \"\(name)\"", wait: settings.answerWait)
    }

    /// Waits for notifications outside a transaction; returns none after `limit`.
    ///
    /// Use a connection of its own for this: answers to statements wait for each other.
    package func notifications(atMost limit: Duration) throws(PostgresError) -> [PostgresNotification] {
        try settle()
        guard isUsable else { throw lost(nil) }
        let end = ContinuousClock.now + limit
        while true {
            let found = takeNotifications()
            if !found.isEmpty { return found }
            guard try wait(POLLIN, until: end) else { return [] }
            try readInput(nil)
        }
    }

    private func takeNotifications() -> [PostgresNotification] {
        var found: [PostgresNotification] = []
        // Unsafe: libpq allocates each notification; its texts are copied before it is freed.
        while found.count < PostgresLimits.notificationsMax, let next = unsafe PQnotifies(pointer) {
            unsafe found.append(
                PostgresNotification(
                    channel: String(cString: next.pointee.relname), payload: String(cString: next.pointee.extra),
                    senderProcess: Int(next.pointee.be_pid)))
            unsafe PQfreemem(next)
        }
        return found
    }
}
