import Foundation
import SystemIO
import TestSupport
import Testing

@Suite("Unix sockets, inherited sockets and messages to the service manager", .scheduled, .serialized)
struct ListenTests {
    @Test("a unix socket has its mode, answers curl, uses a trusted proxy's addresses, and is replaced after a crash")
    func unixSocket() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("waymark.sock")
        let arguments = ["--listen", "127.0.0.1:0, unix:\(path)", "--socket-mode", "0600", "--trusted-proxies", "unix"]
        let first = try Served(arguments, in: folder)
        #expect(first.waitForLog("listening on unix:\(path)"))
        #expect(first.waitForLog("listening on http://127.0.0.1:"))
        #expect(try permissions(of: path) == 0o600)
        #expect(try get(path, "/healthz").hasPrefix("HTTP/1.1 200"))
        let refused = try get(
            path, "/v1/tokens", "--header", "Authorization: Bearer wrong", "--header",
            "X-Forwarded-For: 192.0.2.66, 203.0.113.7")
        #expect(refused.hasPrefix("HTTP/1.1 401"))
        #expect(first.waitForLog("from=203.0.113.7"), "\(first.log)")
        _ = kill(first.process.number, SIGKILL)
        first.process.wait()
        #expect(Files.exists(path), "a crash leaves the file")

        let second = try Served(arguments, in: folder)
        #expect(second.waitForLog("listening on unix:\(path)"))
        #expect(try get(path, "/readyz").hasPrefix("HTTP/1.1 200"))
        let third = try Program.run("waymark", ["serve", "--database", folder.file("other.db")] + arguments)
        #expect(third.status == 1 && third.errors.contains("another process listens on unix:"), "\(third.errors)")
        #expect(try get(path, "/readyz").hasPrefix("HTTP/1.1 200"))
        #expect(second.process.stop(milliseconds: TestLimits.waitMilliseconds) == 0)
        #expect(!Files.exists(path), "a stop takes the file away")
    }

    @Test("without the setting, Forwarded fields of a peer at a unix socket are ignored")
    func distrusted() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("waymark.sock")
        let served = try Served(["--listen", "unix:\(path)"], in: folder)
        #expect(served.waitForLog("listening on unix:\(path)"))
        _ = try get(path, "/v1/tokens", "--header", "Authorization: Bearer x", "--header", "Forwarded: for=203.0.113.7")
        #expect(served.waitForLog("from=unix"), "\(served.log)")
        #expect(served.process.stop(milliseconds: TestLimits.waitMilliseconds) == 0)
    }

    @Test(
        "a service manager gets READY, WATCHDOG, RELOADING and STOPPING, and each connection is answered")
    func activation() throws {
        let folder = try TemporaryDirectory()
        let supervisor = try SupervisorDouble(in: folder)
        let main = try listener()
        let admin = try listener()
        defer {
            Sockets.close(main.descriptor)
            Sockets.close(admin.descriptor)
        }
        let start = {
            try Served(
                ["--listen", "inherited", "--admin-listen", "inherited"], in: folder,
                environment: ["NOTIFY_SOCKET=\(supervisor.path)", "WATCHDOG_USEC=150000"],
                inheriting: [("main", main.descriptor), ("admin", admin.descriptor)])
        }
        // A connection made before the start waits in the socket's backlog, and is answered.
        let early = try Sockets.connect(to: main.address)
        try Sockets.sendAll(early, Array("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
        let served = try start()
        #expect(supervisor.wait(for: "READY=1") != nil, "\(served.log)")
        #expect(String(decoding: try Sockets.receive(early, countMax: 1000), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        Sockets.close(early)
        #expect(try Program.curl(["http://\(admin.address)/metrics"]).output.contains("waymark_"))
        #expect(
            try Program.curl(["--write-out", "%{http_code}", "http://\(main.address)/metrics"]).output.hasSuffix("404"))
        for _ in 0..<3 { #expect(supervisor.wait(for: "WATCHDOG=1") == "WATCHDOG=1") }

        _ = kill(served.process.number, SIGHUP)
        let reloading = try #require(supervisor.wait(for: "RELOADING=1"))
        let moment = try #require(
            Int64(reloading.split(separator: "\n").last?.dropFirst("MONOTONIC_USEC=".count) ?? ""))
        #expect(moment > 0 && moment <= MonotonicClock.microseconds)
        #expect(supervisor.wait(for: "READY=1") != nil)
        _ = kill(served.process.number, SIGTERM)
        #expect(supervisor.wait(for: "STOPPING=1") != nil)
        #expect(served.process.wait() == 0)

        // Between two runs the manager's socket accepts connections into its backlog; the next run answers them.
        let between = try Sockets.connect(to: main.address)
        try Sockets.sendAll(between, Array("GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8))
        let again = try start()
        let answer = String(decoding: try Sockets.receive(between, countMax: 1000), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 200"), "\(again.log)")
        Sockets.close(between)
        #expect(again.process.stop(milliseconds: TestLimits.waitMilliseconds) == 0)
    }

    @Test(
        "an address that cannot be listened on is reported with a hint",
        arguments: [
            (["--listen", "inherited"], "there is no inherited socket", 1),
            (["--listen", "inherited:web"], "named web", 1),
            (["--listen", "unix:"], "is not an address to listen on", 1),
            (["--listen", "here"], "is not an address to listen on", 1), (["--socket-mode", "999"], "socketMode", 2),
            (["--listen", "unix:/etc/passwd"], "is not a socket", 1),
        ] as [([String], String, Int32)])
    func refused(arguments: [String], word: String, status: Int32) throws {
        let folder = try TemporaryDirectory()
        let result = try Program.run("waymark", ["serve", "--database", folder.file("waymark.db")] + arguments)
        #expect(result.status == status && result.errors.contains(word), "\(result.errors)")
    }

    @Test("the start fails if an inherited socket is in no setting, or NOTIFY_SOCKET cannot be reached")
    func unheard() throws {
        let folder = try TemporaryDirectory()
        let main = try listener()
        defer { Sockets.close(main.descriptor) }
        let unnamed = try Served(["--listen", "127.0.0.1:0"], in: folder, inheriting: [("main", main.descriptor)])
        #expect(unnamed.process.wait() == 1 && unnamed.log.contains("no setting names"), "\(unnamed.log)")
        let other = try TemporaryDirectory()
        let untold = try Served(["--listen", "127.0.0.1:0"], in: other, environment: ["NOTIFY_SOCKET=vsock:2:1"])
        #expect(untold.process.wait() == 1 && untold.log.contains("NOTIFY_SOCKET"), "\(untold.log)")
    }

    /// `waymark serve` as a service manager starts it: with inherited sockets from descriptor 3 on.
    private struct Served {
        let process: ChildProcess
        private let path: String

        init(
            _ arguments: [String], in folder: TemporaryDirectory, environment: [String] = [],
            inheriting: [(name: String, descriptor: Int32)] = []
        ) throws {
            path = folder.file("log-\(UUID().uuidString)")
            // LISTEN_PID must be the server's process id, so the shell sets it to its own and is replaced by exec.
            let announce = inheriting.isEmpty ? "" : "LISTEN_PID=$$ "
            let names = inheriting.map(\.name).joined(separator: ":")
            let own = inheriting.isEmpty ? [] : ["LISTEN_FDS=\(inheriting.count)", "LISTEN_FDNAMES=\(names)"]
            process = try ChildProcess(
                [
                    "/bin/sh", "-c", "\(announce)exec \"$@\"", "sh",
                    Program.products.appendingPathComponent("waymark").path,
                ]
                    + ["serve", "--database", folder.file("waymark.db")] + arguments,
                environment: environment + own, inheriting: inheriting.map(\.descriptor), output: path)
        }

        var log: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

        func waitForLog(_ text: String) -> Bool {
            _ = eventually { log.contains(text) || !process.isRunning }
            return log.contains(text)
        }
    }

    private func listener() throws -> (descriptor: Int32, address: SocketAddress) {
        let anyPort = try #require(SocketAddress("127.0.0.1:0"))
        let descriptor = try Sockets.listen(on: anyPort, isShared: false).release()
        return (descriptor, try Sockets.address(of: descriptor))
    }

    private func get(_ path: String, _ target: String, _ more: String...) throws -> String {
        try Program.curl(["--include", "--unix-socket", path] + more + ["http://localhost\(target)"]).output
    }

    private func permissions(of path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? -1
    }
}
