import RouteModel
import TargetTemplate

/// A release's rules, compiled to answer fast: opened from bytes, then immutable.
package struct CompiledIndex: Sendable {
    let file: IndexFile
    /// Where redirects may lead; nil when an entry cannot be read, and then no redirect is followed.
    let destinations: DestinationAllowList?

    /// The version of the file format this code writes and reads.
    package static let formatVersion = Int(IndexFormat.version)

    /// Opens an index: proves the whole once, allocates nothing per rule.
    ///
    /// - Throws: ``IndexError`` for damage, truncation, foreign files and other format versions.
    /// - Complexity: O(bytes).
    package init(_ bytes: IndexBytes) throws(IndexError) {
        file = try IndexVerification.verify(bytes)
        destinations = file.whileAlive { Self.destinations($0) }
    }

    /// The digest of the body it was compiled from: 32 bytes of SHA-256.
    package var digest: [UInt8] {
        file.whileAlive { tables in (0..<32).map { tables.bytes[IndexFormat.digestAt + $0] } }
    }

    /// The release's number.
    package var version: Int {
        file.whileAlive { $0.version }
    }

    /// The app's name.
    package var app: String {
        file.whileAlive { $0.text($0.bytes.word(at: IndexFormat.appAt)) }
    }

    /// How many bytes the file has.
    package var byteCount: Int { file.whileAlive { $0.bytes.count } }

    /// How many rules it holds.
    package var ruleCount: Int { file.whileAlive { $0.ruleIDs.count } }

    /// How many alternatives it holds.
    package var alternativeCount: Int { file.whileAlive { $0.alternativeRules.count } }

    private static func destinations(_ tables: IndexTables) -> DestinationAllowList? {
        var cursor = tables.record(0, of: tables.settings)
        let entries = (0..<cursor.count()).map { _ in tables.text(cursor.next()) }
        return try? DestinationAllowList(entries)
    }
}
