import Foundation
import HTTPServing
import HTTPWire
import SystemIO
import TestSupport
import Testing
import WireConformance

@Suite("A server on a real socket", .scheduled)
struct ServerTests {
    @Test("A connection is used for many requests, and every answer has a date")
    func keepAlive() throws {
        let running = try RunningServer.make()
        let client = running.client()
        for count in 1...20 {
            client.send(request("GET", "/"))
            #expect(client.wait { $0.occurrences(of: "hello") == count }.occurrences(of: "\r\nDate: ") == count)
        }
        #expect(!client.isClosed)
        #expect(running.server.statistics.accepted == 1)
    }

    @Test("Pipelined requests are answered in order, also by workers")
    func pipelining() throws {
        let running = try RunningServer.make()
        let client = running.client()
        client.send(
            request("GET", "/") + request("POST", "/echo", body: "one") + request("GET", "/slow")
                + request("HEAD", "/") + request("POST", "/echo", body: "two")
                + request("GET", "/", "Connection: close\r\n"))
        let text = client.wait()
        #expect(client.isClosed)
        let order = ["hello", "one", "slow", "two", "hello"]
        var rest = Substring(text)
        for word in order {
            guard let found = rest.range(of: word) else {
                Issue.record("\(word) is missing in \(text)")
                return
            }
            rest = rest[found.upperBound...]
        }
        #expect(text.occurrences(of: "HTTP/1.1 200 OK") == 6)
    }

    @Test("Large bodies are sent completely to slow readers")
    func large() throws {
        let running = try RunningServer.make()
        let client = running.client()
        client.send(
            request("GET", "/large") + request("GET", "/large") + request("GET", "/large", "Connection: close\r\n"))
        client.wait()
        #expect(client.isClosed)
        #expect(client.received.suffix(1000).elementsEqual(FixtureHandler.large.bytes.suffix(1000)))
        #expect(client.received.count > 6_000_000 && client.received.count < 6_001_000)
    }

    @Test("Files are sent completely on one connection, and removed")
    func files() throws {
        // Made first: on a slow machine it may take longer than a new connection may be silent.
        let bytes = FixtureHandler.fileBytes
        let running = try RunningServer.make()
        let client = running.client()
        for count in 1...4 {
            client.send(request("GET", "/file"))
            if count == 1 { client.wait { $0.contains("\r\n\r\n") } }
            // Every head is as long as the first.
            let head = try #require(
                client.received.firstRange(of: Array("\r\n\r\n".utf8)), "closed: \(client.isClosed)"
            ).upperBound
            client.wait(forMoreThan: count * (head + bytes.count) - 1)
            #expect(client.received.suffix(bytes.count).elementsEqual(bytes), "file \(count)")
        }
        #expect(!client.isClosed)
    }

    @Test("Bodies with a length and chunked ones are accepted, and 100 is sent only on request")
    func bodies() throws {
        let running = try RunningServer.make()
        let client = running.client()
        client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        #expect(client.wait { $0.contains("100 Continue") }.contains("100 Continue"))
        client.send("body")
        #expect(client.wait { $0.hasSuffix("body") }.hasSuffix("body"))
        client.send(
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
        #expect(client.wait { $0.hasSuffix("abc") }.hasSuffix("abc"))
        client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\n\r\n")
        #expect(client.wait().contains("HTTP/1.1 413"))
        #expect(client.isClosed)
    }

    @Test("An unwanted body is discarded, and the connection is used again")
    func unwanted() throws {
        let running = try RunningServer.make()
        let client = running.client()
        client.send(request("POST", "/nothing", body: "GET / HTTP/1.1\r\nHost: h\r\n\r\n") + request("GET", "/"))
        let text = client.wait { $0.contains("hello") }
        #expect(text.contains("404") && text.occurrences(of: "HTTP/1.1 ") == 2)
    }

    @Test("Bytes that arrive one by one are answered as if they came at once")
    func drip() throws {
        let running = try RunningServer.make()
        let client = running.client()
        for byte in Array((request("POST", "/echo", body: "hello you") + request("GET", "/")).utf8) {
            client.send([byte])
        }
        let text = client.wait { $0.contains("hello you") && $0.hasSuffix("hello") }
        #expect(text.occurrences(of: "HTTP/1.1 200") == 2)
    }

    @Test("Slow request heads and bodies get 408, silent connections are closed, and other clients are served")
    func slow() throws {
        let running = try RunningServer.make { limits in
            limits.timeouts.head = 300
            limits.timeouts.body = 300
            limits.timeouts.idle = 300
        }
        let clients = (0..<3).map { _ in running.client() }
        clients[0].send("GET / HTTP/1.1\r\nHo")
        clients[1].send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")
        clients[2].send(request("GET", "/"))
        let other = running.client()
        other.send(request("GET", "/", "Connection: close\r\n"))
        #expect(other.wait().contains("hello"))
        #expect(clients[0].wait().contains("HTTP/1.1 408"))
        #expect(clients[1].wait().contains("HTTP/1.1 408"))
        #expect(!clients[2].wait().contains("408"))
        for client in clients { #expect(client.isClosed) }
    }

    @Test("A connection over the limit is refused, and the next is accepted when one has closed")
    func limit() throws {
        let running = try RunningServer.make { $0.connectionsPerAddressMax = 2 }
        var clients = (0..<2).map { _ in running.client() }
        for client in clients {
            client.send(request("GET", "/"))
            #expect(client.wait { $0.contains("hello") }.contains("hello"))
        }
        let third = running.client()
        third.send(request("GET", "/"))
        #expect(third.wait().contains("503") || third.isClosed)
        clients.removeLast()
        let isServed = eventually {
            let next = running.client()
            next.send(request("GET", "/"))
            return next.wait { $0.contains("hello") }.contains("hello")
        }
        #expect(isServed)
    }

    @Test("A stream gets broadcasts, comments, and a last comment when the server stops")
    func streams() throws {
        let running = try RunningServer.make { $0.timeouts.comment = 200 }
        let client = running.client()
        client.send(request("GET", "/events"))
        #expect(client.wait { $0.contains("data: first") }.contains("text/event-stream"))
        running.server.broadcast(4, StreamBytes(Array("data: other\n\n".utf8)), number: 1)
        running.server.broadcast(3, StreamBytes(Array("data: second\n\n".utf8)), number: 2)
        #expect(client.wait { $0.contains("data: second") }.contains("data: second"))
        #expect(client.wait { $0.contains("\n:\n\n\r\n") }.contains("\n:\n\n\r\n"))
        #expect(!client.text.contains("other") && !client.text.contains("Content-Length"))
        #expect(running.server.statistics.streams == 1)
        running.stop()
        let text = try #require(ChunkedText(client.wait()))
        #expect(text.content.hasSuffix(": the server is stopping\n\n") && text.isEnded && text.isRight)
        #expect(client.isClosed)
    }

    @Test("A second server on the same port does not start")
    func portTaken() throws {
        let running = try RunningServer.make()
        let configuration = ServingConfiguration(
            listeners: [.init(.port(running.address), number: 0)], loops: 1, workers: 1)
        #expect {
            try HTTPServer(configuration, handler: FixtureHandler())
        } throws: { error in
            (error as? ServingError)?.code == .addressInUse
        }
    }

    @Test("Connections of peers that have finished sending or are lost are closed")
    func vanished() throws {
        let running = try RunningServer.make()
        for text in ["", "GET / HT", request("POST", "/echo", "Content-Length: 9\r\n"), request("GET", "/slow")] {
            let client = running.client()
            client.send(text)
            client.finishSending()
            client.wait()
            #expect(client.isClosed)
            // A request is answered after its peer has finished sending (RFC 9112 section 9.6).
            #expect(client.text.hasSuffix("slow") == text.contains("/slow"))
        }
        #expect(running.server.statistics.open == 0)
    }
}
