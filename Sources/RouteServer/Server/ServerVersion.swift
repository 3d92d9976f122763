/// The version of the server and of the program that it is in.
package enum ServerVersion {
    /// Raised with every release, together with the changelog.
    package static let current = "0.1.0"
}
