/// Limits of this target, each with its reason.
package enum StoreLimits {
    /// How long wall and monotonic clock must agree before what ended by time is removed: a day.
    package static let settlingMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// The difference of the two clocks that is no jump: more than what a clock is slewed, and less than a zone.
    package static let clockDriftMilliseconds: Int64 = 15 * 60 * 1000

    /// The most rows of one page; whole drafts and bodies have separate functions.
    package static let pageRowsMax = 1000

    /// Room for what a hash of the audit covers beside the texts before and after, in bytes, so that it is allocated once.
    static let usualAuditBytes = 512

    /// How long the secret before a rotation may stay valid, in seconds: 30 days.
    package static let rotationOverlapSecondsMax = 30 * 24 * 60 * 60

    /// How long the counts of adoption are kept, in milliseconds: 14 days, two releases of most apps.
    package static let adoptionMilliseconds: Int64 = 14 * 24 * 60 * 60 * 1000

    /// The most rows of an app's adoption; of more, the oldest hours are deleted.
    ///
    /// An app with a channel and two releases in use has 1,000 in 14 days.
    package static let adoptionRowsMax = 10_000

    /// How long a session of the console lasts without a request, in milliseconds: 8 hours, a working day.
    package static let sessionIdleMilliseconds: Int64 = 8 * 60 * 60 * 1000

    /// How long a session of the console lasts at most, in milliseconds: 7 days.
    package static let sessionLifetimeMilliseconds: Int64 = 7 * 24 * 60 * 60 * 1000

    /// Sessions of one token: a person has a few browsers; one more ends the oldest.
    package static let sessionsPerTokenMax = 32

    /// Sessions of all people without a token: a company's administrators a few times over; one more ends the oldest.
    package static let personSessionsMax = 1024

    /// How long a session of a person without a token lasts at most, in milliseconds: an hour, after which the proxy says
    /// again who the person is, and of which groups.
    package static let personSessionMilliseconds: Int64 = 60 * 60 * 1000

    /// How long answers under an idempotency key are kept, in milliseconds: 24 hours.
    package static let answerLifetimeMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// The longest JSON in a row of the audit, in bytes.
    ///
    /// Of longer JSON it has length and SHA-256, so that replacing a draft of 100,000 rules does not add 60 MB to a
    /// table that never shrinks.
    static let auditJSONBytesMax = 64 * 1024

    /// The longest text of rules or settings in a row of the audit, in bytes; changes of longer ones are stored in
    /// parts.
    ///
    /// 1 KB below the longest JSON, for the frame of the text.
    static let auditTextBytesMax = auditJSONBytesMax - 1024

    /// The longest list of rule ids in a row of the audit, in bytes: half of ``auditJSONBytesMax``, which leaves place for
    /// the message.
    static let auditRuleListBytesMax = auditJSONBytesMax / 2

    /// Rules in a part of a stored change, on average: enough to compress well, few enough to read one page quickly.
    static let auditPartRules: UInt32 = 64

    /// The most rules in a part of a stored change.
    static let auditPartRulesMax = 256

    /// Bytes of a part's texts, before and after together, behind which it ends; a single rule may be longer.
    static let auditPartBytes = 256 * 1024

    /// The longest text of a part in bytes: twice the largest draft, so that every rule and all settings fit.
    static let auditPieceBytesMax = 128 << 20

    /// gzip's level for texts of the audit: a tenth larger than level 6, in half the time.
    static let auditPackingLevel = 3

    /// gzip's level for compiled indexes: 1 % larger than level 6, in half the time.
    static let indexPackingLevel = 4

    /// The longest JSON in the rows of one page of the audit, or in the changes of one row, in bytes; one row or change
    /// may be longer.
    package static let auditPageBytes = 1 << 20

    /// The longest JSON of the rules in one page of a draft, in bytes; a single rule may be longer.
    package static let rulePageBytes = 1 << 20

    /// Rows of the audit that one page looks at: a page under filters that few rows pass may be short, and its cursor
    /// continues behind the last row looked at.
    package static let auditScanRowsMax = 10_000

    /// The most rows of the audit that one transaction removes; each has 128 KB of text at most, and usually 1 KB.
    package static let auditCutRows = 1000

    /// The youngest rows that a cut may remove, in milliseconds: a day, far beyond what a head file
    /// may lack after a crash, so that the row that it names is there.
    package static let auditCutAgeMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// The most numbers of releases, names of channels and names of builds that a plan of retention lists for an app;
    /// it has the number and the bytes of all releases.
    package static let retentionListedMax = 100
}
