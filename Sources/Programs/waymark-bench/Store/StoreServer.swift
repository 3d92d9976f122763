import SystemIO

/// The real server with default settings, except its address, its database and its token.
final class StoreServer {
    let address: SocketAddress
    /// Milliseconds from its start until `/readyz` answered 200.
    let startMilliseconds: Double
    private let process: ChildProcess

    /// Starts `waymark serve` of the same build and waits until it is ready.
    init(_ folder: ScratchFolder, database: String) throws {
        address = try ServerUnderTest.freeAddress()
        let log = folder.file(database + ".log")
        let start = MonotonicClock.nanoseconds
        process = try ChildProcess(
            [
                OwnProgram.beside("waymark"), "serve", "--listen", "\(address)", "--database", folder.file(database),
            ], environment: ["WAYMARK_ADMIN_TOKEN=\(Self.token)"], output: log)
        let request = Self.request("GET", "/readyz", address)
        while true {
            guard process.isRunning, MonotonicClock.nanoseconds - start < Self.startNanosecondsMax else {
                let text = String(decoding: (try? Files.read(log, bytesMax: 4_096)) ?? [], as: UTF8.self)
                throw BenchError("the server did not start: \(text)")
            }
            // While it starts it may refuse connections, or reset them while it tests its address (`ListenerSockets`).
            if let reply = try? ControlConnection(address).exchange(request), reply.status == 200 { break }
            Threads.sleep(milliseconds: 1)
        }
        startMilliseconds = Double(MonotonicClock.nanoseconds - start) / 1_000_000
    }

    /// Stops the server by SIGTERM and waits; kills it after 30 s.
    func stop() { process.stop(milliseconds: 30_000) }

    /// A new connection.
    func connect() throws -> ControlConnection { try ControlConnection(address) }

    /// CPU time of all its threads in milliseconds, with a resolution of 10 ms.
    func processorMilliseconds() throws -> Double { try ProcessTime(of: process.number).all * 1_000 }

    /// Its resident memory in bytes (proc(5), smaps_rollup, Rss).
    func residentBytes() throws -> Int {
        let path = "/proc/\(process.number)/smaps_rollup"
        let text = String(decoding: try Files.read(path, bytesMax: 1 << 16), as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Rss:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw BenchError("\(path) cannot be read") }
        return kilobytes * 1_024
    }

    /// A request's bytes.
    func request(_ method: String, _ target: String, _ content: [UInt8] = []) -> [UInt8] {
        Self.request(method, target, address, content)
    }

    /// A request's bytes, with a JSON text as content.
    func request(_ method: String, _ target: String, json: String) -> [UInt8] {
        Self.request(method, target, address, Array(json.utf8))
    }

    private static func request(
        _ method: String, _ target: String, _ address: SocketAddress, _ content: [UInt8] = []
    ) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(address)", "Authorization: Bearer \(token)"]
        if method != "GET" {
            lines += ["Content-Type: application/json", "If-Match: *", "Content-Length: \(content.count)"]
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content
    }

    /// The token of the servers of this run.
    private static let token = "wmk_" + String(repeating: "bench00000", count: 5)
    /// The longest time until it is ready; long enough for a debug build with 100,000 rules on a busy machine.
    private static let startNanosecondsMax: Int64 = 120_000_000_000
}
