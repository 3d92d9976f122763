import SystemIO

/// Tables and goals as text.
enum Report {
    /// Writes to standard output.
    static func print(_ text: String) { try? Files.writeAll(1, Array((text + "\n").utf8)) }

    /// Writes a line about progress to standard error.
    static func printProgress(_ text: String) { try? Files.writeAll(Files.standardError, Array((text + "\n").utf8)) }

    /// The machine of the measurement.
    static func machine() -> String {
        let release = file("/proc/sys/kernel/osrelease")
        let congestion = file("/proc/sys/net/ipv4/tcp_congestion_control")
        return
            "Linux \(release), \(Threads.processorCount) cores, \(Cores.description); congestion control: \(congestion)"
    }

    /// One comparison as a table; `waymark is` is the ratio of waymark's rate to the row's.
    static func table(_ comparison: Comparison) -> String {
        var rows = [
            ["server", "req/s", "min–max", "waymark is", "CPU µs/req", "user", "CPU0", "CPU1", "p50 µs", "p99 µs"]
        ]
        for entry in comparison.entries where !entry.outcomes.isEmpty {
            let medians = Medians(entry.outcomes)
            let ratio = entry.name == "waymark" ? nil : comparison.ratio("waymark", [entry.name], \.rate)
            rows.append([
                entry.name, grouped(medians.rate),
                "\(grouped(medians.rates.lowerBound))–\(grouped(medians.rates.upperBound))",
                ratio.map { "\(decimal($0)) ×" } ?? "", decimal(medians.microseconds),
                decimal(medians.userMicroseconds), decimal(medians.serverBusy),
                decimal(medians.clientBusy), grouped(medians.p50), grouped(medians.p99),
            ])
        }
        let publishers = comparison.entries.compactMap { entry in
            entry.publisher.map { "\n  \(entry.name): \(decimal($0.rate, 1)) publishes/s" }
        }
        return "\n\(comparison.title)\n" + aligned(rows) + publishers.joined()
    }

    /// The goals, met and missed.
    static func goals(_ goals: [FigureGoal]) -> String {
        "\nGoals\n" + aligned([["what", "measured", "goal", ""]] + goals.map(FigureText.cells))
    }

    /// Aligns columns: the first column and cells that begin with a letter to the left, the others to the right.
    static func aligned(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                let padding = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 || cell.first?.isLetter == true ? cell + padding : padding + cell
            }
            return "  " + cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// A number with `digits` digits after the decimal point.
    static func decimal(_ value: Double, _ digits: Int = 2) -> String {
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let whole = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let rest = String(whole % scale)
        return "\(sign)\(whole / scale).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }

    /// A whole number with commas between thousands.
    static func grouped(_ value: Double) -> String {
        var digits = Array(String(Int(value.rounded())))
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: index)
            index -= 3
        }
        return String(digits)
    }

    private static func file(_ path: String) -> String {
        let bytes = (try? Files.read(path, bytesMax: 256)) ?? Array("unknown".utf8)
        return String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self)
    }
}
