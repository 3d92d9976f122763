import CanonicalJSON
import RouteModel

extension FindingLog {
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
