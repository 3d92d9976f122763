#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import TestSupport
import Testing
import WireConformance

@Suite("Strangers and administrators on one event loop", .scheduled)
struct LaneTests {
    private static let known = "Authorization: known\r\n"

    private func post(_ count: Int, of whole: Int, _ fields: String = "") -> [UInt8] {
        Array("POST /echo HTTP/1.1\r\nHost: h\r\n\(fields)Content-Length: \(whole)\r\n\r\n".utf8)
            + [UInt8](repeating: 0x61, count: count)
    }

    @Test("Incomplete bodies of strangers fill their own share of memory only")
    func strangersBodies() throws {
        let driver = try LoopDriver.make {
            $0.lanes.bodyMemoryBytesMax = 2000
            $0.lanes.strangerBodyBytesMax = 1000
        }
        let strangers = (0..<4).map { _ in driver.connect(post(599, of: 600), room: 1 << 20) }
        #expect(strangers.map { driver.text($0).prefix(12) } == [""] + Array(repeating: "HTTP/1.1 503", count: 3))
        let known = driver.connect(post(1500, of: 1500, Self.known), room: 1 << 20)
        #expect(driver.work())
        #expect(driver.text(known).hasPrefix("HTTP/1.1 200"))
        for peer in strangers { driver.finish(peer) }
        #expect(driver.bodyBytes == 0)
    }

    @Test("Requests on other listeners use no memory, worker or place of the administrators' listener")
    func adminListener() throws {
        let driver = try LoopDriver.make(hasAdminListener: true) {
            $0.lanes.bodyMemoryBytesMax = 1000
            $0.lanes.workQueueMax = 2
            $0.connectionsMax = 16
        }
        // Half of the callers have a token, as clients of a private channel do.
        let bodies = (0..<8).map { driver.connect(post(599, of: 600, $0 < 4 ? "" : Self.known), room: 1 << 20) }
        #expect(bodies.count { driver.text($0).hasPrefix("HTTP/1.1 503") } == 7)
        let working = (0..<4).map { _ in driver.connect(post(1, of: 1), room: 1 << 20) }
        #expect(working.count { driver.text($0).hasPrefix("HTTP/1.1 503") } == 2)
        let streams = (0..<8).map { _ in driver.connect(request("GET", "/events").utf8, room: 1 << 20) }
        #expect(streams.count { driver.text($0).hasPrefix("HTTP/1.1 503") } == 4)
        for _ in 0..<20 { driver.advance(milliseconds: 1_000) }
        let admin = driver.connect(post(900, of: 900), room: 1 << 20, listener: LoopDriver.adminListener)
        #expect(driver.work())
        #expect(driver.text(admin).hasPrefix("HTTP/1.1 200"))
    }

    @Test("A queue full of strangers' requests does not refuse a known caller, who is answered first")
    func strangersWork() throws {
        let driver = try LoopDriver.make { $0.lanes.workQueueMax = 2 }
        let strangers = (0..<3).map { _ in driver.connect(post(1, of: 1), room: 1 << 20) }
        let known = driver.connect(post(1, of: 1, Self.known), room: 1 << 20)
        #expect(driver.text(strangers[2]).hasPrefix("HTTP/1.1 503") && driver.text(known).isEmpty)
        #expect(driver.work())
        #expect(driver.text(known).hasPrefix("HTTP/1.1 200") && driver.text(strangers[0]).isEmpty)
        while driver.work() {}
        #expect(driver.text(strangers[1]).hasPrefix("HTTP/1.1 200"))
    }

    @Test("A connection in one of the last places is closed after two seconds, unless its caller is known")
    func lentPlaces() throws {
        let driver = try LoopDriver.make {
            $0.connectionsMax = 16
            $0.connectionsLent = 4
        }
        let kept = (0..<12).map { _ in driver.connect(request("GET", "/events").utf8, room: 1 << 20) }
        let silent = driver.connect(room: 1 << 20)
        let stream = driver.connect(request("GET", "/events").utf8, room: 1 << 20)
        let known = driver.connect(request("GET", "/", Self.known).utf8, room: 1 << 20)
        let working = driver.connect(post(1, of: 1), room: 1 << 20)
        #expect(driver.text(driver.connect(room: 1 << 20)).hasPrefix("HTTP/1.1 503"))
        driver.advance(milliseconds: 1_900)
        #expect([silent, stream, known, working].allSatisfy { driver.isOpen($0) })
        driver.advance(milliseconds: 600)
        #expect([silent, stream, known, working].map { driver.isOpen($0) } == [false, false, true, true])
        #expect(kept.allSatisfy { driver.isOpen($0) })
        #expect(driver.work())
        #expect(driver.text(working).hasPrefix("HTTP/1.1 200"))
        driver.advance(milliseconds: 600)
        #expect(!driver.isOpen(working) && driver.isOpen(known) && driver.statistics.displaced == 3)
        driver.deliver(known, request("GET", "/").utf8)
        #expect(driver.text(known).occurrences(of: "HTTP/1.1 200") == 2)
    }

    @Test("The last places of one address are lent for a short time, too")
    func lentPlacesOfAddress() throws {
        let driver = try LoopDriver.make {
            $0.connectionsPerAddressMax = 8
            $0.connectionsLent = 64
        }
        let peers = (0..<8).map { _ in driver.connect(request("GET", "/events").utf8, room: 1 << 20) }
        driver.advance(milliseconds: 2_500)
        #expect(peers.map { driver.isOpen($0) } == Array(repeating: true, count: 6) + [false, false])
    }

    /// The beginning of a request head of a length.
    private func head(_ count: Int, _ fields: String = "") -> [UInt8] {
        let start = Array("POST /echo HTTP/1.1\r\nHost: h\r\n\(fields)X-Long: ".utf8)
        return start + [UInt8](repeating: 0x61, count: count - start.count)
    }

    @Test(
        "Incomplete heads of strangers close no connection of an administrator, even if its head is longer",
        arguments: [true, false])
    func heads(hasAdminListener: Bool) throws {
        // The limit is for two loops, each of which has a quarter for administrators.
        let driver = try LoopDriver.make(hasAdminListener: hasAdminListener) { $0.heldBytesMax = 320_000 }
        let admin = driver.connect(
            hasAdminListener ? [] : post(1, of: 1, Self.known), room: 1 << 20,
            listener: hasAdminListener ? LoopDriver.adminListener : 0)
        #expect(driver.work() != hasAdminListener)
        driver.deliver(admin, head(12_000, Self.known))
        let strangers = (0..<40).map { _ in driver.connect(head(8_000), room: 1 << 20) }
        #expect(driver.isOpen(admin) && driver.statistics.shed > 0)
        #expect(driver.statistics.held.admins == 12_000 && driver.statistics.held.strangers <= 120_000)
        driver.deliver(admin, "\r\nContent-Length: 1\r\n\r\na".utf8)
        #expect(driver.work())
        #expect(driver.text(admin).hasSuffix("a"))
        // Administrators' connections have a limit, too, and do not use the share of strangers.
        let known = (0..<8).map { _ in driver.connect(post(1, of: 1, Self.known), room: 1 << 20) }
        while driver.work() {}
        let isOpenBefore = strangers.map { driver.isOpen($0) }
        if !hasAdminListener {
            for peer in known { driver.deliver(peer, head(12_000, Self.known)) }
            #expect(known.contains { !driver.isOpen($0) } && driver.statistics.held.admins <= 40_000)
        }
        #expect(strangers.map { driver.isOpen($0) } == isOpenBefore)
        for peer in strangers + known + [admin] { driver.finish(peer) }
        #expect(driver.heldBytes == 0 && driver.statistics.held == (0, 0))
    }

    @Test("A stranger's body is refused at its time limit even if it keeps arriving; a known caller's is not")
    func bodyAge() throws {
        let driver = try LoopDriver.make { $0.strangerBodyMilliseconds = 20_000 }
        let stranger = driver.connect(post(0, of: 1_000_000), room: 1 << 20)
        let known = driver.connect(post(0, of: 1_000_000, Self.known), room: 1 << 20)
        for _ in 0..<24 {
            for peer in [stranger, known] where driver.isOpen(peer) {
                driver.deliver(peer, [UInt8](repeating: 0x61, count: 10_000))
            }
            driver.advance(milliseconds: 1_000)
        }
        #expect(driver.text(stranger).hasPrefix("HTTP/1.1 408") && !driver.isOpen(stranger))
        #expect(driver.isOpen(known) && driver.bodyBytes == 240_000)
    }
}
#endif
