import CanonicalJSON
import Foundation
import HTTPServing
import HTTPWire
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import Synchronization
import TestSupport
import Testing

@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerLog
@testable import ServerMetrics

/// A server without sockets and threads; a test calls its dispatcher, sets its clock and makes its store fail.
final class Desk {
    static let adminSecret = "wmk_desk_admin_0123456789"

    /// Files in place of the engine's, which a debug build may be without.
    static let sampleEngine: [EngineFiles.Source] = [
        ("waymark-engine.wasm", [0x00, 0x61, 0x73, 0x6D, 1, 0, 0, 0]),
        ("waymark.mjs", Array("export class Waymark {}\n".utf8)),
    ]

    let store: FaultyStore
    let components: ServerComponents
    /// The path of the database, with symbolic links resolved.
    let database: String
    let lines = Lines()
    /// The cookie that the last sign-in or sign-out set, as a browser sends it.
    var cookie: String?
    private let folder: TemporaryDirectory
    private let time = Time()

    /// A clock that changes only when it is set.
    private final class Time: Sendable {
        let milliseconds = Mutex<Int64>(1_800_000_000_000)

        var now: Instant { Instant(milliseconds: milliseconds.withLock { $0 }) }
    }

    init(
        _ flags: [String: String] = [:], folder: TemporaryDirectory? = nil, engine: [EngineFiles.Source] = sampleEngine
    ) throws {
        let folder = try folder ?? TemporaryDirectory()
        self.folder = folder
        var flags = flags
        flags["listen"] = "127.0.0.1:0"
        flags["database"] = folder.file("waymark.db")
        database = folder.url.resolvingSymlinksInPath().appendingPathComponent("waymark.db").path
        let settings = try ServerSettings(ConfigurationSources(flags: flags))
        let time = time
        store = FaultyStore(try Self.open(settings.filePrefix, at: time.now))
        _ = try FirstAdmin(store: store, filePrefix: settings.filePrefix, given: Self.adminSecret).ensure(at: time.now)
        let clocks = Clocks(now: { time.now }, microseconds: { time.now.milliseconds * 1000 })
        let log = ServerLogger(LogSettings(format: .json, level: .debug), clock: { time.now }, write: lines.add)
        components = try ServerComponents(settings, OpenedDatabase(store), clocks, log, engine: EngineFiles { engine })
    }

    /// A store of the kind of this run: the file, or a new schema.
    private static func open(_ path: String, at now: Instant) throws -> any RuleStore {
        switch StoreKind.selected {
        case .sqlite: try SQLiteRuleStore(path: path, at: now)
        case .postgres: try StorePlace.newSchema().open()
        }
    }

    deinit { store.close() }

    /// The time of both clocks, in milliseconds since 1970.
    var now: Int64 {
        get { time.milliseconds.withLock { $0 } }
        set { time.milliseconds.withLock { $0 = newValue } }
    }

    func send(
        _ method: String, _ path: String, _ body: String? = nil, token: String? = adminSecret, ifMatch: String? = "*",
        authorization: String? = nil, from address: String = "192.0.2.1"
    ) -> Answer {
        var fields = IncomingRequest.Fields()
        fields.authorization = authorization ?? token.map { "Bearer \($0)" }
        fields.ifMatch = ifMatch
        fields.contentType = body == nil ? nil : "application/json"
        fields.host = "localhost:8080"
        // A browser's cookie is sent with its sign-in and sign-out only; `ask` sends it with other requests.
        if path.hasPrefix("/console/session") {
            fields.authorization = nil
            fields.cookie = cookie
            fields.fetchSite = "same-origin"
        }
        let answer = ask(method, path, body, fields, from: address)
        if let field = answer["Set-Cookie"] { cookie = String(field.prefix { $0 != ";" }) }
        return answer
    }

    /// Sends a request with exactly these header fields.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, _ fields: IncomingRequest.Fields,
        from address: String = "192.0.2.1", at listener: IncomingRequest.Listener = .all
    ) -> Answer {
        let halves = path.split(separator: "?", maxSplits: 1)
        let answer = components.dispatcher.answer(
            IncomingRequest(
                method: method, path: String(halves[0]), query: halves.count > 1 ? String(halves[1]) : nil,
                fields: fields, body: Array((body ?? "").utf8), address: address, listener: listener,
                now: Instant(milliseconds: now), seconds: Int(now / 1000)))
        if listener == .all { expectPromised(answer.status, method, String(halves[0])) }
        return answer
    }

    /// Every test that sends requests proves that the contract names the status of the answer.
    private func expectPromised(_ status: Int, _ method: String, _ path: String) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        guard status < 500, !store.isFailing, let match = components.table.find(segments, where: { _ in true }),
            let endpoint = try? match.endpoint(for: method)
        else { return }
        // Any request may be refused before it is understood, and any with a cookie of another host.
        let promised = [endpoint.success.status, 304, 400, 413, 414, 421] + endpoint.alternatives.map(\.status)
        #expect((promised + endpoint.refusals).contains(status), "\(endpoint.id) does not promise \(status)")
    }

    /// The answer of a worker to a request that does not wait for other requests.
    func perform(_ request: Request) -> Response {
        let answer = Mutex<Response?>(nil)
        components.handler.perform(request, on: NoWorkers()) { response in answer.withLock { $0 = response } }
        return answer.withLock { $0 } ?? Response(500)
    }

    /// Creates the app `shop` with one rule and publishes it once.
    func makeShop() {
        _ = send("POST", "/v1/apps", #"{"app":"shop"}"#)
        _ = send(
            "PUT", "/v1/apps/shop/draft",
            """
            {"settings":{"origins":["https://shop.example"],"destinations":["https://shop.example"]},
            "rules":[{"id":"item","match":["/item/:id"],"to":{"screen":"Item"}}]}
            """)
        _ = send("POST", "/v1/apps/shop/releases", #"{"message":"first"}"#)
    }
}

/// Workers for requests that do not wait.
private final class NoWorkers: RequestWorkers {
    let workerCount = 1

    func resume(_ body: @escaping @Sendable () -> Void) { body() }

    func resumeInTurn(_ body: @escaping @Sendable () -> Void) { body() }
}

extension Answer {
    var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    subscript(field: String) -> String? { fields.first { $0.name == field }?.value }
}
