/// The version of the server and of `waymark`.
package enum ServerVersion {
    /// Changed with each release, together with the changelog.
    package static let current = "0.1.0"
}
