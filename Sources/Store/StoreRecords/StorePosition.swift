/// How much of the history of a store a reader has seen: the epoch, and a row of the audit.
///
/// Positions are ordered. Every change that others can see has a row, rows have no gaps, and their order is that of the
/// commits; a database that may lack commits has a higher epoch.
package struct StorePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The epoch.
    package let epoch: Int
    /// The last row of the audit; 0 before the first.
    package let sequence: Int

    /// Makes a position from its parts.
    package init(epoch: Int, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Reads `EPOCH.SEQUENCE`, both as decimal digits; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let epoch = Int(parts[0]), let sequence = Int(parts[1])
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
    }

    /// `EPOCH.SEQUENCE`.
    package var description: String { "\(epoch).\(sequence)" }

    /// Whether a position is before another one.
    package static func < (left: StorePosition, right: StorePosition) -> Bool {
        (left.epoch, left.sequence) < (right.epoch, right.sequence)
    }
}
