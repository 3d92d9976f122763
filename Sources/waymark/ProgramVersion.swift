/// The version of this program.
enum ProgramVersion {
    /// Raised with every release, together with the changelog.
    static let current = "0.1.0"
}
