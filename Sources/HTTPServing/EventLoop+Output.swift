import SystemIO

extension EventLoop {
    /// Sends what waits, as far as the peer takes it.
    func flush(_ connection: Connection) {
        do throws(Errno) {
            while !connection.isFlushed {
                if connection.output.isEmpty { try refill(connection) }
                try sendSome(connection)
            }
        } catch .wouldBlock {
            connection.deadline = now + configuration.sendMilliseconds
            watch(connection, writing: true)
            return
        } catch {
            close(connection)
            return
        }
        watch(connection, writing: false)
        if connection.isLast {
            linger(connection)
        } else if case .head = connection.state, connection.used < connection.input.count {
            // Requests that had to wait for the reader.
            advance(connection)
        }
    }

    private func sendSome(_ connection: Connection) throws(Errno) {
        let first = connection.output[0]
        let count: Int
        if connection.output.count > 1 {
            count = try Sockets.send(connection.descriptor, first, from: connection.sent, connection.output[1])
        } else {
            count = try Sockets.send(connection.descriptor, first, from: connection.sent)
        }
        counters.sent.raise(by: count)
        connection.outputBytes -= count
        connection.sent += count
        while let oldest = connection.output.first, connection.sent >= oldest.count {
            connection.sent -= oldest.count
            connection.output.removeFirst()
        }
    }

    /// The next piece of a file.
    private func refill(_ connection: Connection) throws(Errno) {
        guard var file = connection.file else { return }
        let piece = try Files.readPiece(file.descriptor, bytesMax: min(file.remaining, Limits.filePieceBytes))
        file.remaining -= piece.count
        if file.remaining == 0 || piece.isEmpty {
            // A file that ended early cannot be told in HTTP/1.1 but by ending the connection.
            if piece.isEmpty { connection.isLast = true }
            Sockets.close(file.descriptor)
            connection.file = nil
        } else {
            connection.file = file
        }
        if !piece.isEmpty { connection.append(piece) }
    }

    private func watch(_ connection: Connection, writing: Bool) {
        guard connection.isWatchingWrite != writing else { return }
        connection.isWatchingWrite = writing
        do throws(Errno) { try poller.change(connection.descriptor, writing: writing) } catch { close(connection) }
    }

    /// Ends our side and reads on for a moment: closing at once could destroy the answer on its way
    /// (RFC 9112 section 9.6).
    private func linger(_ connection: Connection) {
        if case .stream = connection.state { counters.streams.raise(by: -1) }
        connection.state = .linger
        connection.isLast = false
        connection.input = []
        connection.deadline = now + Limits.lingerMilliseconds
        Sockets.finishSending(connection.descriptor)
    }
}
