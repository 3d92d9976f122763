import SystemIO

/// A load client on one thread that needs less CPU time per request than any server: it reads one answer to get its
/// length, and from then on counts bytes, which the kernel discards without copying (MSG_TRUNC).
///
/// All answers must have the same length; another length ends the run with an error.
struct LoadClient {
    private let plan: LoadPlan
    private let poller: Poller
    /// The bytes that each connection sends at once.
    private let batches: [[UInt8]]
    /// The index in `batches`, by descriptor.
    private var batch: [Int] = []
    /// Bytes of all answers to one batch.
    private let expected: Int
    /// Bytes still to be received, by descriptor.
    private var left: [Int] = []
    /// When the current batch was sent, in nanoseconds, by descriptor.
    private var sentAt: [Int64] = []
    private var open: Set<Int32> = []
    /// Connections on which nothing was sent yet.
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
        while try !answer.receive(try Sockets.receive(descriptor, countMax: LoadLimits.headBytesMax)) {}
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
        try sendFresh(MonotonicClock.nanoseconds)
        try loop(until: MonotonicClock.nanoseconds + Int64(plan.warmUpMilliseconds) * 1_000_000)
        outcome = LoadOutcome()
        outcome.latencies.reserveCapacity(1 << 18)
        let (server, client) = (try ProcessTime(of: plan.server), try ProcessTime.own())
        let start = MonotonicClock.nanoseconds
        var end = try loop(until: start + Int64(plan.milliseconds) * 1_000_000)
        // On a busy machine a short run may get no answer, and then there is no figure.
        while outcome.requests == 0 { end = try loop(until: end + Int64(plan.milliseconds) * 1_000_000) }
        outcome.server = try ProcessTime(of: plan.server) - server
        outcome.client = try ProcessTime.own() - client
        outcome.seconds = Double(end - start) / 1_000_000_000
        outcome.latencies.sort()
        return outcome
    }

    /// Receives answers and sends requests until a moment; returns the last time read, in nanoseconds.
    @discardableResult
    private mutating func loop(until end: Int64) throws -> Int64 {
        var now = MonotonicClock.nanoseconds
        var heardAt = now
        while now < end {
            // Waking a sleeping client costs the server more than a small answer. So the client does not sleep if it
            // has its own core.
            let count = try poller.wait(milliseconds: Cores.areSeparate ? 0 : LoadLimits.silenceMilliseconds)
            now = MonotonicClock.nanoseconds
            if count > 0 { heardAt = now }
            guard now - heardAt < Int64(LoadLimits.silenceMilliseconds) * 1_000_000 else {
                throw BenchError("the server has stopped answering")
            }
            for index in 0..<count { try take(poller[index].descriptor, now) }
            if !fresh.isEmpty { try sendFresh(now) }
        }
        return now
    }

    /// Counts the bytes that have arrived on a connection; after the last one sends the next batch.
    @inline(__always)
    private mutating func take(_ descriptor: Int32, _ now: Int64) throws {
        let slot = Int(descriptor)
        let count: Int
        do throws(Errno) {
            count = try Sockets.discard(descriptor, countMax: LoadLimits.discardBytesMax)
        } catch .wouldBlock { return }
        guard count > 0 else { throw BenchError("the server closed a connection") }
        left[slot] -= count
        guard left[slot] <= 0 else { return }
        guard left[slot] == 0 else { throw BenchError("the answer's length has changed") }
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

    /// Opens a connection; ``sendFresh(_:)`` sends its first batch.
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

    /// Sends a batch on all connections that were opened in this turn.
    ///
    /// All at once, because opening a connection takes the client longer than the server needs to answer: if each
    /// request were sent right after its connection was opened, the server would sleep before each, and waking it would
    /// be measured.
    private mutating func sendFresh(_ now: Int64) throws {
        for descriptor in fresh {
            left[Int(descriptor)] = expected
            sentAt[Int(descriptor)] = now
            try Sockets.sendAll(descriptor, batches[batch[Int(descriptor)]])
        }
        fresh.removeAll(keepingCapacity: true)
    }
}
