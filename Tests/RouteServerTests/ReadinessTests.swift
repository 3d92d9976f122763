import CanonicalJSON
import Foundation
import HTTPFetching
import ReleaseStore
import StoreRecords
import SystemIO
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog

@Suite("Probes wait neither for the disk nor for a worker", .scheduled)
struct ReadinessTests {
    @Test("with all workers blocked by a stalled disk, both listeners answer /healthz and /readyz")
    func workers() async {
        await #expect(processExitsWith: .success) { try probeWithoutWorkers() }
    }

    @Test("a disk that has not answered within the limit ends readiness for writes alone, until it answers")
    func stall() throws {
        let desk = try Desk()
        let readiness = desk.components.readiness
        #expect(desk.send("GET", "/readyz").status == 200)
        let disk = Signal()
        desk.store.fail { $0.onWrite = { disk.wait() } }
        let entered = Signal()
        let work = TestThread {
            entered.send()
            readiness.runDiskWork {}
        }
        #expect(entered.wait())
        // Advances the clock until the work on the disk has begun and its limit has passed.
        let isUnready = eventually {
            desk.now += ServerLimits.diskStallMilliseconds
            return desk.send("GET", "/readyz?for=writes").status == 503
        }
        #expect(isUnready)
        let ready = desk.send("GET", "/readyz")
        #expect(ready.status == 200 && ready.json["ready"] == true, "the memory has all releases")
        let detail = ready.json["checks"]?["database"]?["detail"]?.stringValue
        #expect(detail?.hasPrefix("the disk has not answered for ") == true, "\(ready.text)")
        #expect(ready.json["checks"]?["releases"]?["ok"] == true)
        readiness.report()
        readiness.report()
        #expect(desk.lines.text.split(separator: "changes are refused, clients are served").count == 2, "logged once")
        #expect(!desk.lines.text.contains("load balancers stop"), "\(desk.lines.text)")
        desk.store.fail { $0.onWrite = nil }
        disk.send()
        #expect(work.join())
        #expect(desk.send("GET", "/readyz?for=writes").status == 200)
        readiness.report()
        #expect(desk.lines.text.contains("changes are accepted again"))
    }

    @Test("a stop and old memory end readiness for all, a database that refuses for writes alone")
    func purposes() throws {
        let faults: [(name: String, clients: Int, line: String?, begin: (Desk) -> Void)] = [
            ("none", 200, nil, { _ in }),
            (
                "writes", 200, "changes are refused, clients are served",
                {
                    $0.store.fail { $0.writes = FaultyStore.broken }
                    $0.components.readiness.tryWriting()
                }
            ),
            (
                "memory", 503, "not ready, load balancers stop sending requests",
                {
                    $0.store.fail { $0.readsAfterWrite = FaultyStore.broken }
                    _ = $0.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#)
                }
            ),
            ("stop", 503, nil, { $0.components.readiness.startDraining() }),
        ]
        for (name, clients, line, begin) in faults {
            let desk = try Desk()
            desk.makeShop()
            begin(desk)
            let writes = name == "none" ? 200 : 503
            for (query, status) in [("", clients), ("?for=clients", clients), ("?for=writes", writes)] {
                let answer = desk.send("GET", "/readyz\(query)")
                #expect(answer.status == status, "\(name) \(query)")
                #expect(answer.json["ready"]?.boolValue == (status == 200), "\(name) \(query)")
                #expect(answer.json["checks"]?.objectValue?.count == 3, "\(name) \(answer.text)")
            }
            let metrics = desk.send("GET", "/metrics").text
            #expect(metrics.contains("waymark_ready_for{purpose=\"clients\"} \(clients == 200 ? 1 : 0)"), "\(name)")
            #expect(metrics.contains("waymark_ready_for{purpose=\"writes\"} \(name == "none" ? 1 : 0)"), "\(name)")
            let before = desk.lines.text.count
            desk.components.readiness.report()
            let lines = desk.lines.text.dropFirst(before)
            #expect(line.map { lines.contains($0) } ?? lines.isEmpty, "\(name): \(lines)")
            #expect(lines.contains("clients are served") == (clients == 200 && line != nil), "\(name): \(lines)")
            #expect(lines.contains("load balancers stop") == (clients == 503 && line != nil), "\(name): \(lines)")
        }
    }

    @Test("a purpose that does not exist, and a misspelt parameter, are refused; other parameters are not read")
    func parameters() throws {
        let server = try LiveServer()
        for (query, status) in [
            ("for=write", 400), ("fro=writes", 400), ("for=", 400), ("probe=1", 200), ("for=writes&probe=1", 200),
        ] {
            let answer = try server.send("GET", "/readyz?\(query)", token: nil)
            #expect(answer.status == status, "\(query): \(answer.text)")
        }
    }

    @Test("work on the disk that ends within the limit does not change readiness")
    func shortWork() throws {
        let desk = try Desk()
        desk.components.readiness.runDiskWork {
            desk.now += ServerLimits.diskStallMilliseconds - 1
            #expect(desk.send("GET", "/readyz?for=writes").status == 200)
            desk.now += 1
            #expect(desk.send("GET", "/readyz?for=writes").status == 503)
        }
        #expect(desk.send("GET", "/readyz?for=writes").status == 200)
    }

    @Test("writes are tried while readiness is read, and not on an idle server")
    func idle() throws {
        let desk = try Desk()
        let readiness = desk.components.readiness
        func commits() -> Int {
            let before = desk.store.statistics.writesCommitted
            readiness.runDiskWork {}
            return desk.store.statistics.writesCommitted - before
        }
        _ = desk.send("GET", "/readyz")
        #expect(commits() == 1)
        desk.now += ServerLimits.probedMilliseconds
        #expect(commits() == 0)
        _ = desk.send("GET", "/readyz")
        #expect(commits() == 1)
    }
}

private func probeWithoutWorkers() throws {
    DiskProbe.install(watching: false)
    let server = try LiveServer(["adminListen": "127.0.0.1:0", "workers": "1"])
    let admin = server.addresses[1]
    DiskProbe.stallFlushes(true)
    let address = try #require(SocketAddress(String(admin.dropFirst("http://".count))))
    let writer = try Sockets.connect(to: address)
    defer { Sockets.close(writer) }
    let body = #"{"app":"shop"}"#
    let head = "POST /v1/apps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(LiveServer.adminSecret)\r\n"
    let fields = "Content-Type: application/json\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    try Sockets.sendAll(writer, Array((head + fields + body).utf8))
    try #require(eventually { DiskProbe.stalledCount > 0 })
    // The only worker is blocked: its write waits for a flush, or for another write that does.
    for place in server.addresses {
        for method in ["GET", "HEAD"] {
            try #require(try server.send(method, "/healthz", token: nil, at: place).status == 200)
            try #require([200, 503].contains(try server.send(method, "/readyz?x=1", token: nil, at: place).status))
        }
        try #require(try server.send("GET", "/healthz", token: nil, at: place).text == "{\"status\":\"ok\"}\n")
    }
    DiskProbe.stallFlushes(false)
    let answer = try Sockets.receive(writer, countMax: 1 << 16)
    try #require(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 201"))
    try #require(eventually { try server.send("GET", "/readyz", token: nil).status == 200 })
}
