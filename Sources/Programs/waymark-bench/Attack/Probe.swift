import Synchronization
import SystemIO

/// A request that is sent at intervals on new connections while a server is attacked.
struct Probe: Sendable {
    /// The heading of its column.
    let title: String
    /// The bytes that are sent.
    let request: [UInt8]
    /// Where to.
    let address: SocketAddress
    /// Milliseconds from an answer to the next request.
    let interval: Int

    /// The probes of a site: those of an operator, a read and a write of an administrator.
    static func all(_ site: AttackSite) -> [Probe] {
        let token = ControlClient.token
        let draft = "/v1/apps/\(AttackSite.app)/draft/rules"
        let rule = Array(#"{"match":["/probe"],"to":{"screen":"S"}}"#.utf8)
        let bytes = { (request: AttackRequest, token: String?) in request.bytes(token: token) }
        return [
            Probe(title: "/healthz", request: bytes(.get("/healthz"), nil), address: site.address, interval: 20),
            Probe(title: "/readyz", request: bytes(.get("/readyz"), nil), address: site.admin, interval: 20),
            Probe(
                title: "read", request: bytes(.get("\(draft)?limit=5"), token), address: site.admin, interval: 20),
            Probe(
                title: "write", request: bytes(AttackRequest("PUT", "\(draft)/probe", rule), token),
                address: site.admin, interval: 100),
        ]
    }
}

/// The times of the answers to a probe.
final class ProbeSeries: Sendable {
    private struct State {
        var milliseconds: [Double] = []
        var failures = 0
        var isOver = false
    }

    /// What is sent.
    let probe: Probe
    private let state = Mutex(State())

    init(_ probe: Probe) { self.probe = probe }

    /// Sends the probe on the calling thread until ``end()``.
    func run() {
        while state.withLock({ !$0.isOver }) {
            let start = MonotonicClock.nanoseconds
            let status = try? LoadClient.answer(probe.address, probe.request).status
            let milliseconds = Double(MonotonicClock.nanoseconds - start) / 1e6
            state.withLock { state in
                state.milliseconds.append(milliseconds)
                if status != 200 && status != 201 { state.failures += 1 }
            }
            Threads.sleep(milliseconds: probe.interval)
        }
    }

    /// Sends no further request.
    func end() { state.withLock { $0.isOver = true } }

    /// The number of answers other than 200 and 201, and of requests without an answer.
    var failures: Int { state.withLock { $0.failures } }

    /// The time that 99 of 100 answers took at most, in milliseconds.
    var p99: Double { rank(0.99) }

    /// The time of the slowest answer in milliseconds.
    var slowest: Double { rank(1) }

    private func rank(_ part: Double) -> Double {
        let sorted = state.withLock { $0.milliseconds.sorted() }
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}
