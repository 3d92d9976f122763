import CanonicalJSON
import Digests
import Dispatch
import Foundation
import RouteClient
import RouteModel
import SystemIO
import WebAddress

/// A launch as an app makes it: `RouteClient` from a cache directory to the first answer, by its public interface.
enum ClientLaunch {
    static let open = "launch: RouteClient made → first answer"
    static let cold = "the same client in a new process"
    static let memory = "memory of its own that a client takes at launch"

    static let resolve = "resolve a hit by RouteClient"

    /// Serves one release from memory, or nothing: then whoever asks is counted.
    final class Line: Transport {
        private let subject: EngineSubject?
        private let asked = DispatchSemaphore(value: 0)

        init(_ subject: EngineSubject?) { self.subject = subject }

        /// Whether anything was asked for.
        var isUsed: Bool { asked.wait(timeout: .now()) == .success }

        func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
            asked.signal()
            guard let subject else { throw RouteClientError(.unreachable, "a launch needs no network") }
            let isHead = address.path.hasSuffix("/head")
            return TransportResponse(
                status: 200, contentType: "application/json",
                content: isHead ? Self.head(subject).canonicalBytes : subject.body)
        }

        private static func head(_ subject: EngineSubject) -> Head {
            let digest = hex(subject.digest)
            return Head(
                app: "bench", channel: "production", epoch: 1, sequence: 1, version: 1, digest: digest,
                body: Head.bodyPath(app: "bench", digest: digest), poll: Head.Poll(interval: 30, jitter: 5))
        }
    }

    /// Lets a client fetch the subject's release into a cache directory, as on the day before.
    static func prepare(_ subject: EngineSubject, in folder: URL) throws {
        let client = try client(cache(folder, subject.mix.size), Line(subject))
        let done = DispatchSemaphore(value: 0)
        Task {
            do throws(RouteClientError) { try await client.refresh() } catch {
                _ = BenchCommand.fail("waymark-bench: \(error)\n")
            }
            done.signal()
        }
        done.wait()
        guard client.lastFailure == nil, client.release?.version == 1 else {
            throw BenchError("the client kept no release: \(String(describing: client.lastFailure))")
        }
    }

    /// The rows about it, at the subject's size.
    static func measures(
        _ subject: EngineSubject, _ stopwatch: Stopwatch, _ program: URL, _ folder: URL
    ) throws -> [Measure] {
        let (size, cache) = (subject.mix.size, cache(folder, subject.mix.size))
        let (hits, address) = (subject.mix.hits, subject.mix.hits[0])
        let routes = try client(cache, Line(nil))
        return [
            Measure(resolve, size, .nanoseconds) {
                stopwatch.nanosecondsEach(hits) { routes.resolve($0).trail.count }
            },
            Measure(open, size, .milliseconds) {
                try stopwatch.milliseconds { try launch(cache, address) }
            },
            Measure(cold, size, .milliseconds) {
                try inNewProcess(program, cache, address, "nanoseconds") / 1_000_000
            },
            Measure(memory, size, .bytes) { try inNewProcess(program, cache, address, "bytes") },
        ]
    }

    /// The other side: launches, answers, and prints what it cost.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 2 else { throw BenchError("launch-client wants a cache and an address") }
        let line = Line(nil)
        let before = try anonymous()
        let start = Stopwatch.now
        let client = try client(arguments[0], line)
        let resolution = client.resolve(arguments[1])
        let spent = Stopwatch.now - start
        let grown = try anonymous() - before
        guard client.launch.source == .index, resolution.outcome != .unmatched, !line.isUsed else {
            throw BenchError("\(client.launch): \(resolution.outcome)")
        }
        let answer: JSONValue = [
            "nanoseconds": .integer(Int64(spent / .nanoseconds(1))), "bytes": .integer(Int64(grown)),
        ]
        try Files.writeAll(1, answer.canonicalBytes)
    }

    /// Bytes of this process that no file stands behind: all that was ever allocated and touched (proc(5)).
    private static func anonymous() throws -> Int {
        let text = String(decoding: try Files.read("/proc/self/smaps_rollup", bytesMax: 1 << 16), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        guard let words = line?.split(separator: " "), words.count > 1, let kilobytes = Int(words[1]) else {
            throw BenchError("smaps_rollup does not say what is anonymous")
        }
        return kilobytes * 1024
    }

    private static func launch(_ cache: String, _ address: String) throws -> Int {
        let client = try client(cache, Line(nil))
        return client.resolve(address).trail.count
    }

    private static func client(_ cache: String, _ line: Line) throws -> RouteClient {
        try RouteClient(
            server: "https://routes.example", app: "bench", cache: cache, context: EngineSubject.context,
            transport: line, clock: { EngineSubject.now })
    }

    private static func cache(_ folder: URL, _ size: Int) -> String {
        folder.appendingPathComponent("cache-\(size)").path
    }

    private static func inNewProcess(
        _ program: URL, _ cache: String, _ address: String, _ member: String
    ) throws -> Double {
        let process = Process()
        process.executableURL = program
        process.arguments = ["launch-client", cache, address]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        guard let value = try JSONDocument(parsing: bytes).root[member]?.integerValue else {
            throw BenchError("launch-client said \(String(decoding: bytes, as: UTF8.self))")
        }
        return Double(value)
    }
}
