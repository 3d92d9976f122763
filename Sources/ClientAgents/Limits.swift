/// Limits of what is read.
package enum ClientAgentLimits {
    /// Bytes of a header field's value that are looked at; what follows has no effect.
    package static let fieldBytes = 1024
    /// The most bytes of a version.
    package static let versionBytes = 20
}
