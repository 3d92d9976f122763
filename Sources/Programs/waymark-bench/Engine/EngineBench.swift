import Foundation
import SystemIO

/// `waymark-bench engine`: time and memory of parsing, matching, indexes, JSON and checks, by the number of rules.
struct EngineBench {
    var sizes = [10, 100, 1_000, 10_000, 100_000]
    var rounds = 5
    var seed: UInt64 = 42
    /// A part of the titles of the rows to measure; nil measures all rows.
    var only: String?
    /// The least processor time of one round of one row.
    var budget = Duration.milliseconds(20)
    /// The file of this program, which is started again for rows that need a new process.
    var program: URL

    static let bytesPerRule = "index file, per rule"
    static let jsonPerRule = "canonical JSON, per rule"
    static let bytesPerJSON = "index file / canonical JSON"

    /// Measures everything.
    func run(progress: (String) -> Void) throws -> FigureReport {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waymark-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var report = FigureReport(
            title: "waymark-bench engine: processor time on one core, addresses warm in the cache")
        report.facts =
            Machine.facts + [
                ("rules", "\(sizes.map { FigureText.grouped($0) }.joined(separator: ", ")) of the mix, seed \(seed)"),
                ("rounds", "\(rounds), every row once per round, after one round that is not counted"),
            ]
        var measures: [Measure] = []
        var counts: [(Measure.Name, FigureUnit, Double)] = []
        for size in sizes {
            progress("preparing \(FigureText.grouped(size)) rules")
            let subject = try EngineSubject(RuleMix(size, seed: seed))
            try ColdLaunch.prepare(subject, in: folder)
            try ClientLaunch.prepare(subject, in: folder)
            measures += try self.measures(subject, folder).filter { only.map($0.name.title.contains) ?? true }
            counts += [
                (.init(title: Self.bytesPerRule, size: size), .bytes, Double(subject.file.count) / Double(size)),
                (.init(title: Self.jsonPerRule, size: size), .bytes, Double(subject.body.count) / Double(size)),
                (
                    .init(title: Self.bytesPerJSON, size: size), .times,
                    Double(subject.file.count) / Double(subject.body.count)
                ),
            ]
        }
        var table = FigureTable()
        try table.measure(measures, rounds: rounds, progress: progress)
        for (name, unit, value) in counts { table.add(value, to: name, unit) }
        report.facts.append(("load after", Machine.load))
        report.tables = [("rules", table)]
        report.ratios = Self.ratios(table).filter { !$0.values.isEmpty }
        report.goals = Self.goals(table)
        return report
    }

    private func measures(_ subject: EngineSubject, _ folder: URL) throws -> [Measure] {
        let stopwatch = Stopwatch(budget: budget)
        let size = subject.mix.size
        let program = program
        let cold = [
            Measure(ColdLaunch.open, size, .milliseconds) {
                try ColdLaunch.measure(program, folder, size).milliseconds
            },
            Measure(ColdLaunch.memory, size, .megabytes) {
                try ColdLaunch.measure(program, folder, size).bytes / 1_000_000
            },
        ]
        return [Yardstick.measure(size, stopwatch)]
            + (try LookupMeasures(subject: subject, stopwatch: stopwatch).all())
            + ReleaseMeasures(subject: subject, stopwatch: stopwatch)
            .all(indexFile: ColdLaunch.indexFile(folder, size).path)
            + cold + (try ClientLaunch.measures(subject, stopwatch, program, folder))
            + (try FoundationPeers(subject: subject, stopwatch: stopwatch).all())
            + (try WorstCase(rules: min(size, Self.worstRulesMax)).measures(size, stopwatch))
    }

    /// The most rules of the worst case; with more rules the time per node stays the same.
    private static let worstRulesMax = 16_384
}

/// The command line of `waymark-bench engine`.
enum EngineCommand {
    static let usage = """
        engine \(BenchOptions.flags)
              Measures addresses, matching, indexes, JSON and checks at several numbers of rules.
        """

    /// Runs the bench; returns the exit code.
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try BenchOptions(arguments)
        var bench = EngineBench(program: try ownProgram())
        if options.isQuick {
            bench.sizes = [10, 100]
            bench.rounds = 2
            bench.budget = .milliseconds(1)
        }
        bench.sizes = options.sizes ?? bench.sizes
        bench.rounds = options.rounds ?? bench.rounds
        bench.seed = options.seed
        bench.only = options.only
        try bench.run(progress: Report.printProgress).print(asJSON: options.isJSON)
        return 0
    }

    private static func ownProgram() throws -> URL {
        URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }
}
