import SystemIO

/// A closed loop on one thread that costs less a request than any server: it learns how long the answer is and then only
/// counts bytes, which the system throws away without copying them.
///
/// Use it against answers of one length only; another length ends the run with an error.
struct LoadClient {
    private let plan: LoadPlan
    private let poller: Poller
    /// What each connection sends, and which of these it is, by descriptor.
    private let batches: [[UInt8]]
    private var batch: [Int] = []
    /// Bytes of the answers to one batch.
    private let expected: Int
    /// Bytes that are still to come, by descriptor.
    private var left: [Int] = []
    /// When the batch under way was sent, by descriptor, in nanoseconds.
    private var sentAt: [Int64] = []
    private var open: Set<Int32> = []
    /// Opened, and not asked on yet.
    private var fresh: [Int32] = []
    private var source = 0
    private var connected = 0
    private var outcome = LoadOutcome()

    /// Runs a plan to its end.
    static func run(_ plan: LoadPlan) throws -> LoadOutcome {
        var client = try LoadClient(plan)
        return try client.run()
    }

    /// The first answer to a request.
    static func answer(_ address: SocketAddress, _ request: [UInt8]) throws -> WholeAnswer {
        let descriptor = try Sockets.connect(to: address)
        defer { Sockets.close(descriptor) }
        try Sockets.sendAll(descriptor, request)
        var answer = WholeAnswer(to: request)
        while try !answer.take(try Sockets.receive(descriptor, countMax: LoadLimits.headBytesMax)) {}
        return answer
    }

    private init(_ plan: LoadPlan) throws {
        self.plan = plan
        batches = (0..<plan.connections).map { plan.batch(of: $0) }
        expected = try Self.answer(plan.address, plan.request).bytes.count * plan.pipelined
        poller = try Poller()
    }

    private mutating func run() throws -> LoadOutcome {
        defer { for descriptor in open { Sockets.close(descriptor) } }
        for _ in 0..<plan.connections { try connect() }
        try askFresh(MonotonicClock.nanoseconds)
        try loop(until: MonotonicClock.nanoseconds + Int64(plan.warmUpMilliseconds) * 1_000_000)
        outcome = LoadOutcome()
        outcome.latencies.reserveCapacity(1 << 18)
        let (server, client) = (try ProcessTime(of: plan.server), try ProcessTime.own())
        let start = MonotonicClock.nanoseconds
        var end = try loop(until: start + Int64(plan.milliseconds) * 1_000_000)
        // A busy machine may answer nothing in a short run, and no answers are no figure.
        while outcome.requests == 0 { end = try loop(until: end + Int64(plan.milliseconds) * 1_000_000) }
        outcome.server = try ProcessTime(of: plan.server) - server
        outcome.client = try ProcessTime.own() - client
        outcome.seconds = Double(end - start) / 1_000_000_000
        outcome.latencies.sort()
        return outcome
    }

    /// Answers and asks until a moment; returns the moment of the last look at the clock.
    @discardableResult
    private mutating func loop(until end: Int64) throws -> Int64 {
        var now = MonotonicClock.nanoseconds
        var heardAt = now
        while now < end {
            // A client that sleeps has to be woken, which costs the server more than a small answer does; on a core of
            // its own it may look again and again instead.
            let count = try poller.wait(milliseconds: Cores.areSeparate ? 0 : LoadLimits.silenceMilliseconds)
            now = MonotonicClock.nanoseconds
            if count > 0 { heardAt = now }
            guard now - heardAt < Int64(LoadLimits.silenceMilliseconds) * 1_000_000 else {
                throw LoadError(description: "the server has stopped answering")
            }
            for index in 0..<count { try take(poller[index].descriptor, now) }
            if !fresh.isEmpty { try askFresh(now) }
        }
        return now
    }

    /// Something has arrived.
    @inline(__always)
    private mutating func take(_ descriptor: Int32, _ now: Int64) throws {
        let slot = Int(descriptor)
        let count: Int
        do throws(Errno) {
            count = try Sockets.discard(descriptor, countMax: LoadLimits.discardBytesMax)
        } catch .wouldBlock { return }
        guard count > 0 else { throw LoadError(description: "the server closed a connection") }
        left[slot] -= count
        guard left[slot] <= 0 else { return }
        guard left[slot] == 0 else { throw LoadError(description: "the answer's length has changed") }
        outcome.requests += plan.pipelined
        if outcome.latencies.count < LoadLimits.latenciesMax {
            outcome.latencies.append(UInt32(clamping: (now - sentAt[slot]) / 1000))
        }
        if plan.manner == .once {
            open.remove(descriptor)
            Sockets.close(descriptor)
            return try connect()
        }
        left[slot] = expected
        sentAt[slot] = now
        try Sockets.sendAll(descriptor, batches[batch[slot]])
    }

    /// Opens a connection.
    private mutating func connect() throws {
        source = plan.manner == .once ? (source + 1) % LoadLimits.sources : 0
        let descriptor = try Sockets.connect(to: plan.address, fromLoopback: source)
        open.insert(descriptor)
        fresh.append(descriptor)
        let slot = Int(descriptor)
        if slot >= left.count {
            left += Array(repeating: 0, count: slot + 1 - left.count)
            sentAt += Array(repeating: 0, count: slot + 1 - sentAt.count)
            batch += Array(repeating: 0, count: slot + 1 - batch.count)
        }
        batch[slot] = connected % batches.count
        connected += 1
        try poller.watch(descriptor)
    }

    /// Asks on all connections that were opened in this turn.
    ///
    /// One after the other, because connecting costs a client more than serving costs a server: requests that came one by
    /// one would find the server asleep each time, and what it costs to wake it would be measured.
    private mutating func askFresh(_ now: Int64) throws {
        for descriptor in fresh {
            left[Int(descriptor)] = expected
            sentAt[Int(descriptor)] = now
            try Sockets.sendAll(descriptor, batches[batch[Int(descriptor)]])
        }
        fresh.removeAll(keepingCapacity: true)
    }
}
