import HTTPServing
import HTTPWire
import Synchronization
import SystemIO
import TestSupport
import Testing
import WireConformance

@Suite("Turns and waiting times", .scheduled)
struct TurnTests {
    /// Answers at once, or from a worker for POST, and counts turns.
    private final class TurnHandler: HTTPHandler {
        let turns = Mutex<[Int64]>([])
        private let page = PreparedResponse(200, [], body: SharedBytes(Array("hello".utf8)))

        func decide(_ request: borrowing RequestView) -> Decision {
            request.isMethod("POST") ? .work(bodyBytesMax: 10) : .answer(page)
        }

        func perform(_ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void)
        { reply(Response(204)) }

        func page(for refusal: RequestRefusal) -> PreparedResponse { page }

        func turnEnded(loop: Int, nanoseconds: Int64) { turns.withLock { $0.append(nanoseconds) } }
    }

    private func text(_ client: LoopbackClient) -> String { String(decoding: client.received, as: UTF8.self) }

    @Test("a turn with requests is reported once, and waits for workers are counted")
    func turns() throws {
        let handler = TurnHandler()
        let address = try #require(SocketAddress("127.0.0.1:0"))
        let server = try HTTPServer(
            ServingConfiguration(listeners: [.init(.port(address), number: 0)], loops: 1, workers: 1),
            handler: handler)
        try server.start()
        defer { server.drain(milliseconds: 0) }
        let client = LoopbackClient(server.addresses[0].address)
        client.send(String(repeating: request("GET", "/"), count: 16))
        while text(client).split(separator: "hello", omittingEmptySubsequences: false).count < 17, !client.isClosed {
            client.pump(50)
        }
        // The sixteen requests arrive in one piece, or in two if the kernel splits it.
        while handler.turns.withLock({ $0.isEmpty }) { client.pump(5) }
        let told = handler.turns.withLock { $0 }
        #expect(told.count <= 2 && told.allSatisfy { $0 >= 0 })
        #expect(server.statistics.workWaits.count == 0)
        client.send(request("POST", "/", body: "x"))
        while !text(client).contains(" 204 "), !client.isClosed { client.pump(50) }
        let statistics = server.statistics
        #expect(statistics.workWaits.count == 1 && statistics.workWaits.sum > 0)
        #expect(statistics.workWaiting == 0 && statistics.requests == 17)
    }
}
