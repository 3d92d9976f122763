import AccessControl
import ServerMetrics
import Synchronization

/// Runs expensive requests, a few at once; the others wait in turn, without a thread.
///
/// Callers with a token and callers without one have separate places, so that callers without a token never delay
/// administrators.
final class WorkPlaces: Sendable {
    /// A caller; its requests are counted together.
    enum Caller: Sendable, Hashable {
        /// The token with this id.
        case token(String)
        /// Callers without a token, by address (`NetworkAddress.source`).
        case source([UInt8])
    }

    /// Why a request gets no place.
    enum Refusal: Sendable, Hashable, CaseIterable {
        /// The caller has as many requests as it may have.
        case caller
        /// Too many requests of all callers wait.
        case server
    }

    private let holders: Mutex<WorkLane>
    private let strangers: Mutex<WorkLane>
    private let refused = Mutex<[Refusal: Int]>([:])

    /// Makes free places.
    ///
    /// - Parameters:
    ///   - atOnce: Requests of callers with a token that run at once; callers without one have half as many places, at
    ///     least one.
    ///   - perCallerMax: Requests that a caller may have, running and waiting.
    init(atOnce: Int, perCallerMax: Int) {
        holders = Mutex(WorkLane(atOnce: atOnce, perCallerMax: perCallerMax))
        strangers = Mutex(WorkLane(atOnce: max(1, atOnce / 2), perCallerMax: perCallerMax))
    }

    /// Runs `body` before it returns, or later on a thread that ends another request; or never, if it is refused.
    ///
    /// - Parameters:
    ///   - caller: The caller of the request.
    ///   - isCounted: Whether the limit for each caller applies to it.
    ///   - body: Answers the request; it may block.
    /// - Returns: Why there is no place; nil if `body` runs.
    func run(for caller: Caller, isCounted: Bool, _ body: @escaping @Sendable () -> Void) -> Refusal? {
        let work = WorkLane.Work(caller: caller, isCounted: isCounted, body: body)
        let entry = withLane(of: caller) { $0.enter(work) }
        if case .refused(let refusal) = entry {
            refused.withLock { $0[refusal, default: 0] += 1 }
            return refusal
        }
        guard case .run = entry else { return nil }
        var next: WorkLane.Work? = work
        while let work = next {
            work.body()
            next = withLane(of: caller) { $0.leave(work) }
        }
        return nil
    }

    /// Whether a caller has as many requests as it may have.
    func isFull(_ caller: Caller) -> Bool { withLane(of: caller) { $0.isFull(caller) } }

    /// Counts a refusal that was made with `isFull`.
    func countRefusal() { refused.withLock { $0[.caller, default: 0] += 1 } }

    private func withLane<Value: Sendable>(of caller: Caller, _ body: (inout WorkLane) -> sending Value) -> Value {
        switch caller {
        case .token: holders.withLock { body(&$0) }
        case .source: strangers.withLock { body(&$0) }
        }
    }

    /// Writes the metric families.
    func write(into text: inout MetricsText) {
        let lanes = [("token", holders.withLock { $0.counts }), ("address", strangers.withLock { $0.counts })]
        text.family(
            "waymark_expensive_running", .gauge,
            "Expensive requests that run now, of callers identified by token or by address.",
            lanes.map { (["by": $0.0], Double($0.1.running)) })
        text.family(
            "waymark_expensive_waiting", .gauge, "Expensive requests that wait for a place; they hold no thread.",
            lanes.map { (["by": $0.0], Double($0.1.waiting)) })
        let refused = refused.withLock { $0 }
        text.family(
            "waymark_expensive_refused_total", .counter,
            "Expensive requests without a place: of a caller that has too many (429), or because too many wait (503).",
            [
                (["limit": "caller"], Double(refused[.caller] ?? 0)),
                (["limit": "server"], Double(refused[.server] ?? 0)),
            ])
    }
}
