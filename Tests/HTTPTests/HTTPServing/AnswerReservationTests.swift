#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import TestSupport
import Testing

@Suite("Memory of large answers that workers made", .scheduled)
struct AnswerReservationTests {
    private static let large = String(repeating: "a", count: 400_000)

    private func ask(_ driver: LoopDriver, _ fields: String = "", room: Int = 0, from peer: UInt32) -> Int32 {
        let peer = driver.connect(
            request("POST", "/echo", fields, body: Self.large).utf8, room: room, from: PeerAddress(version4: peer))
        while driver.work() {}
        return peer
    }

    private func status(_ driver: LoopDriver, _ peer: Int32) -> String {
        driver.makeSpace(peer, 1 << 24)
        return String(driver.text(peer).prefix(12))
    }

    @Test("Who holds most of the memory loses its oldest unread answers to others, and to itself")
    func unread() throws {
        let driver = try LoopDriver.make { $0.lanes.answerMemoryBytesMax = 2_400_001 }
        var peers: [Int32] = []
        for number in 0..<40 { peers.append(ask(driver, from: UInt32(number / 20))) }
        // The sum may be exceeded by one answer, and both have equal parts.
        #expect(driver.answerBytes == 7 * 400_000 && driver.statistics.shed == 33)
        #expect(driver.heldBytes < 100_000)
        let kept = peers.filter { driver.isOpen($0) }
        #expect(kept == Array(peers[17..<20] + peers[36...]))
        let other = ask(driver, room: 1 << 20, from: 3)
        #expect(driver.text(other).hasPrefix("HTTP/1.1 200"))
        #expect(!driver.isOpen(peers[36]) && peers[17..<20].allSatisfy { driver.isOpen($0) })
        for peer in kept where driver.isOpen(peer) { #expect(status(driver, peer) == "HTTP/1.1 200") }
        #expect(driver.answerBytes == 0)
        for peer in peers { driver.finish(peer) }
        driver.finish(other)
        #expect(driver.heldBytes == 0 && driver.statistics.open == 0)
    }

    @Test("An answer that cannot be requested again is sent even if there is no room")
    func unrepeatable() throws {
        let driver = try LoopDriver.make { $0.lanes.answerMemoryBytesMax = 400_000 }
        let lost = ask(driver, from: 1)
        let change = ask(driver, "X-Change: 1\r\n", from: 3)
        let refused = ask(driver, from: 2)
        #expect(driver.answerBytes == 400_000 && !driver.isOpen(lost))
        #expect([change, refused].map { status(driver, $0) } == ["HTTP/1.1 200", "HTTP/1.1 503"])
        #expect(driver.answerBytes == 0)
        // A refused peer is answered now, on the same connection.
        driver.deliver(refused, request("POST", "/echo", body: "again").utf8)
        while driver.work() {}
        #expect(driver.text(refused).hasSuffix("again"))
    }

    @Test("Connections that do not read their answers are closed after some seconds if others have no room")
    func givingWay() throws {
        let driver = try LoopDriver.make { $0.lanes.answerMemoryBytesMax = 1_000_000 }
        let one = ask(driver, from: 1)
        for _ in 0..<6 { driver.advance(milliseconds: 1_000) }
        #expect(driver.isOpen(one))
        let (two, three) = (ask(driver, from: 2), ask(driver, from: 3))
        driver.advance(milliseconds: 1_000)
        #expect([one, two, three].map { driver.isOpen($0) } == [false, true, true])
        #expect(driver.answerBytes == 800_000 && driver.statistics.shed == 1)
        // While there is room, no connection is closed.
        for _ in 0..<8 { driver.advance(milliseconds: 1_000) }
        #expect(driver.isOpen(two) && driver.isOpen(three))
    }

    @Test("The answers of administrators have room of their own")
    func lanes() throws {
        let driver = try LoopDriver.make { $0.lanes.answerMemoryBytesMax = 400_000 }
        _ = ask(driver, from: 1)
        let other = ask(driver, from: 2)
        let known = ask(driver, "Authorization: known\r\n", from: 2)
        #expect([other, known].map { status(driver, $0) } == ["HTTP/1.1 200", "HTTP/1.1 200"])
        #expect(driver.answerBytes == 0 && driver.statistics.shed == 1)
    }
}
#endif
