import SystemIO

/// Runs Debian's wrk with one thread on the client's core.
enum WrkClient {
    /// Whether wrk is installed.
    static var isInstalled: Bool { Files.exists(program) }

    /// Runs wrk; the server's CPU time is read before and after, so it includes the idle time of wrk's start.
    static func run(_ plan: LoadPlan, _ url: String, _ fields: [String]) throws -> LoadOutcome {
        let folder = try ScratchFolder("waymark-wrk")
        let seconds = max(1, (plan.milliseconds + 999) / 1000)
        var command = [program, "-t1", "-c\(plan.connections)", "-d\(seconds)s", "--latency"]
        for field in fields { command += ["-H", field] }
        let before = try ProcessTime(of: plan.server)
        let process = try ChildProcess(
            Cores.onClientCore(command + [url]), output: folder.file("wrk.txt"))
        guard process.wait() == 0 else { throw BenchError("wrk failed") }
        var outcome = LoadOutcome()
        outcome.server = try ProcessTime(of: plan.server) - before
        let text = String(decoding: try Files.read(folder.file("wrk.txt"), bytesMax: 65_536), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            // "  152340 requests in 1.10s, 61.02MB read", "    99%  1.12ms"
            if words.count > 3, words[1] == "requests", let count = Int(words[0]) {
                outcome.requests = count
                outcome.seconds = microseconds(words[3].filter { $0 != "," }) / 1_000_000
            }
            if words.count == 2, words[0] == "50%" || words[0] == "99%" {
                let share = words[0] == "50%" ? 99 : 1
                outcome.latencies += Array(
                    repeating: UInt32(clamping: Int(microseconds(String(words[1])))), count: share)
            }
        }
        guard outcome.requests > 0 else { throw BenchError("wrk printed no figures: \(text)") }
        return outcome
    }

    /// A time as wrk writes it: `12.3us`, `1.2ms`, `1.10s`.
    private static func microseconds(_ text: some StringProtocol) -> Double {
        let units: [(String, Double)] = [("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000)]
        for (unit, factor) in units where text.hasSuffix(unit) {
            if let number = Double(text.dropLast(unit.count)) { return number * factor }
        }
        return 0
    }

    private static let program = "/usr/bin/wrk"
}
