import CanonicalJSON
import HTTPServing
import HTTPWire
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer

/// The workers of one lane, and their answers.
final class Crew: RequestWorkers {
    private struct State {
        var answers: [Int: Response] = [:]
        /// The numbers of the answered requests, in the order of their answers.
        var order: [Int] = []
        var sent = 0
    }

    let workerCount: Int
    private let state = Mutex(State())
    private let queue = BlockingQueue<@Sendable () -> Void>(countMax: 1000)
    private let handler: any HTTPHandler

    /// Starts as many threads as there are `workers`, or none for a test that runs the requests itself; `counted` is the
    /// number that the server is told, if it differs.
    init(_ desk: Desk, workers: Int = 16, counted: Int? = nil) {
        workerCount = counted ?? max(1, workers)
        handler = desk.components.handler
        for _ in 0..<workers { _ = TestThread { [queue] in while let work = queue.pop() { work() } } }
    }

    func resume(_ body: @escaping @Sendable () -> Void) { _ = queue.pushFirst(body) }

    func resumeInTurn(_ body: @escaping @Sendable () -> Void) { _ = queue.pushAlways(body) }

    /// Runs the oldest request on the calling thread, in a crew without threads.
    func work() { queue.popIfAny()?() }

    /// Passes a request to the workers; returns its number.
    func send(
        _ method: String, _ path: String, _ body: String = "", token: String?, from address: String = "192.0.2.1",
        listener: IncomingRequest.Listener = .all
    ) -> Int {
        let halves = path.split(separator: "?", maxSplits: 1).map(String.init)
        var fields = [HeaderField("If-Match", "*"), HeaderField("Content-Type", "application/json")]
        if let token { fields.append(HeaderField("Authorization", "Bearer \(token)")) }
        let request = Request(
            method: method, path: halves[0], query: halves.count > 1 ? halves[1] : nil, fields: fields,
            body: Array(body.utf8), peer: address, listener: listener.rawValue)
        let number = state.withLock { state in
            state.sent += 1
            return state.sent
        }
        let isQueued = queue.push { [self] in
            handler.perform(request, on: self) { response in
                self.state.withLock { state in
                    state.answers[number] = response
                    state.order.append(number)
                }
            }
        }
        #expect(isQueued)
        return number
    }

    var waitingCount: Int { queue.count }

    /// The numbers of the answered requests, in the order of their answers.
    var order: [Int] { state.withLock { $0.order } }

    func answer(_ number: Int) -> Response? { state.withLock { $0.answers[number] } }

    func end() { queue.close() }
}

/// A server of one app with two releases, whose reads of the store wait while `gate` is closed.
struct CrowdScene {
    let desk: Desk
    let crew: Crew
    let viewer: String?
    let gate = Gate()

    init(_ flags: [String: String] = [:]) throws {
        desk = try Desk(flags)
        desk.makeShop()
        _ = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"second"}"#)
        viewer = desk.send("POST", "/v1/tokens", #"{"name":"v","role":"viewer"}"#).json["token"]?.stringValue
        crew = Crew(desk)
    }

    /// The value of a metric with its labels.
    func metric(_ name: String) -> Double? { Samples(desk.send("GET", "/metrics").text)[name] }

    /// Sends checks of the viewer, and waits until the allowed number of them wait in the store.
    func fill(_ count: Int) -> [Int] {
        let gate = gate
        desk.store.fail { $0.onRead = { gate.pass() } }
        let numbers = (0..<count).map { _ in crew.send("POST", "/v1/apps/shop/draft/check", token: viewer) }
        #expect(eventually { gate.waitingCount >= 3 })
        return numbers
    }
}

/// Readers wait here until it is opened.
final class Gate: Sendable {
    private let opened = Signal()
    private let state = Mutex((waiting: 0, isOpen: false))

    var waitingCount: Int { state.withLock { $0.waiting } }

    func pass() {
        let waits = state.withLock { state in
            if !state.isOpen { state.waiting += 1 }
            return !state.isOpen
        }
        if waits { opened.wait() }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            return state.waiting
        }
        for _ in 0..<waiting { opened.send() }
    }
}
