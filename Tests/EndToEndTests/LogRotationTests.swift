import Foundation
import HTTPWire
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite(
    "Logs of the real server: rotation under load, a full disk, files that cannot be opened", .scheduled, .serialized)
struct LogRotationTests {
    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// Makes an app with a head to fetch.
    private func publish(_ server: RunningServer) throws {
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"shop"}"#).status == 201)
        let draft =
            #"{"settings":{"origins":["https://a.example"]},"rules":[{"id":"a","match":["/a"],"to":{"screen":"A"}}]}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft", draft).status == 200)
        #expect(try server.admin("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
    }

    /// Sends requests on one connection, a few at a time, each with its own User-Agent; returns the number of answers.
    private func load(_ url: String, _ name: String, _ count: Int) throws -> Int {
        let address = try #require(SocketAddress(String(url.dropFirst("http://".count))))
        let connection = try Sockets.connect(to: address)
        defer { Sockets.close(connection) }
        var answered = 0
        for start in stride(from: 0, to: count, by: 5) {
            var requests = ""
            for number in start..<start + 5 {
                // Alternates between requests that the loop answers and requests that workers answer.
                let path = number % 2 == 0 ? "/v1/apps/shop/head" : "/healthz"
                requests += "GET \(path) HTTP/1.1\r\nHost: h\r\nUser-Agent: <\(name)-\(number)>\r\n\r\n"
            }
            try Sockets.sendAll(connection, Array(requests.utf8))
            var received = ""
            while received.components(separatedBy: "HTTP/1.1 200").count <= 5 {
                let bytes = try Sockets.receive(connection, countMax: 1 << 16)
                guard !bytes.isEmpty else { return answered }
                received += String(decoding: bytes, as: UTF8.self)
            }
            answered += 5
        }
        return answered
    }

    @Test("the files that rotation leaves contain each answered request exactly once")
    func rotation() throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("access.log")
        let server = try RunningServer(database: folder.file("waymark.db"), arguments: ["--access-log", path])
        try publish(server)
        let answered = Mutex<[String: Int]>([:])
        let isDone = Atomic(0)
        var threads: [Threads.Running] = []
        let url = server.url
        for name in ["a", "b", "c"] {
            threads.append(
                try Threads.start {
                    let count = (try? self.load(url, name, 3000)) ?? 0
                    answered.withLock { $0[name] = count }
                    isDone.add(1, ordering: .relaxed)
                })
        }
        var files = [path]
        while isDone.load(ordering: .relaxed) < 3 || files.count < 4 {
            files.append("\(path).\(files.count)")
            try FileManager.default.moveItem(atPath: path, toPath: files[files.count - 1])
            _ = kill(server.processIdentifier, SIGHUP)
            try #require(eventually { Files.exists(path) }, "\(server.log)")
            pause(milliseconds: 20)
        }
        for thread in threads { thread.join() }
        #expect(server.stop() == 0)
        let lines = files.flatMap { text($0).split(separator: "\n") }
        for name in ["a", "b", "c"] {
            #expect(answered.withLock { $0[name] } == 3000)
            var seen: [Int: Int] = [:]
            for line in lines {
                guard let mark = line.firstRange(of: "<\(name)-") else { continue }
                seen[Int(line[mark.upperBound...].prefix { $0.isNumber }) ?? -1, default: 0] += 1
            }
            #expect(seen.count == 3000 && seen.values.allSatisfy { $0 == 1 })
        }
        #expect(lines.allSatisfy { $0.hasPrefix("127.0.0.1 - ") }, "no line is cut")
        print("access log: \(lines.count) lines in \(files.count) files")
    }

    @Test(
        "the logrotate configuration that is shipped rotates both logs, with logrotate itself",
        .enabled(if: Files.exists("/usr/sbin/logrotate"), "Debian's logrotate is not installed"))
    func logrotate() throws {
        let folder = try TemporaryDirectory()
        // logrotate refuses folders that others may write to.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        let (access, own) = (folder.file("access.log"), folder.file("waymark.log"))
        let config = folder.file("w.json")
        try Data(#"{"logFile": "\#(own)", "accessLog": "\#(access)"}"#.utf8).write(to: URL(fileURLWithPath: config))
        let server = try ServedWithConfiguration(config, in: folder)
        #expect(eventually { text(own).contains("listening on") })
        let url = try #require(text(own).firstMatch(of: /listening on (http:[^\n]+)/)).1
        _ = try Program.curl(["\(url)/healthz?first"])
        #expect(eventually { text(access).contains("first") })
        let rules = try PackageRoot.text(of: "Config/deploy/logrotate.conf")
            .replacingOccurrences(of: "/var/log/waymark/", with: "\(folder.url.path)/")
            .replacingOccurrences(
                of: "systemctl reload waymark.service", with: "kill -HUP \(server.processIdentifier)")
        #expect(rules.contains("kill -HUP \(server.processIdentifier)"))
        let file = folder.file("logrotate.conf")
        try Data(rules.utf8).write(to: URL(fileURLWithPath: file))
        let run = try Program.tool(
            "env", ["/usr/sbin/logrotate", "--force", "--state", folder.file("state"), file])
        #expect(run.status == 0, "\(run.errors)")
        // Lines may still go to the old file until the writer has opened the new one.
        #expect(eventually { text(own).contains("access log opened") && text(own).contains("without changes") })
        _ = try Program.curl(["\(url)/healthz?second"])
        #expect(eventually { text(access).contains("second") })
        #expect(text("\(access).1").contains("first") && !text(access).contains("first"))
        #expect(server.stop() == 0)
    }

    @Test("on a full disk the server still answers, logs the fault once and counts dropped lines")
    func full() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"), arguments: ["--access-log", "/dev/full"])
        try publish(server)
        #expect(try load(server.url, String(repeating: "x", count: 1500), 2000) == 2000)
        let metrics = try server.send("GET", "/metrics").text
        let dropped = try #require(metrics.firstMatch(of: /waymark_access_log_dropped_total ([0-9]+)/)).1
        #expect(Int(dropped) ?? 0 > 0)
        #expect(eventually { server.log.contains("access log lines were dropped") }, "\(server.log)")
        #expect(server.stop() == 0)
        #expect(server.log.components(separatedBy: "access log cannot be written").count == 2, "\(server.log)")
        #expect(server.log.contains("No space left on device") && server.log.contains("lost the last lines"))
    }

    @Test(
        "SIGHUP reopens the server's log file; a bad configuration is reported there and changes nothing")
    func serverLog() throws {
        let folder = try TemporaryDirectory()
        let (path, old, config) = (folder.file("s.log"), folder.file("s.log.1"), folder.file("w.json"))
        try Data(#"{"logFile": "\#(path)"}"#.utf8).write(to: URL(fileURLWithPath: config))
        let server = try ServedWithConfiguration(config, in: folder)
        #expect(eventually { text(path).contains("listening on") })
        try FileManager.default.moveItem(atPath: path, toPath: old)
        _ = kill(server.processIdentifier, SIGHUP)
        #expect(eventually { text(path).contains("reloaded without changes") })
        try Data(#"{"logFile": "\#(path)", "workers": 3}"#.utf8).write(to: URL(fileURLWithPath: config))
        _ = kill(server.processIdentifier, SIGHUP)
        #expect(eventually { text(path).contains("restart the server") && text(path).contains("workers") })
        try Data(#"{"logFil": "\#(path)"}"#.utf8).write(to: URL(fileURLWithPath: config))
        _ = kill(server.processIdentifier, SIGHUP)
        #expect(eventually { text(path).contains("configuration not reloaded") })
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("s.log.2"))
        _ = kill(server.processIdentifier, SIGUSR1)
        #expect(eventually { text(path).contains("log files opened again") })
        _ = kill(server.processIdentifier, SIGHUP)
        #expect(eventually { text(path).contains("configuration not reloaded") })
        #expect(text(path).contains("w.json:1:2: there is no setting logFil") && text(path).contains("logFile"))
        #expect(server.stop() == 0)
        #expect(text(path).contains("stopped") && text(old).contains("listening on"))
    }

    @Test("the server does not start if a log cannot be opened", arguments: ["--access-log", "--log-file"])
    func refused(_ flag: String) throws {
        let folder = try TemporaryDirectory()
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--database", folder.file("w.db"), flag]
        let refused = try Program.run("waymark", arguments + [folder.file("none/x.log")])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("x.log cannot be opened: No such file or directory"), "\(refused.errors)")
        #expect(refused.errors.contains("create its directory"))
        let folderItself = try Program.run("waymark", arguments + [folder.url.path])
        #expect(folderItself.status == 1 && folderItself.errors.contains("Is a directory"))
    }
}

/// A server with a configuration file.
private final class ServedWithConfiguration {
    private let process = Process()

    var processIdentifier: Int32 { process.processIdentifier }

    init(_ configuration: String, in folder: TemporaryDirectory) throws {
        process.executableURL = Program.products.appendingPathComponent("waymark")
        process.arguments = [
            "serve", "--config", configuration, "--listen", "127.0.0.1:0", "--database", folder.file("waymark.db"),
        ]
        process.environment = Program.clean([:])
        process.standardError = FileHandle.nullDevice
        try process.begin()
    }

    func stop() -> Int32 {
        process.terminate()
        return process.ended()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }
}
