/// Limits of the control plane, each with its reason.
package enum ControlLimits {
    /// Attempts of a publish while other writers of the app may write, too; in the attempt after these, they wait.
    ///
    /// An attempt takes milliseconds with few rules and 0.3 s with 10,000.
    package static let publishAttemptsBeside = 3

    /// How long the secret before a rotation stays valid by default, in seconds: one hour.
    package static let rotationOverlapSeconds = 3600

    /// Transactions of 1,000 rows of the audit that one request for a cut makes; the answer says that more are left.
    static let auditCutPiecesPerRequest = 100

    /// Releases that one request for retention removes at most; the answer says that more are left.
    package static let retentionReleasesPerRequest = 1000

    /// Whole drafts that are read at once.
    ///
    /// Each is in memory (30 MB for 100,000 rules) before the server checks whether it has memory for the answer.
    package static let draftReadsAtOnceMax = 2

    /// Rules that a difference shows before and after; the others are only counted.
    static let changesMax = 200

    /// Bytes of the rules that a difference shows, in all.
    static let changesBytesMax = 256 << 10

    /// Bytes of the items of one page of a list; a single item may be longer.
    package static let pageBytesMax = 1 << 20

    /// When to try a backup again while another one is made or sent, in seconds.
    static let backupRetrySeconds = 10

    /// Ids with a number that are tried for a rule without an id, before a random one is used.
    package static let derivedIDsMax = 16
}
