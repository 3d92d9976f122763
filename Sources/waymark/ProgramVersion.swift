import RouteServer

/// The version of this program.
enum ProgramVersion {
    /// The server's.
    static let current = ServerVersion.current
}
