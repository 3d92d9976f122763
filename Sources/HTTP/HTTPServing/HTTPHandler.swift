package import HTTPWire

/// Answers requests: called on event loops, and on workers as a `RequestPerformer`, by several threads at once.
package protocol HTTPHandler: RequestPerformer {
    /// Decides what to do with a request; called on an event loop: must not block, nor wait for locks held for long.
    func decide(_ request: borrowing RequestView) -> Decision

    /// Whether a request identifies its caller, such as by a live token; called on an event loop: must not block.
    ///
    /// Known callers have workers, memory for bodies and connections that other callers cannot use up.
    func isKnown(_ request: borrowing RequestView) -> Bool

    /// The answer to a request that HTTPWire or the server's limits refuse; called on an event loop.
    func page(for refusal: RequestRefusal) -> PreparedResponse

    /// Reports the end of a turn in which requests were read; called on an event loop.
    ///
    /// - Parameters:
    ///   - loop: the index of the loop.
    ///   - nanoseconds: from the return of epoll_wait(2) until all answers were given to the kernel.
    func turnEnded(loop: Int, nanoseconds: Int64)

    /// Reports an answer with a file whose connection the server closed before its end; called on an event loop: must not
    /// block.
    func dropped(_ download: DroppedDownload)
}

/// An answer with a file that was not sent to its end.
package struct DroppedDownload: Sendable {
    /// Why the server closed the connection.
    package enum Reason: Sendable, Hashable {
        /// The client took less than the least rate.
        case slowClient
        /// The file cannot be read, or is shorter than it was.
        case unreadable
    }

    /// Why the server closed the connection.
    package let reason: Reason
    /// The connection's peer.
    package let peer: PeerAddress
    /// Bytes of the file that the client, or the kernel for it, has taken.
    package let takenBytes: Int
    /// Bytes of the whole file.
    package let byteCount: Int
    /// How long it was sent.
    package let milliseconds: Int64

    /// Makes a report.
    package init(reason: Reason, peer: PeerAddress, takenBytes: Int, byteCount: Int, milliseconds: Int64) {
        self.reason = reason
        self.peer = peer
        self.takenBytes = takenBytes
        self.byteCount = byteCount
        self.milliseconds = milliseconds
    }
}

extension HTTPHandler {
    /// False: no caller is known.
    package func isKnown(_ request: borrowing RequestView) -> Bool { false }

    /// Does nothing.
    package func turnEnded(loop: Int, nanoseconds: Int64) {}

    /// Does nothing.
    package func dropped(_ download: DroppedDownload) {}
}
