import CanonicalJSON
import Digests
import Dispatch
import Foundation
import RouteClient
import RouteDocuments
import RouteModel
import Synchronization
import SystemIO
import WebAddress

/// Measures a launch as an app makes it: `RouteClient` from a cache directory to the first answer, by its public API.
enum ClientLaunch {
    static let open = "launch, elapsed: RouteClient made → first answer"
    static let proved = "launch, elapsed: RouteClient made → first answer by its release"
    static let look = "resolve a hit by RouteClient, looking into its folder"
    static let trial = "launch with the release on trial, elapsed: RouteClient made → first answer"
    static let unindexed = "launch without an index, elapsed: RouteClient made → `notReady`"
    static let cold = "launch in a new process, elapsed: RouteClient made → first answer"
    static let memory = "launch: anonymous memory added by a client"

    static let resolve = "resolve a hit by RouteClient"

    /// How many launches one elapsed time is the median of.
    private static let launches = 9

    /// A transport that serves the subject's release from memory, or fails every request if it has no subject; it
    /// records whether there was a request.
    final class FakeTransport: Transport {
        private let subject: EngineSubject?
        private let asked = DispatchSemaphore(value: 0)

        init(_ subject: EngineSubject?) { self.subject = subject }

        /// Whether there was a request.
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

    /// Fetches the subject's release into a cache directory, as an earlier run of the app would.
    static func prepare(_ subject: EngineSubject, in folder: URL) throws {
        let client = try client(cache(folder, subject.mix.size), FakeTransport(subject))
        let done = DispatchSemaphore(value: 0)
        Task {
            do throws(RouteClientError) { try await client.refresh() } catch {
                _ = BenchCommand.fail("waymark-bench: \(error)\n")
            }
            done.signal()
        }
        done.wait()
        guard client.lastFailure == nil, client.release?.version == 1 else {
            throw BenchError("the client stored no release: \(String(describing: client.lastFailure))")
        }
    }

    /// The rows of a launch, at the subject's size.
    static func measures(
        _ subject: EngineSubject, _ stopwatch: Stopwatch, _ program: URL, _ folder: URL
    ) throws -> [Measure] {
        let (size, cache) = (subject.mix.size, cache(folder, subject.mix.size))
        let (hits, address) = (subject.mix.hits, subject.mix.hits[0])
        let routes = try client(cache, FakeTransport(nil))
        // Each reading of this clock is later by the time after which a client looks into its folder again.
        let reading = Mutex(EngineSubject.now.milliseconds)
        let looking = try client(cache, FakeTransport(nil)) {
            reading.withLock { time in
                time += 100
                return Instant(milliseconds: time)
            }
        }
        finish(routes)
        finish(looking)
        return [
            Measure(resolve, size, .nanoseconds) {
                stopwatch.nanosecondsEach(hits) { routes.resolve($0).hopCount }
            },
            Measure(look, size, .nanoseconds) {
                stopwatch.nanosecondsEach(hits) { looking.resolve($0).hopCount }
            },
            Measure(open, size, .milliseconds) { try launches(cache, address).first },
            Measure(proved, size, .milliseconds) { try launches(cache, address).proved },
            Measure(trial, size, .milliseconds) { try launches(cache, address, .foregroundApp).first },
            Measure(unindexed, size, .milliseconds) { try withoutIndex(cache, address) },
            Measure(cold, size, .milliseconds) {
                try inNewProcess(program, cache, address, "nanoseconds") / 1_000_000
            },
            Measure(memory, size, .bytes) { try inNewProcess(program, cache, address, "bytes") },
        ]
    }

    /// `launch-client CACHE ADDRESS`, run in a new process: launches, resolves, prints time and memory as JSON.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 2 else { throw BenchError("launch-client needs a cache and an address") }
        let transport = FakeTransport(nil)
        let before = try anonymous()
        let start = ContinuousClock.now
        let client = try client(arguments[0], transport)
        let first = client.resolve(arguments[1])
        let spent = start.duration(to: .now)
        finish(client)
        let resolution = client.resolve(arguments[1])
        let grown = try anonymous() - before
        guard client.launch.isCompiling || leads(first), leads(resolution), !transport.isUsed else {
            throw BenchError("\(client.launch): \(resolution.outcome)")
        }
        let answer: JSONValue = [
            "nanoseconds": .integer(Int64(spent / .nanoseconds(1))), "bytes": .integer(Int64(grown)),
        ]
        try Files.writeAll(1, answer.canonicalBytes)
    }

    /// Anonymous memory of this process in bytes: allocated, touched and not backed by a file (proc(5), smaps_rollup).
    private static func anonymous() throws -> Int {
        let text = String(decoding: try Files.read("/proc/self/smaps_rollup", bytesMax: 1 << 16), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        guard let words = line?.split(separator: " "), words.count > 1, let kilobytes = Int(words[1]) else {
            throw BenchError("/proc/self/smaps_rollup has no line Anonymous")
        }
        return kilobytes * 1024
    }

    /// The records of trials; a launch without one writes it.
    private static func trialRecords(_ cache: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cache).map { "\(cache)/\($0)/trial" }
    }

    /// The elapsed time until the first answer of a launch without an index.
    ///
    /// The index is there again when this returns, because the launch has compiled it.
    private static func withoutIndex(_ cache: String, _ address: String) throws -> Double {
        for folder in try FileManager.default.contentsOfDirectory(atPath: cache) {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(cache)/\(folder)")
            where name.hasPrefix("index-") {
                try FileManager.default.removeItem(atPath: "\(cache)/\(folder)/\(name)")
            }
        }
        let start = ContinuousClock.now
        let client = try client(cache, FakeTransport(nil))
        let resolution = client.resolve(address)
        let spent = start.duration(to: .now)
        guard client.launch.isCompiling, case .failed = resolution.outcome else {
            throw BenchError("\(client.launch): \(resolution.outcome)")
        }
        finish(client)
        return spent / .milliseconds(1)
    }

    /// Whether a release has answered, and with a rule.
    private static func leads(_ resolution: Resolution) -> Bool {
        if case .failed = resolution.outcome { return false }
        return resolution.outcome != .unmatched
    }

    /// Waits until the release of a client is compiled or proved.
    private static func finish(_ client: RouteClient) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await client.finishLaunching()
            done.signal()
        }
        done.wait()
    }

    /// The elapsed time of a launch in milliseconds, until the first answer, which may be `notReady`, and until the first one by the release.
    ///
    /// Not the processor time of the process, which would count the proof of a large index on another thread. A launch on trial
    /// writes the record, which was removed before.
    private static func launches(
        _ cache: String, _ address: String, _ process: ProcessRole = .other
    ) throws -> (first: Double, proved: Double) {
        let records = try trialRecords(cache)
        var (first, proved): ([Double], [Double]) = ([], [])
        for _ in 0..<launches {
            for record in records { try? FileManager.default.removeItem(atPath: record) }
            let start = ContinuousClock.now
            let client = try client(cache, FakeTransport(nil), process)
            _ = client.resolve(address)
            first.append(start.duration(to: .now) / .milliseconds(1))
            if client.launch.isCompiling { finish(client) }
            guard leads(client.resolve(address)) else { throw BenchError("\(client.launch)") }
            proved.append(start.duration(to: .now) / .milliseconds(1))
        }
        return (first.sorted()[launches / 2], proved.sorted()[launches / 2])
    }

    private static func client(
        _ cache: String, _ transport: FakeTransport, _ process: ProcessRole = .other,
        clock: @escaping @Sendable () -> Instant = { EngineSubject.now }
    ) throws -> RouteClient {
        try RouteClient(
            server: "https://routes.example", app: "bench", cache: cache, context: EngineSubject.context,
            transport: transport, clock: clock, process: process)
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
            throw BenchError("launch-client printed \(String(decoding: bytes, as: UTF8.self))")
        }
        return Double(value)
    }
}
