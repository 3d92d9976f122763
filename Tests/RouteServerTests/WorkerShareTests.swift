import CanonicalJSON
import HTTPServing
import HTTPWire
import RouteModel
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Ordinary requests leave a worker to other callers", .scheduled)
struct WorkerShareTests {
    /// A read that needs no place.
    private static let list = "/v1/apps/shop/releases"

    /// A scene whose reads wait until `gate` is open, with 40 reads of one caller.
    private func crowd(_ scene: CrowdScene, _ path: String = list, token: String?) -> [Int] {
        let gate = scene.gate
        scene.desk.store.fail { $0.onRead = { gate.pass() } }
        let numbers = (0..<40).map { _ in scene.crew.send("GET", path, token: token) }
        // Either the others wait without a worker, or each worker is blocked.
        #expect(eventually { gate.waitingCount >= 15 && (scene.crew.waitingCount == 0 || gate.waitingCount >= 16) })
        scene.desk.store.fail { $0.onRead = nil }
        return numbers
    }

    @Test(
        "while the reads of one token wait in the store, those of another are answered",
        arguments: [list, "/v1/apps", "/v1/apps/shop", "/v1/apps/shop/draft/rules"])
    func otherToken(path: String) throws {
        let scene = try CrowdScene()
        let crew = scene.crew
        defer { crew.end() }
        let reads = crowd(scene, path, token: scene.viewer)
        let other = crew.send("GET", Self.list, token: Desk.adminSecret)
        #expect(eventually { crew.answer(other)?.status == 200 })
        #expect(reads.allSatisfy { crew.answer($0) == nil }, "the reads have to wait still")
        #expect(scene.metric(#"waymark_ordinary_waiting{by="token"}"#) == 25)
        scene.gate.open()
        #expect(eventually { reads.allSatisfy { crew.answer($0)?.status == 200 } })
        #expect(scene.metric(#"waymark_ordinary_waiting{by="token"}"#) == 0)
    }

    @Test("requests of the data plane are neither counted nor kept waiting, also those of a token whose others wait")
    func clients() throws {
        let scene = try CrowdScene()
        let (crew, viewer) = (scene.crew, scene.viewer)
        defer { crew.end() }
        _ = scene.desk.send("PUT", "/v1/apps/shop/channels/beta", #"{"version":1,"public":false}"#)
        let reads = crowd(scene, token: viewer)
        let data = ["head?channel=beta", "rules?channel=beta", "resolve?url=https://shop.example/item/1"].map {
            crew.send("GET", "/v1/apps/shop/\($0)", token: viewer)
        }
        #expect(eventually { data.allSatisfy { crew.answer($0)?.status == 200 } })
        #expect(reads.allSatisfy { crew.answer($0) == nil })
        scene.gate.open()
        #expect(eventually { reads.allSatisfy { crew.answer($0)?.status == 200 } })
    }

    @Test("what waits is answered in order of arrival, behind what other callers sent before")
    func order() throws {
        let scene = try CrowdScene()
        let gate = scene.gate
        // Two workers: a thread of this test, and this thread.
        let crew = Crew(scene.desk, workers: 0, counted: 2)
        scene.desk.store.fail { $0.onRead = { gate.pass() } }
        let first = crew.send("GET", Self.list, token: scene.viewer)
        let worker = TestThread { crew.work() }
        #expect(eventually { gate.waitingCount == 1 })
        let waiting = (0..<3).map { _ in crew.send("GET", Self.list, token: scene.viewer) }
        for _ in waiting { crew.work() }
        #expect(crew.order.isEmpty && crew.waitingCount == 0)
        let others = (0..<2).map { _ in crew.send("GET", Self.list, token: Desk.adminSecret) }
        gate.open()
        worker.join()
        while crew.waitingCount > 0 { crew.work() }
        #expect(crew.order == [first] + others + waiting)
    }

    @Test("what waits too long gets 429 with Retry-After, and so does what finds too many waiting")
    func refused() throws {
        let scene = try CrowdScene()
        let (gate, desk) = (scene.gate, scene.desk)
        let crew = Crew(desk, workers: 0, counted: 2)
        desk.store.fail { $0.onRead = { gate.pass() } }
        let first = crew.send("GET", Self.list, token: scene.viewer)
        let worker = TestThread { crew.work() }
        #expect(eventually { gate.waitingCount == 1 })
        let waiting = (0..<ServerLimits.ordinaryWaitingPerCallerMax).map { _ in
            crew.send("GET", Self.list, token: scene.viewer)
        }
        let over = crew.send("GET", Self.list, token: scene.viewer)
        while crew.waitingCount > 0 { crew.work() }
        #expect(crew.order == [over])
        #expect(crew.answer(over)?.isRefusalOfShare == true)
        let slots = desk.components.dispatcher.slots
        desk.now += ServerLimits.ordinaryWaitMilliseconds
        slots.refuseLate(atMilliseconds: desk.now)
        #expect(crew.waitingCount == 0, "none has waited longer than it may")
        desk.now += 1
        slots.refuseLate(atMilliseconds: desk.now)
        while crew.waitingCount > 0 { crew.work() }
        #expect(crew.order == [over] + waiting)
        #expect(waiting.allSatisfy { crew.answer($0)?.isRefusalOfShare == true })
        gate.open()
        worker.join()
        #expect(crew.answer(first)?.status == 200)
        // Nothing is left of them: the caller may have its share again.
        let again = crew.send("GET", Self.list, token: scene.viewer)
        crew.work()
        #expect(crew.answer(again)?.status == 200)
        #expect(scene.metric(#"waymark_ordinary_refused_total{limit="waiting"}"#) == 1)
        #expect(scene.metric(#"waymark_ordinary_refused_total{limit="time"}"#) == 512)
    }

    @Test("a body of a caller of which too many requests wait is refused with its head")
    func refusedBody() throws {
        let scene = try CrowdScene()
        let (gate, desk) = (scene.gate, scene.desk)
        let crew = Crew(desk, workers: 0, counted: 2)
        desk.store.fail { $0.onRead = { gate.pass() } }
        _ = crew.send("GET", Self.list, token: Desk.adminSecret)
        let worker = TestThread { crew.work() }
        #expect(eventually { gate.waitingCount == 1 })
        for _ in 0..<ServerLimits.ordinaryWaitingPerCallerMax {
            _ = crew.send("GET", Self.list, token: Desk.adminSecret)
            crew.work()
        }
        var fields = IncomingRequest.Fields()
        fields.authorization = "Bearer \(Desk.adminSecret)"
        let incoming = IncomingRequest(
            method: "POST", path: "/v1/apps", query: nil, fields: fields, body: [], address: "192.0.2.1",
            now: .init(milliseconds: desk.now), seconds: Int(desk.now / 1000))
        #expect(desk.components.dispatcher.admit(headOf: incoming, length: 100).refusal?.status == 429)
        gate.open()
        worker.join()
        while crew.waitingCount > 0 { crew.work() }
        #expect(desk.components.dispatcher.admit(headOf: incoming, length: 100).refusal == nil)
    }

    @Test("callers without a token are counted by their addresses")
    func addresses() throws {
        let scene = try CrowdScene()
        let gate = scene.gate
        // Metrics read no store; this callback waits in their place.
        scene.desk.components.operations.addMetrics { _ in gate.pass() }
        let crew = Crew(scene.desk, workers: 0, counted: 2)
        let first = crew.send("GET", "/metrics", token: nil)
        let worker = TestThread { crew.work() }
        #expect(eventually { gate.waitingCount == 1 })
        scene.desk.components.operations.addMetrics { _ in }
        let same = crew.send("GET", "/metrics", token: nil)
        let other = crew.send("GET", "/metrics", token: nil, from: "198.51.100.7")
        crew.work()
        crew.work()
        #expect(crew.order == [other])
        gate.open()
        worker.join()
        crew.work()
        #expect(crew.order == [other, first, same])
    }

    @Test("a request that waits while its connection closes holds nothing afterwards")
    func closed() throws {
        let scene = try CrowdScene()
        let (gate, desk) = (scene.gate, scene.desk)
        let http = try HTTPServer(
            ServingConfiguration(
                listeners: [.init(.port(try #require(SocketAddress("127.0.0.1:0"))), number: 0)], loops: 1, workers: 2,
                adminWorkers: 2), handler: desk.components.handler)
        try http.start()
        defer { http.drain(milliseconds: 0) }
        let (address, body) = (http.addresses[0].address, #"{"origins":["https://shop.example"]}"#)
        let field = "Host: h\r\nAuthorization: Bearer \(Desk.adminSecret)\r\n"
        let put =
            "PUT /v1/apps/shop/draft/settings HTTP/1.1\r\n\(field)If-Match: *\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        desk.store.fail { $0.onWrite = { gate.pass() } }
        let clients = try (0..<2).map { _ in try Sockets.connect(to: address) }
        for client in clients { try Sockets.sendAll(client, Array(put.utf8)) }
        let waiting = { scene.metric(#"waymark_ordinary_waiting{by="token"}"#) }
        #expect(eventually { gate.waitingCount == 1 && waiting() == 1 })
        let bytes = { http.statistics.lanes.reduce(0) { $0 + $1.bodyBytes } }
        #expect(bytes() == 2 * body.utf8.count)
        for client in clients { Sockets.close(client) }
        gate.open()
        #expect(eventually { http.statistics.open == 0 })
        #expect(waiting() == 0 && bytes() == 0)
        desk.store.fail { $0.onWrite = nil }
        let client = try Sockets.connect(to: address)
        defer { Sockets.close(client) }
        try Sockets.sendAll(client, Array("GET /v1/whoami HTTP/1.1\r\n\(field)\r\n".utf8))
        #expect(String(decoding: try Sockets.receive(client, countMax: 12), as: UTF8.self) == "HTTP/1.1 200")
    }

    /// A caller with a token.
    private static let caller = WorkSlots.Caller(
        IncomingRequest(
            method: "GET", path: "/", query: nil, fields: .init(), body: [], address: "192.0.2.1",
            now: .init(milliseconds: 0), seconds: 0), token: "t")

    @Test("a request has left its place when its log line is written: the client may have sent the next one")
    func lineAfterPlace() throws {
        let slots = WorkSlots(atOnce: 1, perCallerMax: 1)
        let crew = Crew(try Desk(), workers: 0)
        let refusals = Mutex<[WorkSlots.Refusal?]>([])
        slots.run(for: Self.caller, .expensive, on: crew, atMilliseconds: 0) { _ in
            refusals.withLock { $0.append(slots.refusal(for: Self.caller, .expensive)) }
            return { refusals.withLock { $0.append(slots.refusal(for: Self.caller, .expensive)) } }
        }
        #expect(refusals.withLock { $0 } == [.caller, nil])
    }

    @Test("expensive and ordinary requests of one caller leave a worker together")
    func together() throws {
        var lane = SlotQueue(atOnce: 3, perCallerMax: 8)
        let crew = Crew(try Desk(), workers: 0, counted: 4)
        let work = { (cost: Endpoint.Cost) in
            SlotQueue.Work(caller: Self.caller, cost: cost, since: 0, workers: crew) { _ in {} }
        }
        var begun: [Bool] = []
        for cost in [Endpoint.Cost.ordinary, .expensive, .ordinary, .queued, .ordinary] {
            if case .run = lane.enter(work(cost)) { begun.append(true) } else { begun.append(false) }
        }
        #expect(begun == [true, true, true, false, false])
        // The expensive one goes first, so that many ordinary ones do not keep it waiting.
        let first = lane.leave(work(.ordinary))
        #expect(first.expensive?.cost == .queued && first.ordinary == nil)
        let second = lane.leave(work(.expensive))
        #expect(second.expensive == nil && second.ordinary?.cost == .ordinary)
    }
}

extension Response {
    /// Whether it is the 429 for a caller that has too many requests under way.
    fileprivate var isRefusalOfShare: Bool {
        guard case .bytes(let bytes) = body else { return false }
        return status == 429 && fields.contains { $0.name == "Retry-After" && $0.value == "1" }
            && String(decoding: bytes.bytes, as: UTF8.self).contains("too-many-waiting")
    }
}
