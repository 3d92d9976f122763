import HTTPServing
import HTTPWire
import RouteModel
import StoreRecords
import SystemIO
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Bodies that leave memory and come back", .scheduled)
struct IdleBodyTests {
    /// A server of one app with one release, whose event loops and workers answer over loopback; its limit is no byte.
    private final class Scene {
        let desk: Desk
        private let http: HTTPServer

        init(megabytes: Int = 0) throws {
            desk = try Desk(["releaseMegabytes": "\(megabytes)", "loops": "1"])
            desk.makeShop()
            let address = try #require(SocketAddress("127.0.0.1:0"))
            http = try HTTPServer(
                ServingConfiguration(
                    listeners: [.init(.port(address), number: 0)], loops: 1, workers: 2, adminWorkers: 2),
                handler: desk.components.handler)
            try http.start()
        }

        deinit { http.drain(milliseconds: 0) }

        var source: SnapshotSource { desk.components.snapshots }

        var loads: Int { source.bodyLoads.count }

        func isInMemory(_ version: Int = 1) -> Bool { source.snapshot.apps["shop"]?.releases[version]?.bytes != nil }

        /// Looks for idle bodies until those that no client asks for have left; returns how many left.
        func forget() -> Int { (0...DataLimits.idleLooksMax).reduce(0) { sum, _ in sum + source.dropIdleBodies() } }

        /// An answer without the fields that differ each time.
        func ask(_ method: String, _ path: String, _ fields: [String] = []) throws -> String {
            let descriptor = try Sockets.connect(to: http.addresses[0].address)
            defer { Sockets.close(descriptor) }
            let lines = ["\(method) /v1/apps/shop/\(path) HTTP/1.1", "Host: h", "Connection: close"] + fields
            try Sockets.sendAll(descriptor, Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
            var bytes: [UInt8] = []
            while true {
                let more = try Sockets.receive(descriptor, countMax: 4096)
                guard !more.isEmpty else { break }
                bytes += more
            }
            // As Latin-1, so that gzip can be compared, too.
            let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let head = parts[0].split(separator: "\r\n").filter { line in
                !["Date:", "X-Request-Id:"].contains { line.hasPrefix($0) }
            }
            return (head.sorted() + parts.dropFirst()).joined(separator: "\n")
        }

        var index: String { source.snapshot.apps["shop"]?.releases[1]?.record.indexes.first?.digest ?? "" }

        var digest: String { source.snapshot.apps["shop"]?.releases[1]?.digest ?? "" }
    }

    @Test(
        "a body that left memory is answered with the same bytes and fields, and is in memory again",
        arguments: [[], ["Accept-Encoding: gzip"]])
    func comesBack(fields: [String]) throws {
        let scene = try Scene()
        let index = scene.index
        for path in [
            "rules", "releases/1/rules", "bodies/\(scene.digest)", "indexes/\(index)", "rules?channel=production",
        ] {
            let before = try scene.ask("GET", path, fields)
            let digest = path.hasPrefix("indexes") ? index : scene.digest
            #expect(before.contains("HTTP/1.1 200") && before.contains("ETag: \"\(digest)"))
            #expect(scene.forget() == 1 && !scene.isInMemory() && scene.source.bodyBytes == 0)
            let loads = scene.loads
            #expect(try scene.ask("GET", path, fields) == before)
            #expect(scene.isInMemory() && scene.source.bodyBytes > 0 && scene.loads == loads + 1)
            #expect(try scene.ask("GET", path, fields) == before)
            #expect(scene.loads == loads + 1)
        }
    }

    @Test("304, HEAD and the head need no body")
    func withoutBody() throws {
        let scene = try Scene()
        let tag = "If-None-Match: \"\(scene.digest)\""
        let ask = {
            [
                try scene.ask("GET", "rules", [tag]), try scene.ask("HEAD", "rules"), try scene.ask("GET", "head"),
                try scene.ask("HEAD", "bodies/\(scene.digest)", ["Accept-Encoding: gzip"]),
                try scene.ask("HEAD", "indexes/\(scene.index)", ["Accept-Encoding: gzip"]),
            ]
        }
        let before = try ask()
        #expect(before[0].contains(" 304 ") && before[1].contains("Content-Length: "))
        #expect(scene.forget() == 1)
        #expect(try ask() == before)
        #expect(scene.loads == 0 && !scene.isInMemory())
    }

    @Test("a body that clients get stays; one that they only have already leaves, and so does none below the limit")
    func asked() throws {
        let scene = try Scene()
        for _ in 0..<(2 * DataLimits.idleLooksMax) {
            _ = try scene.ask("GET", "rules")
            #expect(scene.source.dropIdleBodies() == 0)
        }
        var left = 0
        for _ in 0...DataLimits.idleLooksMax {
            _ = try scene.ask("GET", "rules", ["If-None-Match: \"\(scene.digest)\""])
            left += scene.source.dropIdleBodies()
        }
        #expect(left == 1)
        let small = try Scene(megabytes: 1)
        #expect(small.forget() == 0 && small.isInMemory())
    }

    @Test("a look each minute; a body leaves after ten of them, and its pages are returned at the next call")
    func looks() throws {
        let scene = try Scene()
        let minute = DataLimits.idleLookMilliseconds
        // The first call begins the time, and the first look sees that the publish has used the body.
        let calls = (0...(Int64(DataLimits.idleLooksMax) + 1)).flatMap { [$0 * minute, $0 * minute + 1000] }
        let returned = calls.map { scene.source.dropIdleBodies(atMilliseconds: $0) }
        #expect(!scene.isInMemory() && returned.count { $0 } == 1 && returned.last == true)
    }

    @Test("a start above the limit leaves bodies in the store, and all kinds of answers come from there")
    func start() throws {
        let folder = try TemporaryDirectory()
        let first = try Desk(folder: folder)
        first.makeShop()
        let paths = [
            "rules", "rules?format=cnrouter", "releases/1/rules", "resolve?url=https%3A%2F%2Fshop.example%2Fitem%2F1",
        ]
        let before = paths.map { first.send("GET", "/v1/apps/shop/\($0)", token: nil) }
        first.store.close()
        for (path, answer) in zip(paths, before) {
            let desk = try Desk(["releaseMegabytes": "0"], folder: folder)
            #expect(desk.components.snapshots.bodyBytes == 0)
            let again = desk.send("GET", "/v1/apps/shop/\(path)", token: nil)
            #expect(again.status == 200 && again.bytes == answer.bytes && again.fields == answer.fields, "\(path)")
            #expect(desk.components.snapshots.bodyLoads.count == 1)
            desk.store.close()
        }
    }

    @Test("100 requests at once read a body once")
    func once() throws {
        let scene = try Scene()
        #expect(scene.forget() == 1)
        let gate = Gate()
        scene.desk.store.fail { $0.onRead = { gate.pass() } }
        let crew = Crew(scene.desk, workers: 100)
        defer { crew.end() }
        let all = (0..<100).map { _ in crew.send("GET", "/v1/apps/shop/rules", token: nil) }
        #expect(eventually { gate.waitingCount == 1 && crew.waitingCount == 0 })
        gate.open()
        #expect(eventually { all.allSatisfy { crew.answer($0)?.status == 200 } })
        #expect(scene.loads == 1 && gate.waitingCount == 1 && scene.isInMemory())
    }

    @Test("a move of the channel while its body is read: the answer is the old release, the next one the new")
    func moved() throws {
        let scene = try Scene()
        let (desk, gate) = (scene.desk, Gate())
        #expect(scene.forget() == 1)
        desk.store.fail { $0.onRead = { gate.pass() } }
        let crew = Crew(desk, workers: 1)
        defer { crew.end() }
        let request = crew.send("GET", "/v1/apps/shop/rules", token: nil)
        #expect(eventually { gate.waitingCount == 1 })
        desk.store.fail { $0.onRead = nil }
        let digest = scene.digest
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"second"}"#).status == 201)
        gate.open()
        #expect(eventually { crew.answer(request)?.status == 200 })
        let fields = crew.answer(request)?.fields ?? []
        #expect(fields.contains { $0.name == "ETag" && $0.value == "\"\(digest)\"" })
        let app = scene.source.snapshot.apps["shop"]
        #expect(app?.standardChannel?.head.version == 2 && app?.standardChannel?.release.bytes != nil)
        #expect(scene.isInMemory(), "the older release, which is still served by its number")
        #expect(try scene.ask("GET", "rules").contains("\"version\":2"))
    }

    @Test("a deletion of the app while its body is read: the answer is 404, and the app does not come back")
    func deleted() throws {
        let scene = try Scene()
        let (desk, gate) = (scene.desk, Gate())
        #expect(scene.forget() == 1)
        desk.store.fail { $0.onRead = { gate.pass() } }
        let crew = Crew(desk, workers: 1)
        defer { crew.end() }
        let request = crew.send("GET", "/v1/apps/shop/rules", token: nil)
        #expect(eventually { gate.waitingCount == 1 })
        desk.store.fail { $0.onRead = nil }
        #expect(desk.send("DELETE", "/v1/apps/shop").status == 204)
        gate.open()
        #expect(eventually { crew.answer(request)?.status == 404 })
        #expect(scene.source.snapshot.apps["shop"] == nil && scene.source.bodyBytes == 0)
    }

    @Test("a channel that turned private while its body was away is not served without a token")
    func hidden() throws {
        let scene = try Scene()
        let beta = #"{"version":1,"public":false}"#
        #expect(scene.desk.send("PUT", "/v1/apps/shop/channels/beta", beta).status < 300)
        #expect(scene.forget() == 1)
        #expect(try scene.ask("GET", "rules?channel=beta").contains(" 404 "))
        #expect(!scene.isInMemory() && scene.loads == 0)
        let field = "Authorization: Bearer \(Desk.adminSecret)"
        #expect(try scene.ask("GET", "rules?channel=beta", [field]).contains(" 200 "))
        #expect(scene.isInMemory())
        #expect(try scene.ask("GET", "rules?channel=beta").contains(" 404 "))
    }

    @Test("if the store cannot be read, a body that is not in memory gets 503 with Retry-After, and 304 works on")
    func broken() throws {
        let scene = try Scene()
        #expect(scene.forget() == 1)
        scene.desk.store.fail { $0.reads = FaultyStore.broken }
        let answer = try scene.ask("GET", "rules")
        #expect(answer.contains(" 503 ") && answer.contains("Retry-After: ") && !scene.isInMemory())
        #expect(try scene.ask("GET", "rules", ["If-None-Match: \"\(scene.digest)\""]).contains(" 304 "))
        scene.desk.store.fail { $0.reads = nil }
        #expect(try scene.ask("GET", "rules").contains(" 200 "))
        #expect(scene.isInMemory())
    }
}
