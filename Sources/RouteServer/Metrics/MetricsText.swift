/// Writes Prometheus' text format, version 0.0.4.
struct MetricsText: Sendable {
    /// What was written so far.
    private(set) var text = ""

    init() {}

    /// What a family of samples measures.
    enum Kind: String, Sendable {
        /// Only ever rises.
        case counter
        /// Rises and falls.
        case gauge
    }

    /// Writes a family's header and its samples.
    ///
    /// - Parameters:
    ///   - name: the family's name; units last, counters end in `_total`.
    ///   - kind: what it is.
    ///   - help: one sentence.
    ///   - samples: values with their labels.
    mutating func family(
        _ name: String, _ kind: Kind, _ help: String,
        _ samples: [(labels: KeyValuePairs<String, String>, value: Double)]
    ) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, value) in samples {
            let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            text += labels.isEmpty ? "\(name) \(Self.number(value))\n" : "\(name){\(list)} \(Self.number(value))\n"
        }
    }

    /// Writes a family of one sample without labels.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help, [([:], value)])
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, letter in
            switch letter {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(letter)
            }
        }
    }

    private static func number(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        return "\(value)"
    }
}
