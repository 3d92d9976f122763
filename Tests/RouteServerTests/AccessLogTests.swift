import CanonicalJSON
import Foundation
import HTTPFetching
import RouteModel
import Synchronization
import SystemIO
import SystemSimulation
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("The access log", .scheduled)
struct AccessLogTests {
    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    private func settings(_ server: LiveServer, _ flags: [String: String]) throws -> ServerSettings {
        var flags = flags
        flags["listen"] = "127.0.0.1:0"
        flags["database"] = server.folder.file("waymark.db")
        return try ServerSettings(ConfigurationSources(flags: flags))
    }

    @Test("a line has client, request id, trace, app and release, for answers of the loop and of the workers")
    func lines() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("access.log")
        let server = try LiveServer(
            ["accessLog": path, "accessLogFormat": "json", "trustedProxies": "127.0.0.1"], folder: folder)
        try server.makeApp()
        try server.publish()
        let fields = [
            "User-Agent": "phone \"7\"", "X-Forwarded-For": "203.0.113.9", "X-Request-Id": "edge-1",
            "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ]
        let rules = try server.send("GET", "/v1/apps/shop/rules", token: nil, fields)
        let tag = try #require(rules["etag"])
        #expect(
            try server.send("GET", "/v1/apps/shop/rules", token: nil, ["If-None-Match": tag]).status == 304)
        let refused = try server.send(
            "GET", "/v1/apps/shop?token=hidden", token: "wmk_" + String(repeating: "Z", count: 43))
        #expect(refused.status == 401)
        let all = { self.text(path).split(separator: "\n").compactMap { try? JSONValue(parsing: Array($0.utf8)) } }
        #expect(eventually { all().contains { $0["status"] == 401 } })
        let rulesLine = try #require(all().first { $0["agent"] == "phone \"7\"" })
        #expect(
            rulesLine["from"] == "203.0.113.9" && rulesLine["id"] == "edge-1" && rulesLine["app"] == "shop"
                && rulesLine["release"] == 1)
        #expect(rulesLine["trace"] == "4bf92f3577b34da6a3ce929d0e0e4736" && rulesLine["status"] == 200)
        #expect(rulesLine["bytes"] == .integer(Int64(rules.content.count)) && rulesLine["by"] == nil)
        let unchanged = try #require(all().first { $0["status"] == 304 })
        #expect(unchanged["release"] == 1 && unchanged["bytes"] == 0 && unchanged["id"] == nil)
        let publishLine = try #require(all().first { $0["target"] == "/v1/apps/shop/releases" })
        #expect(publishLine["status"] == 201 && publishLine["by"] != nil && publishLine["id"] != nil)
        let refusedLine = try #require(all().first { $0["status"] == 401 })
        #expect(refusedLine["id"]?.stringValue == refused["x-request-id"])
        #expect(refusedLine["target"] == "/v1/apps/shop?token=***")
        #expect(!text(path).contains("ZZZ") && !text(path).contains(LiveServer.adminSecret))
        #expect(try server.send("GET", "/metrics").text.contains("waymark_access_log_dropped_total 0"))
    }

    @Test(
        "a reload opens, reopens and closes the log and changes its format; a bad path leaves the old file open"
    )
    func reloading() throws {
        let server = try LiveServer()
        let (path, old) = (server.folder.file("access.log"), server.folder.file("access.log.1"))
        let get = { (agent: String) in _ = try server.send("GET", "/healthz", token: nil, ["User-Agent": agent]) }
        try get("before")
        server.reload(try settings(server, ["accessLog": path]))
        // A loop checks once per turn whether the log is enabled, so the first request may have no line.
        try get("warm")
        try get("first")
        #expect(eventually { text(path).contains("\"first\"") }, "\(server.log)")
        try FileManager.default.moveItem(atPath: path, toPath: old)
        try get("second")
        #expect(eventually { text(old).contains("\"second\"") })
        server.reload(try settings(server, ["accessLog": path, "accessLogFormat": "json"]))
        // Lines may still go to the old file until the writer thread has opened the new one.
        #expect(eventually { server.log.components(separatedBy: "access log opened").count == 3 }, "\(server.log)")
        try get("third")
        #expect(eventually { text(path).contains("\"agent\":\"third\"") })
        server.reload(
            try settings(server, ["accessLog": server.folder.file("no/access.log"), "accessLogFormat": "json"]))
        #expect(server.log.contains("access log not reopened, the old file stays in use"))
        #expect(!server.log.split(separator: "\n").contains { $0.contains("changed=accessLog ") })
        try get("fourth")
        #expect(eventually { text(path).contains("fourth") })
        server.reload(try settings(server, [:]))
        #expect(eventually { server.log.contains("access log closed") })
        try get("fifth")
        try get("sixth")
        #expect(!(text(path) + text(old)).contains("sixth") && !text(old).contains("before"))
        server.reload(try settings(server, ["accessLog": server.folder.file("no/access.log")]))
        #expect(server.log.contains("access log not opened, it stays off"))
    }

    @Test("a server whose access log cannot be opened does not start; the error gives the cause")
    func refusal() throws {
        let folder = try TemporaryDirectory()
        #expect {
            _ = try LiveServer(["accessLog": folder.file("no/access.log")], folder: folder)
        } throws: { error in
            let refusal = error as? ServerStartError
            return refusal?.detail.contains("cannot be opened: No such file") == true && refusal?.hint?.isEmpty == false
        }
    }

    private func line(_ number: Int) -> AccessLine {
        AccessLine(
            at: Instant(milliseconds: 0), client: "c\(number).", method: [0x47], target: [0x2F], isVersion10: false,
            received: [], status: 200, bodyBytes: 0, microseconds: 0)
    }

    #if DEBUG
    @Test("on a full disk lines wait in the buffer and are written later; when the buffer is full, lines are dropped")
    func full() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("access.log")
        let faults = Faults()
        faults.add(.write, .shortened(100), times: 1)
        faults.add(.write, .failure(.noSpace), times: .max)
        let lines = Lines()
        let log = ServerLogger(
            LogSettings(format: .text, level: .debug), clock: { Instant(milliseconds: 0) }, write: lines.add)
        let buffer = try LoopLineBuffer()
        let writer = try faults.bind { () throws(Errno) in try AccessLogWriter(buffers: [buffer], log: log) }
        writer.signals.change(.open(try AppendedFile(path, mode: 0o600), name: "a"))
        var taken = 0
        while buffer.add(line(taken), isJSON: false) {
            writer.signals.lineAdded(in: buffer)
            taken += 1
        }
        #expect(taken > 5000)
        #expect(buffer.dropped.load(ordering: .relaxed) == 1)
        #expect(eventually { lines.text.contains("access log cannot be written") })
        faults.clear()
        #expect(eventually { lines.text.contains("access log is written again") }, "\(lines.text)")
        writer.stop()
        let written = text(path).split(separator: "\n")
        #expect(written.count == taken)
        #expect(written.enumerated().allSatisfy { $1.hasPrefix("c\($0). - - ") && $1.hasSuffix("- - - -") })
        #expect(lines.text.components(separatedBy: "access log cannot be written").count == 2, "logged once")
    }

    @Test("a line that was written only in part to the old file is written in full to the new one")
    func torn() throws {
        let folder = try TemporaryDirectory()
        let (old, fresh) = (folder.file("old.log"), folder.file("new.log"))
        let faults = Faults()
        faults.add(.write, .shortened(50), times: 1)
        faults.add(.write, .failure(.noSpace), times: .max)
        let lines = Lines()
        let log = ServerLogger(
            LogSettings(format: .text, level: .debug), clock: { Instant(milliseconds: 0) }, write: lines.add)
        let buffers = [try LoopLineBuffer(), try LoopLineBuffer()]
        for (index, buffer) in buffers.enumerated() { #expect(buffer.add(line(index), isJSON: false)) }
        let writer = try faults.bind { () throws(Errno) in try AccessLogWriter(buffers: buffers, log: log) }
        writer.signals.change(.open(try AppendedFile(old, mode: 0o600), name: "a"))
        #expect(eventually { lines.text.contains("access log cannot be written") })
        #expect(text(old).utf8.count == 50)
        writer.signals.change(.open(try AppendedFile(fresh, mode: 0o600), name: "b"))
        #expect(eventually { lines.text.contains("access log opened file=b") })
        faults.clear()
        #expect(eventually { text(fresh).contains("c1. - -") })
        writer.stop()
        #expect(text(old).utf8.count == 50)
        let whole = text(fresh).split(separator: "\n").filter { $0.hasSuffix("- - - -") }
        #expect(whole.map { $0.prefix(3) } == ["c0.", "c1."])
    }
    #endif

    @Test("the number of dropped lines is logged at most once a minute")
    func report() throws {
        let lines = Lines()
        let log = ServerLogger(
            LogSettings(format: .text, level: .debug), clock: { Instant(milliseconds: 0) }, write: lines.add)
        let access = try AccessLog(
            AccessLogSettings(path: nil, format: .combined), loops: 1, proxies: ProxyTrust(TrustedProxies([])),
            now: { Instant(milliseconds: 0) }, log: log)
        defer { access.stop() }
        access.report(atMilliseconds: 5)
        #expect(lines.text.isEmpty)
        access.noteDropped(3)
        for moment in [10, 20, 60_009] { access.report(atMilliseconds: Int64(moment)) }
        #expect(lines.text.contains("lines=3 sinceStart=3"))
        access.noteDropped(2)
        access.report(atMilliseconds: 60_000)
        #expect(!lines.text.contains("sinceStart=5"))
        access.report(atMilliseconds: 60_010)
        #expect(lines.text.contains("lines=2 sinceStart=5"))
    }
}

extension AccessLog {
    /// Counts lines as dropped, as a full buffer does.
    fileprivate func noteDropped(_ count: Int) {
        buffers[0].dropped.add(count, ordering: .relaxed)
    }
}
