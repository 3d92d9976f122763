import SQLKit
package import StoreRecords

extension RuleStore {
    /// What the release of `production` keeps beside its body; nil if it keeps nothing, or clients need a token for it.
    ///
    /// Its link files are those that devices have.
    package func servedSurfaces(of app: String) throws(StoreError) -> [UInt8]? {
        let channel = try channel(app, ChannelRecord.production)
        guard channel.isPublic, let version = channel.version else { return nil }
        return try releaseSurfaces(app, version)
    }

    /// What a release keeps beside its body, as canonical JSON; nil if it keeps nothing, or its bytes were removed.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - version: The release's number.
    /// - Returns: The document that `ReleaseSurfaces` reads.
    /// - Throws: `notFound` for the app, and the failure of the read.
    package func releaseSurfaces(_ app: String, _ version: Int) throws(StoreError) -> [UInt8]? {
        try read { session in
            try session.first(
                "SELECT document FROM release_surfaces WHERE app_id = ?1 AND version = ?2",
                [.integer(try session.appID(app)), .integer(version)]
            ) { row in row.bytes(0) }
        }
    }
}
