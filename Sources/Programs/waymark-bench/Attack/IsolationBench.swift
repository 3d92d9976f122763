import SystemIO

/// `waymark-bench isolation`: what one client can take from a server at most, and how long others wait meanwhile.
///
/// Each attack runs alone, against a server with default limits, which has one core; the clients have the other.
struct IsolationBench {
    static let usage = """
        isolation [--seconds N, 7] [--only PART-OF-A-TITLE]
              Attacks the server in each way, with one listener and with two; fails if a probe waits too long.
        """

    private let folder: ScratchFolder
    private let seconds: Int
    private let attacks: [Attack]
    private var faults: [String] = []

    /// Runs all attacks on both kinds of server; returns the exit code.
    static func run(_ options: [String: String]) throws -> Int32 {
        _ = ProcessLimits.raiseDescriptors()
        let attacks = Attack.named(options["only"])
        guard !attacks.isEmpty else { return BenchCommand.fail("waymark-bench: no attack has this title\n") }
        let seconds = max(1, options["seconds"].flatMap { Int($0) } ?? 7)
        var bench = IsolationBench(
            folder: try ScratchFolder("waymark-isolation"), seconds: seconds, attacks: attacks)
        Report.print(Report.machine())
        for isDivided in [false, true] { try bench.measure(isDivided: isDivided) }
        for fault in bench.faults { Report.print("FAILED: \(fault)") }
        if bench.faults.isEmpty { Report.print("every probe was answered in time") }
        return bench.faults.isEmpty ? 0 : 1
    }

    private mutating func measure(isDivided: Bool) throws {
        let site = try AttackSite(folder, isDivided: isDivided)
        defer { site.server.stop() }
        var rows = [
            ["client", "requests", "MB", "MB after", "cores"]
                + Probe.all(site).flatMap { ["\($0.title) p99 ms", "slowest"] } + ["answers to the attack"]
        ]
        rows.append(try row(site, nil))
        for attack in attacks { rows.append(try row(site, attack)) }
        let title = isDivided ? "With a listener of administrators" : "With one listener"
        Report.print("\n\(title), \(seconds) s each\n" + Report.aligned(rows))
    }

    /// Measures an attack, or the quiet server.
    private mutating func row(_ site: AttackSite, _ attack: Attack?) throws -> [String] {
        Report.printProgress(attack?.title ?? "without an attack")
        let log = folder.file("attack.txt")
        Files.remove(log)
        let process = try attack.map { attack in
            try AttackCommand.start(
                on: (site.address, site.admin), ["--only", attack.title, "--seconds", "\(seconds + 1)"], output: log)
        }
        // The attackers make their tokens and connections.
        Threads.sleep(milliseconds: 500)
        let series = Probe.all(site).map(ProbeSeries.init)
        let threads = try series.map { series in try Threads.start { series.run() } }
        let before = try ProcessTime(of: site.server.worker)
        let begun = MonotonicClock.milliseconds
        var memory = 0
        while MonotonicClock.milliseconds < begun + Int64(seconds) * 1_000 {
            memory = max(memory, try ProcessMemory.resident(site.server.worker))
            Threads.sleep(milliseconds: 50)
        }
        let spent = (try ProcessTime(of: site.server.worker) - before).all
        let measured = Double(MonotonicClock.milliseconds - begun) / 1_000
        for series in series { series.end() }
        for thread in threads { thread.join() }
        process?.wait()
        Threads.sleep(milliseconds: Self.restMilliseconds)
        judge(series, attack?.title ?? "without an attack")
        let after = try ProcessMemory.resident(site.server.worker)
        let answers = String(decoding: (try? Files.read(log, bytesMax: 4_096)) ?? [], as: UTF8.self)
        return [
            attack?.client.rawValue ?? "none", attack?.title ?? "", "\(memory >> 20)", "\(after >> 20)",
            Report.decimal(spent / measured),
        ] + series.flatMap { [Report.decimal($0.p99, 1), Report.decimal($0.slowest, 1)] }
            + [answers.split(separator: "\n").joined(separator: " ")]
    }

    private mutating func judge(_ series: [ProbeSeries], _ title: String) {
        for series in series {
            let name = series.probe.title
            if series.failures > 0 { faults.append("\(title): \(series.failures) of \(name) were refused") }
            guard name.hasPrefix("/"), series.p99 > Self.probeMillisecondsMax else { continue }
            faults.append("\(title): \(name) took \(Report.decimal(series.p99, 1)) ms (p99)")
        }
    }

    /// The longest time for 99 of 100 probes, in milliseconds.
    private static let probeMillisecondsMax = 50.0
    /// Milliseconds between two attacks, in which the server closes connections and returns memory.
    private static let restMilliseconds = 2_000
}
