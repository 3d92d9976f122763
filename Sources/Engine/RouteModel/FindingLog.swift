package import CanonicalJSON

/// The findings of one decoding, without lines and columns: RouteDocuments computes these once, at the end.
package struct FindingLog {
    /// A finding and its place.
    package final class Entry {
        /// The finding, without its place.
        package let finding: Finding
        /// The value that it is about.
        package let node: JSONNode
        /// The offset in the document, in bytes.
        package let offset: Int

        init(_ finding: Finding, _ node: JSONNode, offset: Int) {
            self.finding = finding
            self.node = node
            self.offset = offset
        }
    }

    /// The findings that have texts, at most ``ModelLimits/findingsMax``.
    package private(set) var entries: [Entry] = []
    /// The count of all findings, also of those beyond the limit.
    package private(set) var count = 0

    /// Adds a finding about a value; `offset` is in bytes of the document, and the value's own if it is nil.
    ///
    /// Ask ``countsOnly()`` first: beyond ``ModelLimits/findingsMax`` a finding is counted but its texts are not made,
    /// which bounds the cost of a hostile document.
    mutating func report(_ finding: Finding, at node: JSONNode, offset: Int? = nil) {
        count += 1
        entries.append(Entry(finding, node, offset: offset ?? node.offset))
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
}
