/// Limits of the admin commands.
enum AdminLimits {
    /// A list that never ends is a server's fault, not a reason to run for ever.
    static let pagesMax = 10_000
    /// The largest file that is read to be sent: more than any draft may hold.
    static let fileBytesMax = 64 << 20
    /// A token is one short line.
    static let tokenFileBytesMax = 4096
    /// Names of a server, a token and an app take a few hundred bytes.
    static let configurationBytesMax = 1 << 16
    /// An audit has a thousand rows a page: more pages than ten million rows are a server's fault.
    static let auditPagesMax = 10_000
    /// The largest answer that is read: a draft of 100,000 rules has 30 MB.
    static let answerBytesMax = 256 << 20
    /// How long a server may think about one request: a check of 100,000 rules takes seconds, on a busy machine more.
    static let answerSeconds = 300
}
