/// `waymark-bench store` as it is typed.
enum StoreCommand {
    static let usage = """
        store \(BenchOptions.flags)
              Measures durable writes beside SQLite alone, publishes, checks and server starts; wants `waymark` beside it.
        """

    /// Runs it; returns the exit code.
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
        try bench.run(progress: Report.note).print(asJSON: options.isJSON)
        return 0
    }
}
