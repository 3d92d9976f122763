import CanonicalJSON

/// The findings of one decoding; lines and columns are computed once, at the end.
struct FindingLog {
    private struct Entry {
        var finding: Finding
        var node: JSONNode
        var offset: Int
    }

    private var entries: [Entry] = []
    /// The count of all findings, also of those beyond the limit.
    private(set) var count = 0

    /// Adds a finding about a value; `offset` is in bytes of the document, and the value's own if it is nil.
    ///
    /// Ask ``countsOnly()`` first: beyond ``ModelLimits/findingsMax`` a finding is counted but its texts are not made,
    /// which bounds the cost of a hostile document.
    mutating func report(_ finding: Finding, at node: JSONNode, offset: Int? = nil) {
        count += 1
        entries.append(Entry(finding: finding, node: node, offset: offset ?? node.offset))
    }

    /// Whether findings are only counted any more, without their texts; if so, counts one.
    mutating func countsOnly() -> Bool {
        guard entries.count >= ModelLimits.findingsMax else { return false }
        count += 1
        return true
    }

    /// The detail of the finding at an index; nil if there is none.
    func detail(from start: Int) -> String? {
        start < entries.count ? entries[start].finding.detail : nil
    }

    /// All findings in the order of the text, each with pointer, line and column.
    func findings(in document: JSONDocument) -> [Finding] {
        let sorted = entries.sorted { $0.offset < $1.offset }
        let positions = document.positions(at: sorted.map { $0.offset })
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
