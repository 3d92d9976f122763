import AccessControl
import HTTPExchange
import HTTPServing
import RequestLanes
import ServerMetrics
import Synchronization

/// Runs expensive requests, a few at once; the others wait in turn, without a thread.
///
/// Callers with a token and callers without one have separate places, so that callers without a token never delay
/// administrators. If there is a listener for administrators, those of the other listeners have places of their own, too.
final class WorkPlaces: Sendable {
    /// A caller; its requests are counted together.
    struct Caller: Sendable, Hashable {
        /// How a caller is recognized.
        enum Identity: Sendable, Hashable {
            /// The token with this id.
            case token(String)
            /// Callers without a token, by address (`NetworkAddress.source`).
            case source([UInt8])
        }

        let identity: Identity
        /// Whether its listener is not for administrators, and another one is.
        let isOutside: Bool

        /// Makes the caller of a request.
        init(_ incoming: IncomingRequest, token: String?) {
            identity = token.map { .token($0) } ?? .source(NetworkAddress.source(of: incoming.address))
            isOutside = incoming.listener == .publicOnly
        }
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
    private let outsideHolders: Mutex<WorkLane>
    private let outsideStrangers: Mutex<WorkLane>
    private let refused = Mutex<[Refusal: Int]>([:])

    /// Makes free places.
    ///
    /// - Parameters:
    ///   - atOnce: Requests of callers with a token that run at once; callers without one, and those outside the
    ///     listener for administrators, have half as many places each, at least one.
    ///   - perCallerMax: Requests that a caller may have, running and waiting.
    init(atOnce: Int, perCallerMax: Int) {
        let half = WorkLane(atOnce: max(1, atOnce / 2), perCallerMax: perCallerMax)
        holders = Mutex(WorkLane(atOnce: atOnce, perCallerMax: perCallerMax))
        strangers = Mutex(half)
        outsideHolders = Mutex(half)
        outsideStrangers = Mutex(half)
    }

    /// Runs `body` before it returns, or later on a thread of `workers`; or never, if it is refused.
    ///
    /// - Parameters:
    ///   - caller: The caller of the request.
    ///   - isCounted: Whether the limit for each caller applies to it.
    ///   - workers: The threads of its lane; the calling thread is one of them.
    ///   - body: Answers the request; it may block.
    /// - Returns: Why there is no place; nil if `body` runs.
    func run(
        for caller: Caller, isCounted: Bool, on workers: any RequestWorkers, _ body: @escaping @Sendable () -> Void
    ) -> Refusal? {
        let work = WorkLane.Work(caller: caller, isCounted: isCounted, workers: workers, body: body)
        let entry = withLane(of: caller) { $0.enter(work) }
        if case .refused(let refusal) = entry {
            refused.withLock { $0[refusal, default: 0] += 1 }
            return refusal
        }
        if case .run = entry { run(work) }
        return nil
    }

    /// Runs a request that has a place, and those that get the place after it.
    private func run(_ first: WorkLane.Work) {
        var next: WorkLane.Work? = first
        while let work = next {
            work.body()
            next = withLane(of: work.caller) { $0.leave(work) }
            if let next, next.workers !== work.workers {
                // The request of another lane does not run on this lane's thread.
                return next.workers.resume { self.run(next) }
            }
        }
    }

    /// Whether a caller has as many requests as it may have.
    func isFull(_ caller: Caller) -> Bool { withLane(of: caller) { $0.isFull(caller) } }

    /// Counts a refusal that was made with `isFull`.
    func countRefusal() { refused.withLock { $0[.caller, default: 0] += 1 } }

    private func withLane<Value: Sendable>(of caller: Caller, _ body: (inout WorkLane) -> sending Value) -> Value {
        switch (caller.identity, caller.isOutside) {
        case (.token, false): holders.withLock { body(&$0) }
        case (.source, false): strangers.withLock { body(&$0) }
        case (.token, true): outsideHolders.withLock { body(&$0) }
        case (.source, true): outsideStrangers.withLock { body(&$0) }
        }
    }

    /// Writes the metric families.
    func write(into text: inout MetricsText) {
        let (tokens, outsideTokens) = (holders.withLock { $0.counts }, outsideHolders.withLock { $0.counts })
        let (others, outsideOthers) = (strangers.withLock { $0.counts }, outsideStrangers.withLock { $0.counts })
        let lanes = [
            ("token", tokens.running + outsideTokens.running, tokens.waiting + outsideTokens.waiting),
            ("address", others.running + outsideOthers.running, others.waiting + outsideOthers.waiting),
        ]
        text.family(
            "waymark_expensive_running", .gauge,
            "Expensive requests that run now, of callers identified by token or by address.",
            lanes.map { (["by": $0.0], Double($0.1)) })
        text.family(
            "waymark_expensive_waiting", .gauge, "Expensive requests that wait for a place; they hold no thread.",
            lanes.map { (["by": $0.0], Double($0.2)) })
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
