import SystemIO

/// `waymark-bench instructions`: instructions in user space and allocations per request of the real server, counted by
/// callgrind, which gives the same figures on every machine and under any load; ``LookupGate`` counts those of the engine.
///
/// Each kind of request is sent N times and 2 N times, on one keep-alive connection of a server with one loop; the
/// difference divided by N is the cost of one. All request heads differ, so a cache of heads would have no effect.
/// Threads are counted apart: one that works by the clock, not by requests, does more in a longer run, and is left out.
struct InstructionGate {
    /// N, the number of requests in the smaller run.
    private static let count = 12_000
    /// A thread with fewer instructions than this per request works by the clock: a round of maintenance takes about
    /// 2 million instructions, which is 160 per request, and the thread that writes a line of a log for each request takes
    /// thousands.
    private static let threadMin = 200

    private let folder: ScratchFolder
    private let program: String

    /// Counts every kind and prints the table; returns the exit code, 1 if a kind exceeds its limit.
    ///
    /// - Parameter only: `requests` or `look-ups`; nil for both.
    /// - Returns: The exit code.
    /// - Throws: ``BenchError`` if a program does not start or answers something else.
    static func run(only: String? = nil) throws -> Int32 {
        let folder = try ScratchFolder("waymark-instructions")
        var rows: [[String]] = [["", "instructions", "at most", "allocations"]]
        var isWithin = true
        if only != "look-ups" { isWithin = try countRequests(folder, &rows) }
        if only != "requests" { isWithin = try LookupGate(folder).count(&rows) && isWithin }
        Report.print(
            "User-space instructions and calls of malloc per request and per look-up among 10,000 rules, by callgrind:\n"
                + Report.aligned(rows))
        if !isWithin { Report.printProgress("A row exceeds its limit; callgrind_annotate shows where.") }
        return isWithin ? 0 : 1
    }

    private static func countRequests(_ folder: ScratchFolder, _ rows: inout [[String]]) throws -> Bool {
        let waymark = try WaymarkServer(folder)
        let body = try waymark.publish("shop", rules: 10)
        waymark.server.stop()
        let serve = InstructionGate(folder: folder, program: "waymark")
        let echo = InstructionGate(folder: folder, program: "serve-echo")
        var isWithin = true
        for kind in Self.kinds(tag: body.codedTag) { isWithin = try serve.count(kind, &rows) && isWithin }
        for kind in Self.echoKinds { isWithin = try echo.count(kind, &rows) && isWithin }
        isWithin = try InstructionGate(folder: folder, program: "serve-links").count(Self.link, &rows) && isWithin
        return isWithin
    }

    private func count(_ kind: InstructionKind, _ rows: inout [[String]]) throws -> Bool {
        let (once, twice) = (try profile(kind, Self.count), try profile(kind, 2 * Self.count))
        var instructions = 0
        var allocations = 0.0
        for (thread, profile) in twice {
            let before = once[thread] ?? CallgrindProfile()
            guard profile.instructions - before.instructions >= Self.threadMin * Self.count else { continue }
            instructions += (profile.instructions - before.instructions) / Self.count
            allocations += max(0, Double(profile.allocations - before.allocations) / Double(Self.count))
        }
        guard instructions > 0 else { throw BenchError("no thread of \(program) did more for more requests") }
        let cells = [FigureText.grouped(instructions), FigureText.grouped(kind.instructionsMax)]
        rows.append(["\(program): \(kind.name)"] + cells + [FigureText.number(allocations)])
        return instructions <= kind.instructionsMax && allocations <= kind.allocationsMax
    }

    /// The profiles of the threads of a server that answers `count` requests, by callgrind's number of the thread.
    private func profile(_ kind: InstructionKind, _ count: Int) throws -> [Int: CallgrindProfile] {
        let address = try ServerUnderTest.freeAddress()
        let output = folder.file("callgrind.out")
        let server = try ServerUnderTest(
            program, address,
            ["valgrind", "--quiet", "--tool=callgrind", "--separate-threads=yes", "--callgrind-out-file=\(output)"]
                + command(address),
            environment: ["WAYMARK_ADMIN_TOKEN=\(ControlClient.token)"], log: folder.file("callgrind.log"),
            isPinned: false, startMilliseconds: Self.patienceMilliseconds)
        try ask(kind, count, address)
        server.stop(milliseconds: Int(Self.patienceMilliseconds))
        return try CallgrindProfile.threads(output)
    }

    private func command(_ address: SocketAddress) -> [String] {
        let listen = ["--listen", "\(address)", "--loops", "1", "--workers", "1"]
        guard program == "waymark" else { return [OwnProgram.path, program] + listen }
        return [OwnProgram.beside(program), "serve", "--database", folder.file("waymark.db")] + listen
    }

    /// Sends the requests on one connection; every answer must have the length of the first.
    private func ask(_ kind: InstructionKind, _ count: Int, _ address: SocketAddress) throws {
        let first = try firstAnswer(address, kind.request(address, 0))
        guard first.status == kind.status else {
            throw BenchError("\(kind.target) was answered \(first.status), not \(kind.status)")
        }
        let descriptor = try Sockets.connect(to: address)
        defer { Sockets.close(descriptor) }
        for number in 0..<(count / kind.pipelined) {
            let batch = (0..<kind.pipelined).map { kind.request(address, number * kind.pipelined + $0) }
            try Sockets.sendAll(descriptor, Array(batch.joined()))
            var left = first.bytes.count * kind.pipelined
            while left > 0 {
                let bytes = try Sockets.receive(descriptor, countMax: LoadLimits.headBytesMax)
                guard !bytes.isEmpty else { throw BenchError("the server closed the connection") }
                left -= bytes.count
            }
        }
    }

    /// The first answer; repeats the request until there is one.
    ///
    /// A starting server tests its address with a socket that it closes again (`ListenerSockets`); under callgrind that
    /// takes long enough for a client to connect to that socket.
    private func firstAnswer(_ address: SocketAddress, _ request: [UInt8]) throws -> WholeAnswer {
        let end = MonotonicClock.milliseconds + Self.patienceMilliseconds
        while true {
            do { return try LoadClient.answer(address, request) } catch {
                guard MonotonicClock.milliseconds < end else { throw error }
                Threads.sleep(milliseconds: 100)
            }
        }
    }

    /// The kinds of requests to `waymark serve`; `tag` is the entity tag of the published body.
    private static func kinds(tag: String) -> [InstructionKind] {
        let rules = WaymarkServer.target("shop")
        let current = ["If-None-Match: \(tag)"]
        return [
            InstructionKind(name: "304", target: rules, fields: current, status: 304, instructionsMax: 4_830),
            InstructionKind(
                name: "304, 16 pipelined", target: rules, fields: current, pipelined: 16, status: 304,
                instructionsMax: 3_970),
            InstructionKind(name: "200 with gzip body", target: rules, status: 200, instructionsMax: 4_540),
            InstructionKind(name: "200 of head", target: "/v1/apps/shop/head", status: 200, instructionsMax: 4_310),
            InstructionKind(
                name: "404 of an unknown app", target: "/v1/apps/none/head", status: 404, instructionsMax: 15_000,
                allocationsMax: 7.1),
        ]
    }

    private static let echoKinds = [
        InstructionKind(
            name: "304", target: "/", fields: ["If-None-Match: \"page\""], status: 304, instructionsMax: 4_330),
        InstructionKind(name: "200 with 1 KB", target: "/1k", status: 200, instructionsMax: 4_000),
    ]

    /// The redirect of a link, which is resolved for each request.
    private static let link = InstructionKind(
        name: "302 of a link", target: LinkServer.path(5), status: 302, instructionsMax: 23_000, allocationsMax: 9.1)

    /// Longest time for a server under callgrind on a busy machine to start, and to stop and write its profile.
    private static let patienceMilliseconds: Int64 = 240_000
}
