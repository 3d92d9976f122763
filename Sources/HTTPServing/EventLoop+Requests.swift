import HTTPWire
import SystemIO

extension EventLoop {
    /// Reads what has arrived and goes as far as it leads.
    func read(_ connection: Connection) {
        if case .linger = connection.state {
            discard(connection)
            return
        }
        do throws(Errno) {
            let count = try Sockets.receive(connection.descriptor, into: &connection.input, atMost: Limits.readBytes)
            guard count > 0 else {
                close(connection)
                return
            }
            counters.received.raise(by: count)
        } catch .wouldBlock {
            return
        } catch {
            close(connection)
            return
        }
        if case .stream = connection.state {
            // A listener has nothing to say.
            connection.input.removeAll(keepingCapacity: true)
            return
        }
        advance(connection)
    }

    /// Answers every whole request that has arrived, then sends.
    func advance(_ connection: Connection) {
        var goesOn = true
        while goesOn, connection.outputBytes < Limits.outputBytesMax, !connection.isLast {
            switch connection.state {
            case .head: goesOn = takeHead(connection)
            case .body(let pending): goesOn = takeBody(connection, pending)
            case .work, .stream, .linger: goesOn = false
            }
        }
        compact(connection)
        flush(connection)
    }

    private func takeHead(_ connection: Connection) -> Bool {
        guard connection.used < connection.input.count else { return false }
        switch parser.parse(connection.input, from: connection.used) {
        case .needMore:
            // The first byte starts the clock; later ones do not set it back.
            if connection.used > 0 || connection.deadline > now + configuration.headMilliseconds {
                connection.deadline = now + configuration.headMilliseconds
            }
            return false
        case .invalid(let refusal):
            refuse(connection, refusal)
            return false
        case .complete:
            let head = parser.head
            connection.used = head.end
            let view = RequestView(
                buffer: connection.input, head: head, peer: connection.peer, listener: connection.listener,
                loop: number)
            connection.isHead = view.isMethod("HEAD")
            connection.keepsAlive = head.keepsAlive && drainDeadline == nil
            return obey(connection, handler.decide(view), view)
        }
    }

    private func obey(_ connection: Connection, _ decision: Decision, _ view: borrowing RequestView) -> Bool {
        switch decision {
        case .answer(let prepared):
            // A body that nobody asked for is not read: the connection ends after the answer.
            if view.head.framing != .none { connection.keepsAlive = false }
            send(connection, prepared)
            return connection.keepsAlive
        case .watch(let topic, let prepared):
            connection.isLast = false
            connection.append(head: prepared.head.bytes, date: date.line, body: prepared.body?.bytes, isLast: true)
            counters.note(status: prepared.status)
            guard !connection.isHead else {
                connection.isLast = true
                return false
            }
            connection.state = .stream(topic: topic)
            counters.streams.raise(by: 1)
            return false
        case .work(let bytesMax):
            return begin(connection, view, bytesMax: bytesMax)
        }
    }

    private func begin(_ connection: Connection, _ view: borrowing RequestView, bytesMax: Int) -> Bool {
        let request = view.request(body: [])
        switch view.head.framing {
        case .none:
            submit(connection, request)
            return false
        case .length(let length):
            guard length <= bytesMax else {
                refuse(connection, RequestRefusal(413, "the body has \(length) bytes; at most \(bytesMax) are read"))
                return false
            }
            connection.state = .body(PendingBody(request: request, length: length))
        case .chunked:
            connection.state = .body(PendingBody(request: request, decoder: ChunkedDecoder(bytesMax: bytesMax)))
        }
        connection.deadline = now + configuration.bodyMilliseconds
        if view.head.expectsContinue, connection.used == connection.input.count {
            connection.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        return true
    }

    private func takeBody(_ connection: Connection, _ pending: PendingBody) -> Bool {
        var pending = pending
        if let length = pending.length {
            guard connection.input.count - connection.used >= length else { return false }
            pending.request.body = Array(connection.input[connection.used..<(connection.used + length)])
            connection.used += length
        } else if var decoder = pending.decoder {
            do throws(RequestRefusal) {
                connection.used = try decoder.feed(connection.input, from: connection.used)
            } catch {
                refuse(connection, error)
                return false
            }
            guard decoder.isComplete else {
                pending.decoder = decoder
                connection.state = .body(pending)
                return false
            }
            pending.request.body = decoder.body
        }
        submit(connection, pending.request)
        return false
    }

    private func submit(_ connection: Connection, _ request: Request) {
        connection.state = .work
        connection.deadline = .max
        let job = WorkerPool.Job(
            request: request, loop: self, descriptor: connection.descriptor, serial: connection.serial)
        guard !workers.submit(job) else { return }
        connection.state = .head
        send(connection, handler.page(for: RequestRefusal(503, "too much work is waiting")))
    }

    /// Takes a worker's answer.
    func answer(_ connection: Connection, _ response: Response) {
        connection.state = .head
        switch response.body {
        case .none: send(connection, PreparedResponse(response.status, response.fields))
        case .bytes(let bytes): send(connection, PreparedResponse(response.status, response.fields, body: bytes))
        case .temporaryFile(let path, let count): sendFile(connection, response, path, count)
        }
        advance(connection)
    }

    /// Answers what is no request and ends the connection.
    func refuse(_ connection: Connection, _ refusal: RequestRefusal) {
        connection.keepsAlive = false
        connection.isHead = false
        send(connection, handler.page(for: refusal))
    }

    /// Puts an answer behind what waits.
    func send(_ connection: Connection, _ prepared: PreparedResponse) {
        connection.isLast = !connection.keepsAlive
        connection.append(
            head: prepared.head.bytes, date: date.line, body: prepared.body?.bytes, isLast: connection.isLast)
        connection.deadline = now + configuration.idleMilliseconds
        counters.note(status: prepared.status)
    }

    private func sendFile(_ connection: Connection, _ response: Response, _ path: String, _ count: Int) {
        var head = ResponseHead(response.status)
        for field in response.fields { head.add(field.name, field.value) }
        head.add("Content-Length", String(count))
        connection.isLast = !connection.keepsAlive
        connection.append(head: head.bytes, date: date.line, body: nil, isLast: connection.isLast)
        counters.note(status: response.status)
        guard !connection.isHead, let descriptor = try? Files.openAndRemove(path) else {
            Files.remove(path)
            return
        }
        connection.file = OutgoingFile(descriptor: descriptor, remaining: count)
    }

    /// Gives used bytes back, so that the buffer does not grow with the number of requests.
    private func compact(_ connection: Connection) {
        guard connection.used > 0 else { return }
        connection.input.removeFirst(connection.used)
        connection.used = 0
    }

    /// Reads and forgets until the peer closes.
    private func discard(_ connection: Connection) {
        var rest: [UInt8] = []
        let count = try? Sockets.receive(connection.descriptor, into: &rest, atMost: Limits.readBytes)
        if count == 0 { close(connection) }
    }
}
