import SystemIO

/// The state that all loops and workers of a server share; immutable, or safe to use from any thread.
final class SharedState: Sendable {
    let handler: any HTTPHandler
    let limits: ServingLimits
    /// Records answers; nil if none are recorded.
    let answerLog: (any AnswerLog)?
    /// Workers, memory and places for connections, of administrators and of the others.
    let lanes: Lanes
    /// Reads the files of answers.
    let files = FileReader()
    /// The places for event streams; nil if they are not limited.
    let streamSlots: StreamSlots?
    /// The message queue of each loop.
    let inboxes: [LoopInbox]
    /// When ticks begin, on the monotonic clock in milliseconds.
    let startedAt = MonotonicClock.milliseconds

    init(_ configuration: ServingConfiguration, handler: any HTTPHandler, descriptors: Int) throws(Errno) {
        var inboxes: [LoopInbox] = []
        for _ in 0..<configuration.loops { inboxes.append(try LoopInbox()) }
        self.inboxes = inboxes
        self.handler = handler
        limits = configuration.limits
        answerLog = configuration.answerLog
        streamSlots = configuration.streamSlots
        lanes = Lanes(configuration, descriptors: descriptors)
    }
}

extension Lanes {
    /// The lanes of a configured server, for a process that may open `descriptors` descriptors.
    fileprivate init(_ configuration: ServingConfiguration, descriptors: Int) {
        let limits = configuration.limits
        let lane = { (workerCount: Int) in
            Lane(
                workerCount: workerCount, limits: limits.lanes, smallAnswerBytesMax: ServingLimits.smallAnswerBytesMax)
        }
        let places = { (connectionsMax: Int) in
            ConnectionLimiter(
                connectionsMax: connectionsMax, perAddressMax: limits.connectionsPerAddressMax,
                lent: limits.connectionsLent)
        }
        let common = lane(configuration.workers)
        let adminListeners = configuration.listeners.filter(\.isAdmin).map { UInt8($0.number) }
        let available = max(ServingLimits.connectionsLeast, descriptors - limits.descriptorsReserved)
        let forAdmins = adminListeners.isEmpty ? 0 : min(limits.adminConnectionsMax, available / 4)
        self.init(
            common: common, admin: configuration.adminWorkers > 0 ? lane(configuration.adminWorkers) : common,
            adminListeners: adminListeners, limiter: places(min(limits.connectionsMax, available - forAdmins)),
            adminLimiter: places(forAdmins))
    }
}
