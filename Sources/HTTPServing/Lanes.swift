import HTTPWire
import Histograms
import Synchronization
import SystemIO

/// One of two separate groups of requests: each has its own workers, and its own memory for bodies and answers.
final class Lane: Sendable {
    /// What waits for a worker.
    let work: BlockingQueue<LaneWork>
    /// How long requests waited for a worker, in seconds.
    let workWaits = Mutex(Histogram(Histogram.waitSeconds))
    /// Requests refused because too many waited.
    let workRefused = Atomic(0)
    /// Bytes of request bodies in memory, over all loops.
    let bodies: BodyBudget
    /// Bytes of large answers in memory, over all loops.
    let answers: AnswerBudget
    /// Number of threads that run its requests.
    let workerCount: Int

    init(workerCount: Int, limits: ServingLimits) {
        self.workerCount = workerCount
        work = BlockingQueue(countMax: limits.workQueueMax)
        answers = AnswerBudget(bytesMax: limits.answerMemoryBytesMax)
        bodies = BodyBudget(bytesMax: limits.bodyMemoryBytesMax, strangersMax: limits.strangerBodyBytesMax)
    }
}

extension Lane: RequestWorkers {
    func resume(_ body: @escaping @Sendable () -> Void) {
        // The queue is closed only when the server has stopped: then any thread may end the work.
        if !work.pushFirst(.rest(body)) { body() }
    }

    /// Runs requests, and the rest of those that waited, until the queue is closed and empty.
    func runWorker(_ handler: any HTTPHandler) {
        while let next = work.pop() { run(next, handler) }
    }

    /// Runs a request, or the rest of one, on the calling thread.
    func run(_ next: LaneWork, _ handler: any HTTPHandler) {
        switch next {
        case .rest(let body): body()
        case .request(let item):
            let wait = MonotonicClock.nanoseconds - item.since
            workWaits.withLock { $0.add(Double(wait) / 1e9) }
            handler.perform(item.request, on: self) { response in self.finish(item, response) }
        }
    }
}

/// The lanes of a server, and which request and connection belongs to which.
///
/// If there are listeners for administrators, their lane has all requests of these listeners, and no others. Otherwise
/// it has the requests of known callers, which have a live token.
struct Lanes: Sendable {
    /// For all other requests.
    let common: Lane
    /// For administrators.
    let admin: Lane
    private let adminListeners: [UInt8]
    /// The places for connections of the other listeners, and of those for administrators.
    private let (limiter, adminLimiter): (ConnectionLimiter, ConnectionLimiter)

    init(_ configuration: ServingConfiguration, descriptors: Int) {
        let limits = configuration.limits
        common = Lane(workerCount: configuration.workers, limits: limits)
        admin =
            configuration.adminWorkers > 0 ? Lane(workerCount: configuration.adminWorkers, limits: limits) : common
        adminListeners = configuration.listeners.filter(\.isAdmin).map { UInt8($0.number) }
        let available = max(ServingLimits.connectionsLeast, descriptors - limits.descriptorsReserved)
        let forAdmins = adminListeners.isEmpty ? 0 : min(limits.adminConnectionsMax, available / 4)
        limiter = ConnectionLimiter(limits, connectionsMax: min(limits.connectionsMax, available - forAdmins))
        adminLimiter = ConnectionLimiter(limits, connectionsMax: forAdmins)
    }

    /// The lanes: one if administrators have no separate workers, otherwise two.
    var all: [Lane] { admin === common ? [common] : [common, admin] }

    /// The lane of a request.
    func lane(listener: UInt8, isKnown: Bool) -> Lane {
        isAdmin(listener: listener, isKnown: isKnown) ? admin : common
    }

    /// Whether a request, or a connection after it, belongs to administrators.
    func isAdmin(listener: UInt8, isKnown: Bool) -> Bool {
        adminListeners.isEmpty ? isKnown : adminListeners.contains(listener)
    }

    /// Counts the connections of a listener.
    func limiter(listener: UInt8) -> ConnectionLimiter {
        adminListeners.contains(listener) ? adminLimiter : limiter
    }
}

/// Counts the bytes of bodies of one lane, over all loops; strangers, which are callers without a live token, may use
/// only a part.
final class BodyBudget: Sendable {
    private let all = Atomic(0)
    private let strangers = Atomic(0)
    private let bytesMax: Int
    private let strangersMax: Int

    init(bytesMax: Int, strangersMax: Int) {
        self.bytesMax = bytesMax
        self.strangersMax = min(strangersMax, bytesMax)
    }

    /// Requests refused because there was no room for their bodies.
    let refused = Atomic(0)

    /// Bytes in memory.
    var bytes: Int { all.load(ordering: .relaxed) }

    /// Counts more bytes, or fewer if `count` is negative; false if there are too many, and then they are counted, too.
    func add(_ count: Int, isKnown: Bool) -> Bool {
        let total = all.add(count, ordering: .relaxed).newValue
        guard !isKnown else { return total <= bytesMax }
        return strangers.add(count, ordering: .relaxed).newValue <= strangersMax && total <= bytesMax
    }
}
