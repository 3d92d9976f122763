#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Event streams: order, ends and places", .scheduled)
struct StreamTests {
    /// A grant that a test ends.
    private final class Grant: StreamGrant {
        private let state: Mutex<GrantStanding>

        init(_ standing: GrantStanding) { state = Mutex(standing) }

        var standing: GrantStanding {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    /// Begins a stream for each request: `/N` of topic 3, at the event of that number; the source is the peer.
    private struct Handler: HTTPHandler {
        var grant: (any StreamGrant)?
        var places: StreamSlots?
        /// A client behind every peer; nil where peers are clients.
        var client: PeerAddress?

        func decide(_ request: borrowing RequestView) -> Decision {
            let path = request.head.path
            let number = Int(request.text(path).dropFirst()) ?? 0
            let source = client ?? request.peerAddress
            if places?.take(source) != nil { return .answer(PreparedResponse(503, [])) }
            let first = StreamBytes(Array("data: \(number)\n\n".utf8))
            return .watch(
                StreamStart(
                    topic: 3, number: number, PreparedResponse(streaming: [], first: first), source: source,
                    grant: grant))
        }

        func perform(_ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void)
        { reply(Response(500)) }

        func page(for refusal: RequestRefusal) -> PreparedResponse { PreparedResponse(refusal.status, []) }
    }

    private func make(_ handler: Handler = Handler()) throws -> LoopDriver {
        try LoopDriver(handler, limits: ServingLimits(), streamSlots: handler.places)
    }

    private func numbers(_ driver: LoopDriver, _ peer: Int32) -> [Int] {
        ChunkedText.joined(driver.text(peer)).split(separator: "\n").filter { $0.hasPrefix("data: ") }.compactMap {
            Int($0.dropFirst("data: ".count))
        }
    }

    @Test("in 1,000 bursts reported in any order, each stream gets rising numbers, and the newest one last")
    func bursts() throws {
        var generator = SeededGenerator.fromEnvironment(default: 11)
        let driver = try make()
        var peers = [driver.connect(request("GET", "/0").utf8, room: 1 << 24)]
        var newest = 0
        for _ in 0..<1_000 {
            let burst = Array((newest + 1)...(newest + 8)).shuffled(using: &generator)
            newest += 8
            for number in burst {
                // A request sees the newest state, whose messages may still be on their way.
                if peers.count < 100, Int.random(in: 0..<40, using: &generator) == 0 {
                    peers.append(driver.connect(request("GET", "/\(newest)").utf8, room: 1 << 24))
                }
                driver.broadcast(3, StreamBytes(Array("data: \(number)\n\n".utf8)), number: number)
            }
            if Int.random(in: 0..<20, using: &generator) == 0, peers.count > 1 { driver.reset(peers.removeLast()) }
        }
        for peer in peers {
            let seen = numbers(driver, peer)
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "seed \(generator.seed)")
            #expect(seen.last == newest, "seed \(generator.seed)")
        }
        #expect(driver.statistics.streams == peers.count)
    }

    @Test("an end of a topic closes its streams so that their clients read all, and keeps those with a grant")
    func topics() throws {
        let grant = Grant(.lasting)
        for keeps in [true, false] {
            let (open, held) = (try make(), try make(Handler(grant: grant)))
            for (driver, isHeld) in [(open, false), (held, true)] {
                let peer = driver.connect(request("GET", "/1").utf8, room: 1 << 20)
                driver.endStreams(4, keepingHeld: keeps)
                #expect(driver.statistics.streams == 1)
                driver.endStreams(3, keepingHeld: keeps)
                let stays = keeps && isHeld
                #expect(driver.statistics.streams == (stays ? 1 : 0))
                #expect(driver.statistics.streamsRevoked == (stays ? 0 : 1))
                let text = try #require(ChunkedText(driver.text(peer)))
                #expect(text.content.hasSuffix("\n\n: the stream ends, connect again\n\n") == !stays)
                #expect(text.isRight && text.isEnded == !stays)
                driver.finish(peer)
                #expect(!driver.isOpen(peer) && driver.statistics.streams == 0)
            }
        }
    }

    @Test("a stream ends when its grant ends: on a report, or within half a second where the grant passes by itself")
    func grants() throws {
        for standing in [GrantStanding.lasting, .passing] {
            let grant = Grant(standing)
            let driver = try make(Handler(grant: grant))
            _ = driver.connect(request("GET", "/1").utf8, room: 1 << 20)
            for _ in 0..<4 { driver.advance(milliseconds: 500) }
            driver.reviewStreams()
            #expect(driver.statistics.streams == 1)
            grant.standing = .ended
            if standing == .lasting { driver.reviewStreams() } else { driver.advance(milliseconds: 501) }
            #expect(driver.statistics.streams == 0 && driver.statistics.streamsRevoked == 1)
        }
    }

    @Test("a grant that begins to pass is looked at by each sweep from then on")
    func rotation() throws {
        let grant = Grant(.lasting)
        let driver = try make(Handler(grant: grant))
        _ = driver.connect(request("GET", "/1").utf8, room: 1 << 20)
        driver.advance(milliseconds: 501)
        grant.standing = .passing
        driver.reviewStreams()
        grant.standing = .ended
        driver.advance(milliseconds: 501)
        #expect(driver.statistics.streams == 0)
    }

    @Test("a revoked stream whose client has not read all is closed at once")
    func unread() throws {
        let driver = try make()
        let peer = driver.connect(request("GET", "/1").utf8, room: 150)
        for number in 2..<40 { driver.broadcast(3, StreamBytes(Array("data: \(number)\n\n".utf8)), number: number) }
        #expect(driver.isOpen(peer))
        driver.endStreams(3, keepingHeld: false)
        #expect(!driver.isOpen(peer) && driver.statistics.streams == 0)
    }

    @Test("streams give their places back however they end, by the client's address where the peer is a proxy")
    func places() throws {
        for client in [nil, PeerAddress(version4: 77)] {
            let places = StreamSlots(streamsMax: 4, perAddressMax: 2)
            let driver = try make(Handler(places: places, client: client))
            let peers = (0..<3).map { _ in driver.connect(request("GET", "/1").utf8, room: 1 << 20) }
            #expect(peers.map { driver.text($0).hasPrefix("HTTP/1.1 200") } == [true, true, false])
            _ = driver.connect(request("HEAD", "/1").utf8, room: 1 << 20)
            #expect(places.taken == 2 && places.refused.address == 2 && places.topics == [3: 2])
            driver.reset(peers[0])
            #expect(places.topics == [3: 1])
            driver.endStreams(3, keepingHeld: false)
            #expect(places.taken == 0 && places.topics.isEmpty)
            for number in 0..<6 {
                if client == nil {
                    _ = driver.connect(
                        request("GET", "/1").utf8, room: 1 << 20, from: PeerAddress(version4: UInt32(number + 1)))
                }
            }
            #expect(places.taken == (client == nil ? 4 : 0) && places.refused.all == (client == nil ? 2 : 0))
            _ = driver.connect(request("HEAD", "/1").utf8, room: 1 << 20)
            driver.drain(milliseconds: 0)
            #expect(places.taken == 0 && places.topics.isEmpty)
        }
    }
}
#endif
