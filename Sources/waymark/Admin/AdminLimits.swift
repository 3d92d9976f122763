/// Limits of the admin commands.
enum AdminLimits {
    /// A list that never ends is a server's fault, not a reason to run for ever.
    static let pagesMax = 10_000
    /// The largest file that is read to be sent: more than any draft may hold.
    static let fileBytesMax = 64 << 20
    /// A token is one short line.
    static let tokenFileBytesMax = 4096
    /// A backup is held in memory before it is written whole.
    static let backupBytesMax = 4 << 30
}
