import CanonicalJSON

/// Findings about one document, collected while it is decoded; positions are looked up once, at the end.
struct FindingLog {
    private struct Entry {
        var finding: Finding
        var node: JSONNode
        var offset: Int
    }

    private var entries: [Entry] = []
    /// How many were reported, also those beyond the limit.
    private(set) var count = 0

    /// Reports something about a value; `offset` is where exactly, in bytes of the document.
    ///
    /// Beyond the limit the finding is counted and its words are never made, so that a hostile document costs no more.
    mutating func report(_ finding: @autoclosure () -> Finding, at node: JSONNode, offset: Int? = nil) {
        count += 1
        guard entries.count < ModelLimits.findingsMax else { return }
        entries.append(Entry(finding: finding(), node: node, offset: offset ?? node.offset))
    }

    /// The detail of the first finding from a given count on.
    func detail(from start: Int) -> String? {
        start < entries.count ? entries[start].finding.detail : nil
    }

    /// All findings in the order of the text, each with pointer, line and column.
    func findings(in document: JSONDocument) -> [Finding] {
        let sorted = entries.sorted { $0.offset < $1.offset }
        let positions = document.positions(at: sorted.map(\.offset))
        var findings = zip(sorted, positions).map { entry, position in
            var finding = entry.finding
            finding.pointer = entry.node.pointer.description
            finding.line = position.line
            finding.column = position.column
            return finding
        }
        if count > entries.count, let last = findings.indices.last {
            findings[last].detail += " \(count - entries.count) more findings of this document are not listed."
        }
        return findings
    }
}
