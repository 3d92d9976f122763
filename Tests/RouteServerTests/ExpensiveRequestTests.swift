import CanonicalJSON
import HTTPServing
import HTTPWire
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Expensive requests", .scheduled)
struct ExpensiveRequestTests {
    @Test("during 40 concurrent checks by one viewer, a rollback and the reads of others are answered")
    func crowd() throws {
        let scene = try CrowdScene()
        let (crew, desk) = (scene.crew, scene.desk)
        defer { crew.end() }
        let checks = scene.fill(40)
        // Waiting checks occupy no worker. Checks beyond the viewer's limit get 429.
        #expect(eventually { checks.count { crew.answer($0)?.status == 429 } == 32 })
        desk.store.fail { $0.onRead = nil }
        let admin = Desk.adminSecret
        let rollback = crew.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#, token: admin)
        let others = ["/healthz", "/readyz", "/v1/apps/shop/releases", "/v1/apps/shop/draft"].map {
            crew.send("GET", $0, token: $0.hasPrefix("/v1") ? admin : nil)
        }
        // Another caller's check runs at once.
        let check = crew.send("POST", "/v1/apps/shop/draft/check", token: admin)
        #expect(eventually { ([rollback, check] + others).allSatisfy { crew.answer($0)?.status == 200 } })
        #expect(checks.allSatisfy { crew.answer($0)?.status != 200 }, "the checks have to wait still")
        scene.gate.open()
        #expect(eventually { checks.allSatisfy { crew.answer($0) != nil } })
        #expect(checks.count { crew.answer($0)?.status == 200 } == 8)
    }

    @Test("a request that waited for a place runs on a worker of its own lane")
    func ownLane() throws {
        let scene = try CrowdScene(["expensiveAtOnce": "1"])
        let (crew, viewer) = (scene.crew, scene.viewer)
        let (gate, store) = (scene.gate, scene.desk.store)
        defer { crew.end() }
        store.fail { $0.onRead = { gate.pass() } }
        let first = crew.send("POST", "/v1/apps/shop/draft/check", token: viewer)
        #expect(eventually { gate.waitingCount == 1 })
        // The lane of strangers, whose only worker is this thread.
        let others = Crew(scene.desk, workers: 0)
        let second = others.send("POST", "/v1/apps/shop/draft/check", token: viewer)
        others.work()
        gate.open()
        #expect(eventually { crew.answer(first)?.status == 200 && others.waitingCount == 1 })
        #expect(others.answer(second) == nil)
        others.work()
        #expect(others.answer(second)?.status == 200)
    }

    @Test(
        "searches, exports with changes and whole drafts of one caller leave workers to the others",
        arguments: [
            ("GET", "/v1/apps/shop/draft/rules?q=item", ""), ("GET", "/v1/audit/export?changes=1", ""),
            ("PUT", "/v1/apps/shop/draft", #"{"settings":{},"rules":[]}"#),
        ])
    func workersLeft(method: String, path: String, body: String) throws {
        let scene = try CrowdScene()
        let (crew, desk, gate) = (scene.crew, scene.desk, scene.gate)
        defer { crew.end() }
        desk.store.fail {
            $0.onRead = { gate.pass() }
            $0.onWrite = { gate.pass() }
        }
        let caller = Desk.adminSecret
        let work = (0..<40).map { _ in crew.send(method, path, body, token: caller) }
        // Either all requests that the workers took wait, or each worker is blocked.
        #expect(eventually { gate.waitingCount >= 3 && (crew.waitingCount == 0 || gate.waitingCount >= 16) })
        // What waits or was refused holds no worker, so that a read of another caller is answered at once.
        desk.store.fail {
            $0.onRead = nil
            $0.onWrite = nil
        }
        let read = crew.send("GET", "/v1/apps/shop/draft", token: scene.viewer)
        #expect(eventually { crew.answer(read)?.status == 200 })
        gate.open()
        #expect(eventually { work.allSatisfy { crew.answer($0) != nil } })
        let statuses = Set(work.compactMap { crew.answer($0)?.status })
        #expect(statuses.isSubset(of: method == "GET" ? [200, 429] : [200, 412, 503]), "\(statuses)")
    }

    @Test("explanations on the public listener, with a token and without, leave the slots of administrators free")
    func outside() throws {
        let scene = try CrowdScene(["adminListen": "127.0.0.1:0", "expensiveAtOnce": "1", "releasesInMemory": "1"])
        _ = scene.desk.send("POST", "/v1/apps/shop/releases", #"{"message":"third"}"#)
        let (crew, admin) = (scene.crew, Desk.adminSecret)
        defer { crew.end() }
        let gate = scene.gate
        scene.desk.store.fail { $0.onRead = { gate.pass() } }
        // Releases that are not in memory, so that these requests wait in the store.
        let path = "/v1/apps/shop/resolve?url=https://shop.example/item/1&release="
        let outside = [(scene.viewer, 1), (nil, 2)].map { token, version in
            crew.send("GET", path + "\(version)", token: token, listener: .publicOnly)
        }
        #expect(eventually { gate.waitingCount == 2 })
        scene.desk.store.fail { $0.onRead = nil }
        let inside = [
            crew.send("POST", "/v1/apps/shop/draft/check", token: admin, listener: .admin),
            crew.send("GET", path + "3", token: nil, listener: .admin),
        ]
        #expect(eventually { inside.allSatisfy { crew.answer($0)?.status == 200 } })
        #expect(outside.allSatisfy { crew.answer($0) == nil }, "these have to wait still")
        gate.open()
        #expect(eventually { outside.allSatisfy { crew.answer($0)?.status == 200 } })
    }

    @Test("a download that was closed before its end has a log line with its reason")
    func droppedDownloads() throws {
        let desk = try Desk()
        for reason in [DroppedDownload.Reason.slowClient, .unreadable] {
            desk.components.handler.dropped(
                DroppedDownload(
                    reason: reason, peer: PeerAddress(version4: 0xC000_0201), takenBytes: 5, byteCount: 9,
                    milliseconds: 7))
        }
        desk.components.maintenance.writeDeferredLines()
        let lines = desk.lines.text.split(separator: "\n")
        let numbers = #""bytes":9,"event":"download closed, "#
        #expect(lines.filter { $0.contains(numbers) && $0.contains(#""from":"192.0.2.1""#) }.count == 2)
        #expect(lines.contains { $0.contains("its client takes too little") && $0.contains("warning") })
        #expect(lines.contains { $0.contains("cannot be read to its end") && $0.contains("error") })
    }

    @Test("one backup is made and sent at a time, and a failed one leaves the place free")
    func backups() throws {
        let desk = try Desk()
        desk.store.fail { $0.writes = FaultyStore.broken }
        #expect(desk.send("POST", "/v1/backup").status >= 500)
        desk.store.fail { $0.writes = nil }
        var first: Answer? = desk.send("POST", "/v1/backup")
        #expect(first?.status == 200 && (first?.byteCount ?? 0) > 4_096)
        let second = desk.send("POST", "/v1/backup")
        #expect(second.status == 429 && second.text.contains("one at a time"))
        #expect(second.fields.contains { $0.name == "Retry-After" })
        first = nil
        #expect(desk.send("POST", "/v1/backup").status == 200)
    }
}
