import SystemIO

/// `waymark-bench store`: the time of writes, publishes and starts of the real server, in its own process.
struct StoreBench {
    var sizes = [1_000, 10_000, 100_000]
    var rounds = 5
    var seed: UInt64 = 42
    /// The part to measure, `writes` or `publishes`; nil measures both.
    var only: String?
    /// Rules written in each round.
    var writes = 2_000

    /// The number of concurrent writers in the second row.
    static let writers = 16

    /// Measures everything.
    func run(progress: (String) -> Void) throws -> FigureReport {
        let folder = try ScratchFolder("waymark-bench")
        var report = FigureReport(title: "waymark-bench store: the real server over HTTP, wall time")
        report.facts =
            Machine.facts + [
                ("disk", Machine.fileSystem(of: folder.path)),
                ("rules", "\(sizes.map(FigureText.grouped).joined(separator: ", ")) of the mix, seed \(seed)"),
                (
                    "rounds",
                    "\(rounds), every row once per round; \(FigureText.grouped(writes)) rules written per round"
                ),
            ]
        let writes = only == "publishes" ? FigureTable() : try measureWrites(folder, progress)
        let publishes = only == "writes" ? FigureTable() : try measurePublishes(folder, progress)
        report.facts.append(("load after", Machine.load))
        report.tables = [("writers", writes), ("rules", publishes)].filter { !$0.1.rows.isEmpty }
        report.goals = Self.goals(writes, publishes)
        return report
    }

    private func measureWrites(_ folder: ScratchFolder, _ progress: (String) -> Void) throws -> FigureTable {
        progress("preparing writes")
        var bench = try WriteBench(folder, writes: writes, seed: seed)
        defer { bench.stop() }
        var ignored = FigureTable()
        try bench.round(&ignored, writers: Self.writers)
        var table = FigureTable()
        for round in 1...rounds {
            progress("writes: round \(round) of \(rounds)")
            try bench.round(&table, writers: Self.writers)
        }
        return table
    }

    private func measurePublishes(_ folder: ScratchFolder, _ progress: (String) -> Void) throws -> FigureTable {
        var publishing: [PublishBench] = []
        var starting: [StartBench] = []
        defer { for bench in publishing { bench.stop() } }
        for size in sizes {
            progress("preparing \(FigureText.grouped(size)) rules")
            let mix = RuleMix(size, seed: seed)
            publishing.append(try PublishBench(folder, mix))
            starting.append(try StartBench(folder, mix))
        }
        var table = FigureTable()
        var ignored = FigureTable()
        for index in publishing.indices { try publishing[index].round(&ignored) }
        for round in 1...rounds {
            progress("publishes and starts: round \(round) of \(rounds)")
            for index in publishing.indices { try publishing[index].round(&table) }
            for bench in starting { try bench.round(&table) }
        }
        return table
    }

    /// The figures that the store and the server must reach (the design's table of speed and memory).
    static func goals(_ writes: FigureTable, _ publishes: FigureTable) -> [FigureGoal] {
        let at = { (title: String, size: Int) in publishes.median(title, size) }
        return [
            .atLeast(0.7, .times, "rule writes, 1 writer / bare loop", writes.median(WriteBench.ratio, 1)),
            .atLeast(3, .times, "rule writes, 16 writers / bare loop", writes.median(WriteBench.ratio, writers)),
            .atMost(300, .milliseconds, "publish 10,000 → first answer", at(PublishBench.alone, 10_000)),
            .atMost(300, .milliseconds, "the same beside other requests", at(PublishBench.resolved, 10_000)),
            .atMost(4_000, .milliseconds, "publish 100,000 → first answer", at(PublishBench.alone, 100_000)),
            .atMost(50, .milliseconds, "other reads meanwhile, 10,000", at(PublishBench.slowestRead, 10_000)),
            .atMost(50, .milliseconds, "other writes meanwhile, 10,000", at(PublishBench.slowestWrite, 10_000)),
            .atMost(50, .milliseconds, "other reads meanwhile, 100,000", at(PublishBench.slowestRead, 100_000)),
            .atMost(50, .milliseconds, "other writes meanwhile, 100,000", at(PublishBench.slowestWrite, 100_000)),
            .atMost(150, .milliseconds, "server start with 10,000", at(StartBench.ready, 10_000)),
            .atMost(48, .megabytes, "resident memory with 10,000", at(StartBench.resident, 10_000)),
        ]
    }
}

/// The command line of `waymark-bench store`.
enum StoreCommand {
    static let usage = """
        store \(BenchOptions.flags)
              Measures durable writes beside SQLite alone, publishes, checks and server starts; needs `waymark` of the same build.
        """

    /// Runs the bench; returns the exit code.
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try BenchOptions(arguments)
        var bench = StoreBench()
        if options.isQuick {
            bench.sizes = [100]
            bench.rounds = 2
            bench.writes = 40
        }
        bench.sizes = options.sizes ?? bench.sizes
        bench.rounds = options.rounds ?? bench.rounds
        bench.seed = options.seed
        bench.only = options.only
        try bench.run(progress: Report.printProgress).print(asJSON: options.isJSON)
        return 0
    }
}
