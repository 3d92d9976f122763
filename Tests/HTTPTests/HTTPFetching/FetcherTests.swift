import HTTPFetching
import TestSupport
import Testing

@Suite("Fetching over plain HTTP", .scheduled)
struct FetcherTests {
    @Test("An answer has its status, fields and content")
    func plain() async throws {
        let server = try LoopbackServer { _ in .http(200, fields: ["X-Name: Value"], Array("{}".utf8)) }
        let response = try await HTTPFetcher().fetch(.make(server, "/v1/a?b=c", fields: [.init("Accept", "*/*")]))
        #expect(response.status == 200)
        #expect(response["x-name"] == "Value")
        #expect(response.content == Array("{}".utf8))
        let request = try #require(server.requests.first)
        #expect(request == "GET /v1/a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: */*\r\n\r\n")
    }

    @Test("Content is sent with its length, and any status is an answer")
    func post() throws {
        let server = try LoopbackServer { _ in .http(422, type: "application/problem+json") }
        let response = try HTTPFetcher().fetchBlocking(.make(server, method: "POST", content: Array("[1]".utf8)))
        #expect(response.status == 422)
        #expect(server.requests.first?.hasSuffix("Content-Length: 3\r\n\r\n[1]") == true)
    }

    @Test("One connection serves many requests, and a closed one is replaced without an error")
    func keepAlive() async throws {
        let server = try LoopbackServer { _ in .http(200) }
        // On a busy machine more than the default of 30 s may pass between two of these.
        var limits = FetchLimits()
        limits.idle = .seconds(3600)
        let fetcher = HTTPFetcher(limits: limits)
        for _ in 0..<5 { _ = try await fetcher.fetch(.make(server)) }
        #expect(server.connections == 1)
        server.hangUp()
        #expect(try await fetcher.fetch(.make(server)).status == 200)
        #expect(server.connections == 2)
    }

    @Test("A connection that was idle for too long is not used again")
    func idle() async throws {
        let server = try LoopbackServer { _ in .http(200) }
        var limits = FetchLimits()
        limits.idle = .zero
        let fetcher = HTTPFetcher(limits: limits)
        for _ in 0..<2 { _ = try await fetcher.fetch(.make(server)) }
        #expect(server.connections == 2)
    }

    @Test("A connection that the server closes after an answer is not used again")
    func closing() async throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx", closes: true) }
        let fetcher = HTTPFetcher()
        for _ in 0..<3 { #expect(try await fetcher.fetch(.make(server)).content == [0x78]) }
        #expect(server.connections == 3)
    }

    @Test(
        "Every fault has its error code",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhal", FetchError.Code.connectionLost),
            ("", .connectionLost), ("220 mail ready\r\n\r\n", .invalidResponse),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n" + String(repeating: "x", count: 99), .tooLarge),
        ])
    func faults(text: String, code: FetchError.Code) async throws {
        let server = try LoopbackServer { _ in .raw(text, closes: true) }
        let fetcher = HTTPFetcher(limits: .make(content: 64))
        let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(.make(server)) }
        #expect(error?.code == code)
    }

    @Test("An exchange with a silent or a very slow server ends at its time limit")
    func slow() async throws {
        let silent = try LoopbackServer { _ in LoopbackServer.Reply([]) }
        let first = await #expect(throws: FetchError.self) {
            try await HTTPFetcher(limits: .make(silence: .milliseconds(100))).fetch(.make(silent))
        }
        #expect(first?.code == .timedOut)
        let slow = try LoopbackServer { _ in
            LoopbackServer.Reply(
                [Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8)] + Array(repeating: [0x78], count: 100),
                pause: .milliseconds(20))
        }
        let second = await #expect(throws: FetchError.self) {
            try await HTTPFetcher(limits: .make(whole: .milliseconds(200))).fetch(.make(slow))
        }
        #expect(second?.code == .timedOut)
    }

    @Test("A closed port, an unknown host and an invalid request have different error codes")
    func nowhere() async throws {
        let server = try LoopbackServer { _ in .http(200) }
        server.stop()
        let refused = await #expect(throws: FetchError.self) { try await HTTPFetcher().fetch(.make(server)) }
        #expect(refused?.code == .unreachable)
        let unknown = try FetchOrigin(scheme: "http", host: "no-such-host.invalid", port: nil)
        let error = await #expect(throws: FetchError.self) {
            try await HTTPFetcher().fetch(FetchRequest(unknown, target: "/"))
        }
        #expect(error?.code == .unknownHost)
        for field in [FetchRequest.Field("A", "b\r\nC: d"), .init("A b", "c"), .init("", "c")] {
            let error = await #expect(throws: FetchError.self) {
                try await HTTPFetcher().fetch(.make(server, fields: [field]))
            }
            #expect(error?.code == .invalidRequest)
        }
        #expect(throws: FetchError.self) { try FetchOrigin(scheme: "ftp", host: "h", port: nil) }
    }

    @Test("Cancelling the task ends the exchange before any time limit")
    func cancelled() async throws {
        let server = try LoopbackServer { _ in LoopbackServer.Reply([]) }
        let request = try FetchRequest.make(server)
        let task = Task { () async -> FetchError.Code? in
            do throws(FetchError) { _ = try await HTTPFetcher().fetch(request) } catch { return error.code }
            return nil
        }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        // A time limit would end it as `.timedOut`.
        #expect(await task.value == .cancelled)
    }

    @Test("A stream delivers pieces as they arrive, and ends with its reader")
    func stream() async throws {
        let server = try LoopbackServer { _ in
            LoopbackServer.Reply(
                [Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)]
                    + Array(repeating: Array("2\r\nhi\r\n".utf8), count: 50), pause: .milliseconds(5))
        }
        var seen: [HTTPFetcher.Event] = []
        for await event in HTTPFetcher().events(try .make(server)) {
            seen.append(event)
            if seen.count == 4 { break }
        }
        #expect(seen.count == 4)
        // Chunks that arrive together may come as one piece.
        for event in seen.dropFirst() {
            guard case .content(let bytes) = event else {
                Issue.record("\(event)")
                continue
            }
            #expect(!bytes.isEmpty && String(decoding: bytes, as: UTF8.self).replacing("hi", with: "").isEmpty)
        }
    }

    @Test("Concurrent requests get their own answers")
    func concurrent() async throws {
        let server = try LoopbackServer { .http(200, Array(($0.split(separator: " ").dropFirst().first ?? "").utf8)) }
        let fetcher = HTTPFetcher()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                let request = try FetchRequest.make(server, "/\(number)")
                group.addTask { try await fetcher.fetch(request).content == Array("/\(number)".utf8) }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
