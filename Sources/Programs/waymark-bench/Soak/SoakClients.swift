import HTTPFetching
import SystemIO

/// The clients of a soak, one thread each: valid ones and an abusive one.
struct SoakClients: Sendable {
    let address: SocketAddress
    let control: ControlClient
    let tally: SoakTally

    /// Starts all of them.
    func start() throws -> [Threads.Running] {
        let bodies: [(SoakTally.Work, @Sendable () throws -> Void)] = [
            (.bodies, fetch), (.bodies, fetch), (.events, watch), (.events, watch), (.writes, write),
            (.publishes, publish), (.abuses, abuse),
        ]
        return try bodies.map { work, body in
            try Threads.start {
                do { try body() } catch { tally.fail(work, "a client ended: \(error)") }
            }
        }
    }

    private func origin() throws -> FetchOrigin {
        try FetchOrigin(scheme: "http", host: "127.0.0.1", port: UInt16(address.port))
    }

    /// Fetches bodies with and without gzip, heads, and bodies with If-None-Match, which are answered 304.
    private func fetch() throws {
        let fetcher = HTTPFetcher()
        let origin = try origin()
        while tally.goesOn {
            let plain = ask(.bodies, fetcher, FetchRequest(origin, target: Soak.rules), expecting: [200])
            let gzip = [FetchRequest.Field("Accept-Encoding", "gzip")]
            _ = ask(.gzip, fetcher, FetchRequest(origin, target: Soak.rules, fields: gzip), expecting: [200])
            for _ in 0..<8 {
                // After a publish the answer is 200.
                let tag = [FetchRequest.Field("If-None-Match", plain?["ETag"] ?? "\"none\"")]
                let again = FetchRequest(origin, target: Soak.rules, fields: tag)
                _ = ask(.unchanged, fetcher, again, expecting: [200, 304])
                _ = ask(.heads, fetcher, FetchRequest(origin, target: Soak.head), expecting: [200])
            }
        }
    }

    private func ask(
        _ work: SoakTally.Work, _ fetcher: HTTPFetcher, _ request: FetchRequest, expecting statuses: Set<Int>
    ) -> FetchResponse? {
        do throws(FetchError) {
            let response = try fetcher.fetchBlocking(request)
            guard statuses.contains(response.status) else {
                tally.fail(work, "\(request.target) was answered \(response.status)")
                return nil
            }
            tally.count(work)
            return response
        } catch {
            tally.fail(work, "\(error)")
            return nil
        }
    }

    /// Reads an event stream for some time, then opens a new one.
    private func watch() throws {
        let request = Array("GET \(Soak.events) HTTP/1.1\r\nHost: \(address)\r\n\r\n".utf8)
        while tally.goesOn {
            let descriptor = try Sockets.connect(to: address, fromLoopback: 1)
            defer { Sockets.close(descriptor) }
            let poller = try Poller()
            try Sockets.sendAll(descriptor, request)
            try poller.watch(descriptor)
            let end = MonotonicClock.milliseconds + Soak.watchMilliseconds
            while tally.goesOn, MonotonicClock.milliseconds < end {
                guard try poller.wait(milliseconds: 500) > 0 else { continue }
                let bytes = try Sockets.receive(descriptor, countMax: 65_536)
                guard !bytes.isEmpty else {
                    tally.fail(.events, "the server ended a stream")
                    break
                }
                let lines = bytes.split(separator: 0x0A).filter { $0.starts(with: Array("data:".utf8)) }
                tally.count(.events, lines.count)
            }
        }
    }

    /// Writes rules into the draft of an app that is never published.
    private func write() throws {
        var number = 0
        while tally.goesOn {
            number += 1
            do {
                try control.put(
                    "/v1/apps/\(Soak.draftApp)/draft/rules/r\(number % 500)",
                    #"{"match":["https://www.example.com/r\#(number % 500)"],"to":{"screen":"S\#(number)"}}"#)
                tally.count(.writes)
            } catch { tally.fail(.writes, "\(error)") }
            Threads.sleep(milliseconds: 20)
        }
    }

    /// Publishes another set of rules every 0.5 s.
    private func publish() throws {
        var mark = 0
        while tally.goesOn {
            mark += 1
            do {
                try control.publish(Soak.app, rules: Soak.rulesCount, mark: mark)
                tally.count(.publishes)
            } catch { tally.fail(.publishes, "\(error)") }
            Threads.sleep(milliseconds: 500)
        }
    }

    /// Sends invalid requests and unfinished heads, leaves answers unread, and closes connections early.
    private func abuse() {
        var random = SystemRandomNumberGenerator()
        var held: [Int32] = []
        defer { for descriptor in held { Sockets.close(descriptor) } }
        let whole = "GET \(Soak.rules) HTTP/1.1\r\nHost: h\r\n\r\n"
        while tally.goesOn {
            guard let descriptor = try? Sockets.connect(to: address, fromLoopback: Int.random(in: 2...200)) else {
                tally.fail(.abuses, "a connection was refused")
                return
            }
            let text =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: "GET \(Soak.rules) HTTP/1.1\r\nHost: h\r\nX: "
                case 1: "POST /v1/apps HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n{"
                case 2: "GET / HTTP/9.1\r\n\r\n"
                case 3: String(repeating: whole, count: 50)
                case 4: "PUT \(Soak.rules) HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcdeX"
                default: String((0..<200).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0...127))) })
                }
            // The server may have closed already.
            try? Sockets.sendAll(descriptor, Array(text.utf8))
            tally.count(.abuses)
            if Bool.random(using: &random) { held.append(descriptor) } else { Sockets.close(descriptor) }
            if held.count > Soak.heldMax { Sockets.close(held.removeFirst()) }
            Threads.sleep(milliseconds: 10)
        }
    }
}
