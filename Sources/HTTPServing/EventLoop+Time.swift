import HTTPWire
import SystemIO

extension EventLoop {
    /// Looks at every deadline.
    func sweep() {
        for connection in connections.compactMap(\.self) where connection.deadline <= now { expire(connection) }
        guard now - heartbeatAt >= Limits.heartbeatMilliseconds else { return }
        heartbeatAt = now
        for connection in connections.compactMap(\.self) {
            if case .stream = connection.state { push(connection, Self.heartbeat) }
        }
    }

    private func expire(_ connection: Connection) {
        switch connection.state {
        case .head where connection.input.isEmpty || !connection.isFlushed: close(connection)
        case .head: late(connection, "the head did not arrive in time")
        case .body: late(connection, "the body did not arrive in time")
        case .stream where connection.isFlushed: connection.deadline = .max
        case .work, .stream, .linger: close(connection)
        }
    }

    private func late(_ connection: Connection, _ detail: String) {
        refuse(connection, RequestRefusal(408, detail))
        flush(connection)
    }

    /// Sends bytes to everybody who watches a topic.
    func broadcast(_ topic: Int, _ bytes: [UInt8]) {
        for connection in connections.compactMap(\.self) {
            if case .stream(topic) = connection.state { push(connection, bytes) }
        }
    }

    private func push(_ connection: Connection, _ bytes: [UInt8]) {
        guard connection.outputBytes <= Limits.streamBytesMax else {
            // Too slow: it comes again and gets the newest head first.
            close(connection)
            return
        }
        connection.append(bytes)
        flush(connection)
    }

    /// Streams end with a last comment, idle connections at once, the others with their answer.
    func startDraining(_ deadline: Int64) {
        for listener in listeners.keys {
            for (descriptor, tag) in listeners where descriptor == listener { accept(descriptor, tag: tag) }
            Sockets.close(listener)
        }
        listeners = [:]
        drainDeadline = deadline
        for connection in connections.compactMap(\.self) {
            switch connection.state {
            case .stream:
                connection.append(Self.goodbye)
                connection.isLast = true
                flush(connection)
            case .head where connection.input.isEmpty && connection.isFlushed: close(connection)
            case .head, .body, .work: connection.keepsAlive = false
            case .linger: break
            }
        }
    }

    private static let heartbeat = Array(":\n\n".utf8)
    private static let goodbye = Array(": the server is stopping\n\n".utf8)
}
