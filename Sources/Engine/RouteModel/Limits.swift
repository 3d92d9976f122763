/// The limits of a configuration, each with its reason.
package enum ModelLimits {
    /// Rules in a draft: ten times the largest known table; the body stays below the JSON reader's 64 MiB.
    package static let rulesMax = 200_000
    /// Patterns of one rule (language.md section 2).
    package static let patternsPerRuleMax = 32
    /// Alternatives of one rule: its patterns, times the forms of their groups, times the origins of path-only ones.
    ///
    /// Long ones count several times (`Pattern.weight`). 32 patterns with one group each reach it with 64 origins.
    package static let alternativesPerRuleMax = 4_096
    /// Alternatives of all enabled rules, counted in the same way: five times the largest known table.
    package static let alternativesMax = 100_000
    /// Bytes of one pattern: a quarter of the longest address that is matched.
    package static let patternBytesMax = 2_048
    /// Bytes of a redirect template: the greatest length of an address.
    package static let templateBytesMax = 8_192
    /// The greatest priority; the least is its negative.
    package static let priorityMax = 1_000
    /// Bytes of a rule's id.
    package static let ruleIDBytesMax = 64
    /// Bytes of an app's or a channel's name; a head with two names of this length is below ``headBytesMax``.
    package static let nameBytesMax = 32
    /// Bytes of a note; notes are not part of a release.
    package static let noteBytesMax = 4_096
    /// Words in one list of a condition.
    package static let wordsMax = 256
    /// Bytes of one word, name of an attribute, screen or parameter.
    package static let wordBytesMax = 256
    /// Attributes in one condition or one context.
    package static let attributesMax = 64
    /// Constant parameters of a screen.
    package static let constantsMax = 64
    /// Bytes of a constant parameter, a block's reason or an attribute's value.
    package static let textBytesMax = 4_096
    /// Entries of each list in the settings; a path-only pattern has one alternative per origin.
    package static let settingsEntriesMax = 64
    /// Entries of the allow-list of destinations.
    package static let destinationsMax = 1_024
    /// Stored test addresses of an app; all run on every check.
    package static let expectationsMax = 10_000
    /// Screens in one manifest.
    package static let screensMax = 10_000
    /// Findings of one decoding; later ones are only counted, which bounds the cost of a hostile document.
    package static let findingsMax = 1_000
    /// The greatest epoch of a head: 10 digits, as the seconds since 1970 have until the year 2286.
    ///
    /// Only servers compare with it, and their `Int` has 64 bits.
    package static let epochMax = Int(clamping: Int64(9_999_999_999))
    /// Bytes of a head as JSON, so that it fits into one packet together with the answer head.
    package static let headBytesMax = 640
    /// Redirects followed in one resolution; the next one fails (language.md section 7).
    package static let redirectsMax = 5
    /// The greatest share, in hundredths of a percent, and the number of buckets.
    package static let shareMax = 10_000
}
