import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import RouteClient

@Suite("Which networks are used, and how long the first release is waited for", .scheduled)
struct NetworkTests {
    /// Serves one release, and notes over which networks it was asked.
    private final class Network: Transport {
        let publication: Publication
        private let asked = Lock<[NetworkUse]>([])
        let isLowData: Bool
        private let gate = Lock<[CheckedContinuation<Void, Never>]?>(nil)

        /// Lets requests wait until ``letGo()``.
        func hold() { gate.withLock { $0 = [] } }

        func letGo() {
            let waiting = gate.withLock { gate in
                defer { gate = nil }
                return gate ?? []
            }
            for one in waiting { one.resume() }
        }

        init(isLowData: Bool = false, pollSeconds: Int = 30) {
            self.isLowData = isLowData
            var publication = Publication.make(1)
            publication.poll = Head.Poll(interval: pollSeconds, jitter: 0)
            self.publication = publication
        }

        var uses: [NetworkUse] { asked.withLock { $0 } }

        func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
            try await get(address, bytesMax: bytesMax, over: .any)
        }

        func get(
            _ address: Address, bytesMax: Int, over networks: NetworkUse
        ) async throws(RouteClientError) -> TransportResponse {
            asked.withLock { $0.append(networks) }
            await withCheckedContinuation { one in
                let isHeld = gate.withLock { gate in
                    gate?.append(one)
                    return gate != nil
                }
                if !isHeld { one.resume() }
            }
            if isLowData && networks != .any { throw RouteClientError(.networkNotAllowed, "Low Data Mode") }
            let content = address.text.hasSuffix("/head") ? publication.head().canonicalBytes : publication.body
            return TransportResponse(status: 200, contentType: "application/json", content: content)
        }
    }

    private func client(_ network: any Transport) throws -> RouteClient {
        try RouteClient(
            server: "https://routes.example.com", app: "moments", cache: TemporaryDirectory().path, transport: network)
    }

    @Test("The first release and a refresh use every network; updates after that are economical")
    func economical() async throws {
        let network = Network()
        let routes = try client(network)
        routes.startUpdating()
        #expect(try await routes.ready(timeout: .seconds(60)).version == 1)
        routes.stopUpdating()
        #expect(network.uses == [.any, .any], "head and body")
        try await routes.refresh()
        #expect(network.uses.last == .any)
        routes.startUpdating()
        await waitUntil { network.uses.count == 4 }
        #expect(network.uses.last == .economical)
        routes.stopUpdating()
    }

    @Test("After an answer the next polls do not use expensive networks for 15 minutes; a new schedule does at once")
    func expensive() {
        var schedule = PollSchedule()
        #expect(schedule.networks == .economical, "the first poll, and the first after a wake-up")
        var waited = schedule.afterSuccess(intervalSeconds: 60, jitterSeconds: 0, random: 0)
        while waited < 15 * 60 * 1000 {
            #expect(schedule.networks == .inexpensive)
            waited += schedule.afterFailure(random: 1)
        }
        #expect(schedule.networks == .economical)
        _ = schedule.afterSuccess(intervalSeconds: 20 * 60, jitterSeconds: 0, random: 0)
        #expect(schedule.networks == .economical, "the server's interval is longer")
    }

    @Test("A poll soon after another does not use expensive networks")
    func polling() async throws {
        let network = Network(pollSeconds: 1)
        let routes = try client(network)
        try await routes.refresh()
        routes.startUpdating()
        await waitUntil { network.uses.count == 4 }
        routes.stopUpdating()
        #expect(Array(network.uses.dropFirst(2)) == [.economical, .inexpensive])
    }

    @Test("A refresh by a person does not end with an update under way that may use fewer networks")
    func joins() async throws {
        let network = Network(isLowData: true)
        let routes = try client(network)
        try await routes.refresh()
        network.hold()
        let update = Task { try? await routes.refresh(over: .economical) }
        await waitUntil { network.uses.count == 3 }
        let person = Task { try? await routes.refresh() }
        await waitUntil { routes.state.withLock { $0.refresh?.callers } == 2 }
        network.letGo()
        #expect(await update.value == nil, "Low Data Mode")
        #expect(await person.value == .unchanged)
        #expect(network.uses == [.any, .any, .economical, .any])
    }

    @Test("In Low Data Mode the release in use stays, a refresh by a person goes out, and an update is no failure")
    func lowData() async throws {
        let network = Network(isLowData: true, pollSeconds: 1)
        let routes = try client(network)
        try await routes.refresh()
        let events = Task { [updates = routes.updates] in
            var failures = 0
            for await event in updates { if case .refreshFailed = event { failures += 1 } }
            return failures
        }
        routes.startUpdating()
        // Two of them: the second one comes after the interval of the head, not after that of a failure.
        await waitUntil { network.uses.count == 4 }
        routes.stopUpdating()
        #expect(routes.answer == "Detail1" && routes.lastFailure == nil && routes.counters.failures.isEmpty)
        #expect(try await routes.refresh() == .unchanged)
        #expect(network.uses == [.any, .any, .economical, .economical, .any])
        events.cancel()
        #expect(await events.value == 0)
    }

    @Test("A poll for which no network is allowed waits the interval, and the quarter of an hour goes on")
    func notAllowed() {
        var schedule = PollSchedule()
        _ = schedule.afterFailure(random: 0)
        #expect(schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 0, random: 0, isAnswered: false) == 30_000)
        #expect(schedule.failures == 0 && schedule.networks == .economical, "no poll was answered yet")
        _ = schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 0, random: 0)
        for _ in 0..<29 {
            #expect(schedule.networks == .inexpensive)
            _ = schedule.afterSuccess(intervalSeconds: 30, jitterSeconds: 0, random: 0, isAnswered: false)
        }
        #expect(schedule.networks == .economical)
    }

    @Test("In Low Data Mode the first release does not wait, neither for updates nor for who waits with a limit")
    func firstInLowData() async throws {
        let network = Network(isLowData: true)
        let routes = try client(network)
        network.hold()
        let update = Task { try? await routes.refresh(over: .economical) }
        await waitUntil { network.uses.count == 1 }
        routes.startUpdating()
        network.letGo()
        #expect(try await routes.ready(timeout: .seconds(60)).version == 1)
        routes.stopUpdating()
        #expect(await update.value == nil && routes.counters.failures.isEmpty)
    }

    @Test("A stream for which no network is allowed is no disconnection")
    func streamNotAllowed() async throws {
        let server = try ScriptedServer(.make(1))
        let transport = NoStreams()
        let routes = try RouteClient(
            server: server.base, app: "moments", cache: TemporaryDirectory().path, transport: transport)
        try await routes.refresh()
        routes.startUpdating(by: .events)
        await waitUntil { routes.counters.unchanged == 1 }
        routes.stopUpdating()
        #expect(transport.tries.withLock { $0 } == 1 && routes.counters.disconnections == 0)
    }

    /// Polls, and has no network that streams may use.
    private final class NoStreams: Transport {
        let tries = Lock(0)

        func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
            try await FetchingTransport().get(address, bytesMax: bytesMax)
        }

        func stream(_ address: Address) -> AsyncStream<TransportPiece>? {
            tries.withLock { $0 += 1 }
            return AsyncStream { pieces in
                pieces.yield(.failed(RouteClientError(.networkNotAllowed, "mobile")))
                pieces.finish()
            }
        }
    }

    @Test("Polling is the default: no stream is opened")
    func polls() async throws {
        let (server, cache) = (try ScriptedServer(.make(1)), try TemporaryDirectory())
        server.stream(nil)
        let routes = try RouteClient.make(server, cache)
        routes.startUpdating()
        await waitUntil { routes.counters.updates == 1 }
        routes.stopUpdating()
        #expect(server.streamCount == 0 && routes.counters.connections == 0)
    }

    @Test("a first launch without network and bundle says so, to who waits and in each resolution")
    func firstLaunchOffline() async throws {
        let routes = try RouteClient(
            server: "http://127.0.0.1:1", app: "moments", cache: TemporaryDirectory().path)
        #expect(routes.launch.source == .nothing)
        routes.startUpdating()
        await waitUntil { routes.lastFailure != nil }
        let error = await #expect(throws: RouteClientError.self) {
            try await routes.ready(timeout: .milliseconds(1))
        }
        #expect(error?.code == .timedOut && error?.hint?.contains("bundle") == true)
        #expect(error?.detail.contains("127.0.0.1:1") == true, "the reason")
        guard case .failed(let failure) = routes.resolve("https://moments.example.com/m/1").outcome else {
            return #expect(Bool(false), "an answer without rules")
        }
        #expect(failure.code == .notReady && failure.detail.contains("unreachable"), "\(failure.detail)")
        routes.stopUpdating()
    }

    @Test("A wait for the first release ends with its task")
    func cancelledWait() async throws {
        let routes = try client(Network())
        let waiting = Task { () -> RouteClientError.Code? in
            do throws(RouteClientError) {
                _ = try await routes.ready(timeout: .seconds(600))
                return nil
            } catch { return error.code }
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
    }
}
