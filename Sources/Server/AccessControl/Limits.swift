/// Limits of access control, each with its reason.
package enum AccessLimits {
    /// Sources whose failed attempts are counted: 16,384 entries of about 100 bytes take less than 2 MB.
    static let attemptSourcesMax = 16_384

    /// Pairs of a chosen token and a source that used it before, about 100 bytes each.
    ///
    /// If there are more, all are dropped; a user with the same source address as an attacker then waits for at most
    /// one minute.
    static let familiarSourcesMax = 4096

    /// Parts of the tables of tokens: a change copies one part, which has 40 entries if there are 10,000 tokens.
    static let tokenTableParts = 256

    /// Shortest token, in bytes: operators may choose the token of the first administrator.
    package static let secretBytesMin = 8

    /// Longest token, in bytes; tokens of this server have 47.
    package static let secretBytesMax = 256
}
