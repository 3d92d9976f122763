/// Limits of the admin commands.
enum AdminLimits {
    /// Pages of one list that are requested, ten million rows of the audit; a list with more is a fault of the server.
    static let pagesMax = 10_000
    /// Largest file in bytes that is sent; no draft may be larger.
    static let fileBytesMax = 64 << 20
    /// Largest token file in bytes; a token is one short line.
    static let tokenFileBytesMax = 4096
    /// Largest configuration file in bytes; a usual one has a few hundred.
    static let configurationBytesMax = 1 << 16
    /// Largest answer in bytes; a draft of 100,000 rules has 30 MB.
    static let answerBytesMax = 256 << 20
    /// Seconds to wait for an answer; a check of 100,000 rules takes several seconds, on a busy machine longer.
    static let answerSeconds = 300
    /// Bytes of an answer to a download that are kept if it is not the promised one.
    static let refusalBytesMax = 1 << 20
    /// Largest content in bytes that is remembered for the next write; of a larger one only the entity tag is.
    static let readingBytesMax = 1 << 20
    /// Members, rules or test addresses of which a refusal shows the versions.
    static let versionsShownMax = 20
    /// Characters of one version that are shown.
    static let versionCharactersMax = 300
    /// Addresses that lead elsewhere and are shown before a publish.
    static let addressesShownMax = 5
    /// Ids of rules that one line lists.
    static let idsShownMax = 50
    /// Rules that one command copies.
    static let copiedRulesMax = 1_000
    /// Addresses of one `surfaces verify`: a screen of them.
    static let verifiedAddressesMax = 100
}
