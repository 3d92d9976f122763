import CanonicalJSON
import Digests

/// Rows that were removed from the beginning of the audit.
package struct AuditCut: Sendable, Hashable {
    /// The last removed row.
    package let through: Int
    /// The hash of that row.
    package let hash: [UInt8]
    /// How many rows were removed.
    package let rowCount: Int

    /// Makes a cut from its parts.
    package init(through: Int, hash: [UInt8], rowCount: Int) {
        self.through = through
        self.hash = hash
        self.rowCount = rowCount
    }

    /// Reads the cut that a row states; nil for other rows.
    init?(of record: AuditRecord) {
        guard record.action == AuditAction.auditCut.rawValue, let text = record.after,
            let json = try? JSONValue(parsing: text), let through = json["through"]?.integerValue,
            let hash = json["hash"]?.stringValue.flatMap(bytes(fromHex:)), let rows = json["rows"]?.integerValue
        else { return nil }
        self.init(through: Int(through), hash: hash, rowCount: Int(rows))
    }
}
