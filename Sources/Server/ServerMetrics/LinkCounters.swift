import Synchronization

/// Counts the answers to links on the web: by host, rule and outcome, and by nothing of the client.
package final class LinkCounters: Sendable {
    /// What is counted together.
    package struct Series: Hashable, Sendable {
        /// The host; nil for hosts that are not served.
        var host: String?
        /// The id of the rule; nil if none matched.
        var rule: String?
        /// The kind of the answer.
        var outcome: String

        /// Names a series.
        package init(host: String?, rule: String?, outcome: String) {
            self.host = host
            self.rule = rule
            self.outcome = outcome
        }

        /// Hashes host and rule: a rule has few outcomes, and each further text would cost as much as an allocation.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(host ?? "")
            hasher.combine(rule ?? "")
        }
    }

    /// The counts of one loop, or of all workers; a loop's lock is free but while metrics are read.
    private final class Row: Sendable {
        let counts = Mutex<[Series: Int]>([:])
    }

    private let rows: [Row]

    /// Makes counters for some loops, and a row more for workers.
    package init(loops: Int) { rows = (0...loops).map { _ in Row() } }

    /// Counts an answer in the row of a loop; the row behind the last loop is for workers.
    ///
    /// Rules beyond ``MetricsLimits/linkSeriesMax`` series of a row are counted without their id.
    package func count(_ series: Series, row: Int) {
        rows[row].counts.withLock { counts in
            if let index = counts.index(forKey: series) { return counts.values[index] += 1 }
            let isFull = counts.count >= MetricsLimits.linkSeriesMax
            counts[isFull ? Series(host: series.host, rule: nil, outcome: series.outcome) : series, default: 0] += 1
        }
    }

    /// All counts so far.
    package var totals: [Series: Int] {
        rows.reduce(into: [:]) { totals, row in
            totals.merge(row.counts.withLock { $0 }) { $0 + $1 }
        }
    }

    /// Writes the family.
    package func write(into text: inout MetricsText) {
        let samples = totals.map { ($0.key.host ?? "", $0.key.rule ?? "", $0.key.outcome, $0.value) }
        text.family(
            "waymark_links_total", .counter,
            "Links answered on the web, by host, the rule that the link matched, and outcome.",
            samples.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
                .map { (["host": $0.0, "rule": $0.1, "outcome": $0.2], Double($0.3)) })
    }
}
