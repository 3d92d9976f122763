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

    @Test("readiness is false when the disk has not answered within the limit, and true again when it answers")
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
            return desk.send("GET", "/readyz").status == 503
        }
        #expect(isUnready)
        let ready = desk.send("GET", "/readyz")
        let detail = ready.json["checks"]?["database"]?["detail"]?.stringValue
        #expect(detail?.hasPrefix("the disk has not answered for ") == true, "\(ready.text)")
        #expect(ready.json["checks"]?["releases"]?["ok"] == true)
        readiness.report()
        readiness.report()
        #expect(desk.lines.text.split(separator: "not ready, load balancers stop").count == 2, "logged once")
        desk.store.fail { $0.onWrite = nil }
        disk.send()
        #expect(work.join())
        #expect(desk.send("GET", "/readyz").status == 200)
        readiness.report()
        #expect(desk.lines.text.contains("ready again"))
    }

    @Test("work on the disk that ends within the limit does not change readiness")
    func shortWork() throws {
        let desk = try Desk()
        desk.components.readiness.runDiskWork {
            desk.now += ServerLimits.diskStallMilliseconds - 1
            #expect(desk.send("GET", "/readyz").status == 200)
            desk.now += 1
            #expect(desk.send("GET", "/readyz").status == 503)
        }
        #expect(desk.send("GET", "/readyz").status == 200)
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
