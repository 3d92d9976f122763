package import RouteIndex
package import RouteModel

/// A release as it was made for its check: what was looked at is what is published.
package struct ReadyRelease: Sendable {
    /// What clients get.
    package var body: ReleaseBody
    /// The body's canonical bytes.
    package var bytes: [UInt8]
    /// Their digest.
    package var digest: [UInt8]
    /// The body compiled.
    package var index: CompiledIndex

    /// What a release is going to be called.
    package struct Identity: Sendable {
        /// The app.
        package var app: String
        /// The release's number.
        package var version: Int
        /// When it is published.
        package var publishedAt: Instant
        /// SHA-256: this room has no digests of its own.
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
