import RouteModel
import TargetTemplate

/// A release's rules, compiled to answer fast: opened from bytes, then immutable.
package struct CompiledIndex: Sendable {
    let tables: IndexTables
    /// Where redirects may lead; nil when an entry cannot be read, and then no redirect is followed.
    let destinations: DestinationAllowList?

    /// The version of the file format this code writes and reads.
    package static let formatVersion = Int(IndexFormat.version)

    /// Opens an index: proves the whole once, allocates nothing per rule.
    ///
    /// - Throws: ``IndexError`` for damage, truncation, foreign files and other format versions.
    /// - Complexity: O(bytes).
    package init(_ bytes: IndexBytes) throws(IndexError) {
        tables = try IndexVerification.verify(bytes)
        destinations = Self.destinations(tables)
    }

    /// The digest of the body it was compiled from: 32 bytes of SHA-256.
    package var digest: [UInt8] {
        tables.owner.whileAlive { (0..<32).map { tables.bytes[IndexFormat.digestAt + $0] } }
    }

    /// The release's number.
    package var version: Int {
        tables.owner.whileAlive { Int(truncatingIfNeeded: tables.bytes.long(at: IndexFormat.releaseAt)) }
    }

    /// The app's name.
    package var app: String {
        tables.owner.whileAlive { tables.text(tables.bytes.word(at: IndexFormat.appAt)) }
    }

    /// How many rules it holds.
    package var ruleCount: Int { tables.ruleIDs.count }

    /// How many alternatives it holds.
    package var alternativeCount: Int { tables.alternativeRules.count }

    private static func destinations(_ tables: IndexTables) -> DestinationAllowList? {
        tables.owner.whileAlive {
            var cursor = tables.record(0, of: tables.settings)
            let entries = (0..<cursor.count()).map { _ in tables.text(cursor.next()) }
            return try? DestinationAllowList(entries)
        }
    }
}
