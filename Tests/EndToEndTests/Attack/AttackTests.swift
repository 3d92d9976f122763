import SystemIO
import TestSupport
import Testing

@Suite("Many connections and attackers", .scheduled, .serialized)
struct AttackTests {
    private static let ask = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    private func isServed(_ target: AttackTarget, from source: Int = 0) -> Bool {
        guard let peer = try? AttackPeer(target.address, fromLoopback: source) else { return false }
        peer.send(Self.ask)
        return peer.wait { $0.contains("\r\n\r\nA line of text") }.hasPrefix("HTTP/1.1 200")
    }

    /// Repeats a request until it is served: connections that were closed just before may still be counted.
    private func isServedSoon(_ target: AttackTarget, from source: Int = 0) -> Bool {
        eventually { isServed(target, from: source) }
    }

    @Test("idle connections use little memory, other clients are served, and descriptors are returned")
    func idle() throws {
        let count = AttackScale.of(19_000)
        let target = try AttackTarget(["--idle-timeout", "600000"])
        #expect(isServed(target))
        let (memory, descriptors) = (target.residentBytes, target.descriptors)
        var crowd: [AttackPeer] = []
        for number in 0..<count {
            let peer = try AttackPeer(target.address, fromLoopback: number % 200)
            peer.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
            crowd.append(peer)
        }
        for peer in crowd { #expect(peer.wait { $0.hasSuffix("\r\n\r\n") }.hasPrefix("HTTP/1.1 200")) }
        let each = (target.residentBytes - memory) / count
        print("counts: \(count) idle connections, \(each) bytes of the server's memory each")
        // The connection of `isServed` was perhaps still open when the descriptors were counted.
        #expect(target.descriptors >= descriptors + count - 2)
        // 200 KB for buffers that the first connections allocate, and 1 KB for each connection.
        #expect(Sanitizer.isOn || target.residentBytes - memory < 200_000 + count * 1024)
        #expect(isServed(target, from: 201))
        crowd = []
        #expect(isServedSoon(target))
        #expect(eventually { target.descriptors <= descriptors })
        #expect(target.stop() == 0)
    }

    @Test(
        "clients that request much and never read are closed, and their memory is returned",
        arguments: [("/100k", 400), ("/", 2000)])
    func neverRead(path: String, requestCount: Int) throws {
        let count = AttackScale.of(2000)
        let target = try AttackTarget(["--write-timeout", "2000"])
        #expect(isServed(target))
        let (memory, descriptors) = (target.residentBytes, target.descriptors)
        let requests = String(repeating: "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n", count: requestCount)
        var crowd: [AttackPeer] = []
        for number in 0..<count {
            let peer = try AttackPeer(target.address, fromLoopback: number % 100)
            peer.send(requests)
            crowd.append(peer)
        }
        var most = 0
        for _ in 0..<20 {
            most = max(most, target.residentBytes - memory)
            #expect(isServed(target, from: 101))
        }
        print(
            "counts: \(count) clients that never read asked \(requestCount) times for \(path); the server grew by \(most >> 10) KB"
        )
        // Each holds at most the requests of one read, 64 KB, and their small answers, 128 KB; large ones are shared.
        // Together they hold at most 64 MB, and what one turn adds before the largest holders are closed.
        #expect(Sanitizer.isOn || most < 8_000_000 + min(count * 200_000, 128 << 20))
        #expect(eventually { target.descriptors <= descriptors }, "a client that never reads keeps its connection")
        // The memory is returned to the system without any further request.
        let isGivenBack = eventually { Sanitizer.isOn || target.residentBytes - memory <= 6_000_000 + count * 4096 }
        #expect(isGivenBack, "\(target.residentBytes - memory) bytes more than before the crowd")
        #expect(target.stop() == 0)
        _ = crowd
    }

    @Test("slow heads and bodies get 408, and other clients are served")
    func slow() throws {
        let count = AttackScale.of(2000)
        let target = try AttackTarget(["--head-timeout", "1500", "--body-timeout", "1500"])
        let heads = try (0..<count).map { try AttackPeer(target.address, fromLoopback: $0 % 100) }
        let bodies = try (0..<count).map { try AttackPeer(target.address, fromLoopback: $0 % 100) }
        for peer in heads { peer.send("GET / HTTP/1.1\r\nHost: h\r\n") }
        for peer in bodies { peer.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n") }
        // Sends a few bytes at a time, until the server closes the connections.
        for round in 0..<10 {
            for peer in heads { peer.send("X-\(round): y\r\n") }
            for peer in bodies { peer.send("z") }
            #expect(isServed(target, from: 150))
            pause(milliseconds: 50)
        }
        for peer in heads + bodies {
            #expect(peer.wait().hasPrefix("HTTP/1.1 408"))
            #expect(peer.isClosed)
        }
        #expect(isServed(target))
        print("counts: \(count) slow heads and \(count) slow bodies cut off")
        #expect(target.stop() == 0)
    }

    @Test("without free descriptors the server closes new connections, serves the others, and recovers")
    func descriptors() throws {
        let target = try AttackTarget()
        #expect(isServedSoon(target))
        let before = target.descriptors
        try target.leaveDescriptors(12)
        for _ in 0..<3 {
            // The connections are closed when it returns.
            try crowd(target)
            #expect(isServedSoon(target))
        }
        try target.leaveDescriptors(1000)
        let crowd = try (0..<40).map { try AttackPeer(target.address, fromLoopback: $0) }
        for peer in crowd { peer.send(Self.ask) }
        for peer in crowd { #expect(peer.wait { $0.contains("A line of text") }.hasPrefix("HTTP/1.1 200")) }
        for peer in crowd { peer.willReset() }
        withExtendedLifetime(crowd) {}
        #expect(target.descriptors <= before + 41)
        #expect(target.stop() == 0)
    }

    /// Makes more connections than there are descriptors: each is served or closed.
    private func crowd(_ target: AttackTarget) throws {
        let crowd = try (0..<40).map { try AttackPeer(target.address, fromLoopback: $0) }
        for peer in crowd { peer.send(Self.ask) }
        for peer in crowd { peer.wait { $0.contains("A line of text") } }
        let (served, others) = (crowd.filter { $0.text.hasPrefix("HTTP/1.1 200") }, crowd.filter(\.isClosed))
        #expect(served.count >= 8, "\(served.count) were served")
        let inside = served.filter { !$0.isClosed }
        #expect(inside.count + others.count == 40, "a connection has neither an answer nor an end")
        // Open connections are served again, unless the server closed an idle one to make room.
        for peer in inside {
            peer.forget()
            peer.send(Self.ask)
            peer.wait { $0.contains("\r\n\r\nA line") }
            #expect(peer.text.hasPrefix("HTTP/1.1 200") || peer.isClosed)
        }
    }

    @Test("connections over a limit get 503, and closed connections are not counted any more")
    func limits() throws {
        let target = try AttackTarget(["--connections-max", "60", "--connections-per-address-max", "20"])
        #expect(isServed(target))
        let before = target.descriptors
        for _ in 0..<5 {
            var crowd: [AttackPeer] = []
            for (source, count) in [(1, 40), (2, 40), (3, 40), (4, 10)] {
                var (served, refused) = (0, 0)
                for _ in 0..<count {
                    let peer = try AttackPeer(target.address, fromLoopback: source)
                    peer.send(Self.ask)
                    let text = peer.wait { $0.contains("A line of text") }
                    if text.hasPrefix("HTTP/1.1 200") { served += 1 }
                    if text.hasPrefix("HTTP/1.1 503") && text.contains("Connection: close") || peer.isClosed {
                        refused += 1
                    }
                    crowd.append(peer)
                }
                #expect(served == (source < 4 ? 20 : 0) && served + refused == count, "address \(source): \(served)")
            }
            crowd = []
            for source in 1...4 { #expect(isServedSoon(target, from: source)) }
            #expect(eventually { target.descriptors <= before })
        }
        #expect(target.stop() == 0)
    }

    @Test("after peers reset or close at any moment, no descriptor and no memory stays in use")
    func vanishing() throws {
        let target = try AttackTarget()
        #expect(isServed(target))
        let (before, memory) = (target.descriptors, target.residentBytes)
        let beginnings = [
            "", "GET / HT", Self.ask, "GET /100k HTTP/1.1\r\nHost: h\r\n\r\n",
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 50000\r\n\r\nabc",
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            String(repeating: "GET /100k HTTP/1.1\r\nHost: h\r\n\r\n", count: 50),
        ]
        let rounds = AttackScale.of(4000)
        for round in 0..<rounds {
            for (index, text) in beginnings.enumerated() {
                let peer = try AttackPeer(target.address, fromLoopback: index)
                peer.send(text)
                if round % 3 == 0 { peer.pump(1) }
                if round % 2 == 0 { peer.willReset() }
            }
        }
        #expect(isServedSoon(target))
        #expect(eventually { target.descriptors <= before })
        let grown = target.residentBytes - memory
        print("counts: \(rounds * beginnings.count) peers vanished; the server grew by \(grown >> 10) KB")
        #expect(Sanitizer.isOn || grown < 4_000_000)
        #expect(target.stop() == 0)
    }
}
