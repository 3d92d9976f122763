package import RouteDocuments
package import RouteIndex
package import RouteModel

/// The release that a check froze and compiled: what was checked is what is published.
package struct CheckedRelease: Sendable {
    /// The body that clients fetch.
    package var body: ReleaseBody
    /// The body's canonical bytes.
    package var bytes: [UInt8]
    /// Their digest.
    package var digest: [UInt8]
    /// The body compiled.
    package var index: CompiledIndex
    /// The file of this index.
    package var indexBytes: [UInt8]
    /// What it keeps beside its body, with the link files of its hosts.
    package var surfaces: ReleaseSurfaces

    /// The app, number and instant that a release will have.
    package struct Identity: Sendable {
        /// The app.
        package var app: String
        /// The release's number.
        package var version: Int
        /// When it is published.
        package var publishedAt: Instant
        /// SHA-256; given by the caller, because this target does not import Digests.
        package var digest: @Sendable ([UInt8]) -> [UInt8]

        /// Makes an identity from its parts.
        package init(
            app: String, version: Int, publishedAt: Instant, digest: @escaping @Sendable ([UInt8]) -> [UInt8]
        ) {
            self.app = app
            self.version = version
            self.publishedAt = publishedAt
            self.digest = digest
        }
    }
}
