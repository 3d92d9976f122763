import SystemIO

/// Writes Prometheus' text format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
package struct MetricsText: Sendable {
    /// The text so far.
    package private(set) var text = ""
    private var names: Set<String> = []

    /// The media type of the format.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Makes an empty text.
    package init() {}

    /// Label names with their values.
    package typealias Labels = KeyValuePairs<String, String>

    /// The type of a family.
    package enum Kind: String, Sendable {
        /// Never falls while the process runs.
        case counter
        /// May rise and fall.
        case gauge
        /// Counts by bounds, and a sum.
        case histogram
    }

    /// Writes a family's header and its samples.
    ///
    /// - Parameters:
    ///   - name: The family's name: units last, counters end in `_total`. Writing a family twice is a programmer's error.
    ///   - kind: The type.
    ///   - help: One sentence.
    ///   - samples: Values with their labels, each set of labels once.
    package mutating func family(
        _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: Labels, value: Double)]
    ) {
        header(name, kind, help)
        for (labels, value) in samples { line(name, labels.map { ($0, $1) }, value) }
    }

    /// Writes a family of one sample without labels.
    package mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help, [([:], value)])
    }

    /// Writes a family of histograms: for each bound the count of values up to it, `+Inf` for all, their sum and their
    /// number.
    mutating func histograms(
        _ name: String, _ help: String, _ samples: [(labels: Labels, histogram: Histogram)]
    ) {
        header(name, .histogram, help)
        for (labels, histogram) in samples {
            let own = labels.map { ($0, $1) }
            var below = 0
            for (bound, count) in zip(histogram.bounds, histogram.counts) {
                below += count
                line("\(name)_bucket", own + [("le", Self.number(bound))], Double(below))
            }
            line("\(name)_bucket", own + [("le", "+Inf")], Double(histogram.count))
            line("\(name)_sum", own, histogram.sum)
            line("\(name)_count", own, Double(histogram.count))
        }
    }

    private mutating func header(_ name: String, _ kind: Kind, _ help: String) {
        precondition(names.insert(name).inserted, "the family \(name) is written twice")
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let list = labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }.joined(separator: ",")
        text += labels.isEmpty ? "\(name) \(Self.number(value))\n" : "\(name){\(list)} \(Self.number(value))\n"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, letter in
            switch letter {
            case "\\": escaped += "\\\\"
            case "\"" where quotes: escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(letter)
            }
        }
    }

    private static func number(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return "\(value)"
    }
}
