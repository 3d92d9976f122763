package import RouteModel
import TargetTemplate

/// The compiled rules of a release: opened from an index file, then immutable.
package struct CompiledIndex: Sendable {
    let file: IndexFile
    /// The allow-list of redirects; nil if an entry is invalid: then no redirect is followed.
    let destinations: DestinationAllowList?

    /// Opens an index file: checks all of it once, and allocates nothing per rule.
    ///
    /// - Throws: ``IndexError`` for damage, truncation, foreign files and other format versions.
    /// - Complexity: O(bytes).
    package init(_ bytes: IndexBytes) throws(IndexError) {
        file = try IndexVerification.verify(bytes)
        destinations = file.whileAlive { Self.destinations($0) }
    }

    /// The number of the file format that this engine writes and reads.
    package static let format = Int(IndexFormat.version)

    /// The SHA-256 of the body that was compiled, 32 bytes.
    package var digest: [UInt8] {
        file.whileAlive { tables in (0..<32).map { tables.bytes[IndexFormat.digestAt + $0] } }
    }

    /// The release's number.
    package var version: ReleaseVersion {
        file.whileAlive { $0.version }
    }

    /// The app's name.
    package var app: String {
        file.whileAlive { $0.text($0.bytes.word(at: IndexFormat.appAt)) }
    }

    /// The size of the file in bytes.
    package var byteCount: Int { file.whileAlive { $0.bytes.count } }

    /// The number of rules.
    package var ruleCount: Int { file.whileAlive { $0.ruleCount } }

    private static func destinations(_ tables: IndexTables) -> DestinationAllowList? {
        var cursor = tables.record(0, of: tables.settings)
        let entries = (0..<cursor.count()).map { _ in tables.text(cursor.next()) }
        return try? DestinationAllowList(entries)
    }
}
