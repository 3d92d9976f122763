import AccessControl
import HTTPExchange
import HTTPServing
import ServerMetrics
import Synchronization

/// Runs expensive requests, a few at once, and keeps one caller from occupying every worker of a lane; what has to wait
/// does so without a thread.
///
/// Callers with a token and callers without one have separate slots, so that callers without a token never delay
/// administrators. If there is a listener for administrators, those of the other listeners have slots of their own, too.
final class WorkSlots: Sendable {
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

        init(_ incoming: IncomingRequest, token: String?) {
            identity = token.map { .token($0) } ?? .source(NetworkAddress.source(of: incoming.address))
            isOutside = incoming.listener == .publicOnly
        }

        /// Its account in the memory of large answers; no token's is that of an address.
        var account: [UInt8] {
            switch identity {
            case .token(let id): [1] + id.utf8
            case .source(let address): [0] + address
            }
        }
    }

    /// Why a request gets no slot.
    enum Refusal: Sendable, Hashable, CaseIterable {
        /// The caller has as many expensive requests as it may have.
        case caller
        /// Too many expensive requests of all callers wait.
        case server
        /// Too many ordinary requests of the caller, or of all callers, wait.
        case waiting
        /// An ordinary request waited too long, because the caller occupied as many workers as it may.
        case time
    }

    /// What remains of a request that was answered; it may block.
    typealias LogWork = @Sendable () -> Void

    private let holders: Mutex<SlotQueue>
    private let strangers: Mutex<SlotQueue>
    private let outsideHolders: Mutex<SlotQueue>
    private let outsideStrangers: Mutex<SlotQueue>
    private let refused = Mutex<[Refusal: Int]>([:])

    /// Makes free slots.
    ///
    /// - Parameters:
    ///   - atOnce: Expensive requests of callers with a token that run at once; callers without one, and those outside the
    ///     listener for administrators, have half as many slots each, at least one.
    ///   - perCallerMax: Expensive requests that a caller may have, running and waiting.
    init(atOnce: Int, perCallerMax: Int) {
        let half = SlotQueue(atOnce: max(1, atOnce / 2), perCallerMax: perCallerMax)
        holders = Mutex(SlotQueue(atOnce: atOnce, perCallerMax: perCallerMax))
        strangers = Mutex(half)
        outsideHolders = Mutex(half)
        outsideStrangers = Mutex(half)
    }

    /// Calls `answer` once, before it returns or later on a thread of `workers`.
    ///
    /// - Parameters:
    ///   - caller: The caller of the request.
    ///   - cost: How much work it is.
    ///   - workers: The threads of its lane; the calling thread is one of them.
    ///   - now: The time in milliseconds of the monotonic clock.
    ///   - answer: Answers the request, and may block; or refuses it, if there is a reason. Returns what remains to be done:
    ///     it is done when the request has left its slot, since the client may have sent the next one.
    func run(
        for caller: Caller, _ cost: Endpoint.Cost, on workers: any RequestWorkers, atMilliseconds now: Int64,
        _ answer: @escaping @Sendable (Refusal?) -> LogWork
    ) {
        let work = SlotQueue.Work(caller: caller, cost: cost, since: now, workers: workers, answer: answer)
        switch withLane(of: caller, { $0.enter(work) }) {
        case .run: run(work)
        case .wait: return
        case .refused(let refusal):
            count(refusal)
            answer(refusal)()
        }
    }

    /// Refuses the ordinary requests that have waited too long at a time of the monotonic clock.
    func refuseLate(atMilliseconds now: Int64) {
        let time = now - ServerLimits.ordinaryWaitMilliseconds
        let late =
            holders.withLock { $0.removeWaiting(before: time) } + strangers.withLock { $0.removeWaiting(before: time) }
            + outsideHolders.withLock { $0.removeWaiting(before: time) }
            + outsideStrangers.withLock { $0.removeWaiting(before: time) }
        // What resumes goes before all others, so the first one resumes last.
        for work in late.reversed() {
            count(.time)
            work.workers.resume { work.answer(.time)() }
        }
    }

    /// Runs a request that has a slot, and those that get the slot after it.
    private func run(_ first: SlotQueue.Work) {
        var next: SlotQueue.Work? = first
        while let work = next {
            let remainder = work.answer(nil)
            let freed = withLane(of: work.caller) { $0.leave(work) }
            if let ordinary = freed.ordinary {
                // Behind what has arrived, so that one caller's requests never keep those of another from the workers.
                ordinary.workers.resumeInTurn { self.run(ordinary) }
            }
            next = freed.expensive
            if let other = next, other.workers !== work.workers {
                // The request of another lane does not run on this lane's thread.
                other.workers.resume { self.run(other) }
                next = nil
            }
            remainder()
        }
    }

    /// Why a request of a caller would be refused now, which is counted then; nil if it would not.
    func refusal(for caller: Caller, _ cost: Endpoint.Cost) -> Refusal? {
        guard withLane(of: caller, { $0.isFull(caller, cost) }) else { return nil }
        let refusal: Refusal = cost == .ordinary ? .waiting : .caller
        count(refusal)
        return refusal
    }

    private func count(_ refusal: Refusal) { refused.withLock { $0[refusal, default: 0] += 1 } }

    private func withLane<Value: Sendable>(of caller: Caller, _ body: (inout SlotQueue) -> sending Value) -> Value {
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
        text.family(
            "waymark_ordinary_waiting", .gauge,
            "Ordinary requests that wait because their caller occupies as many workers as it may; they hold no thread.",
            [
                (["by": "token"], Double(tokens.ordinaryWaiting + outsideTokens.ordinaryWaiting)),
                (["by": "address"], Double(others.ordinaryWaiting + outsideOthers.ordinaryWaiting)),
            ])
        let refused = refused.withLock { $0 }
        text.family(
            "waymark_expensive_refused_total", .counter,
            "Expensive requests without a place: of a caller that has too many (429), or because too many wait (503).",
            [
                (["limit": "caller"], Double(refused[.caller] ?? 0)),
                (["limit": "server"], Double(refused[.server] ?? 0)),
            ])
        text.family(
            "waymark_ordinary_refused_total", .counter,
            "Ordinary requests refused with 429: too many waited for their caller's others, or they waited too long.",
            [
                (["limit": "waiting"], Double(refused[.waiting] ?? 0)),
                (["limit": "time"], Double(refused[.time] ?? 0)),
            ])
    }
}
