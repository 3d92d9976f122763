/// How much of everything a configuration may hold.
package enum ModelLimits {
    /// Rules in a draft; ten times the largest table measured, and its body stays below the reader's 64 MiB.
    package static let rulesMax = 200_000
    /// Patterns of one rule (language.md section 2).
    package static let patternsPerRuleMax = 32
    /// Bytes of one pattern; a quarter of the longest address that is looked up.
    package static let patternBytesMax = 2_048
    /// Bytes of a redirect template; an address is at most as long.
    package static let templateBytesMax = 8_192
    /// Priorities lie between minus and plus this.
    package static let priorityMax = 1_000
    /// Bytes of a rule's id.
    package static let ruleIDBytesMax = 64
    /// Bytes of an app's or a channel's name; with both at their longest a head still fits ``headBytesMax``.
    package static let nameBytesMax = 32
    /// Bytes of a note; notes are for people and stay on the server.
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
    /// Entries of each list in the settings; every path-only pattern becomes one alternative per origin.
    package static let settingsEntriesMax = 64
    /// Entries of the allow-list of destinations.
    package static let destinationsMax = 1_024
    /// Stored test addresses of an app; all run on every check.
    package static let expectationsMax = 10_000
    /// Screens in one manifest.
    package static let screensMax = 10_000
    /// Findings that one decoding reports; a person reads no more, and the rest would repeat them.
    package static let findingsMax = 1_000
    /// Bytes of a head as JSON, so that it travels in one packet with its header fields.
    package static let headBytesMax = 400
    /// Redirects that are followed; the next one fails (language.md section 7).
    package static let redirectsMax = 5
    /// Largest share and number of buckets: hundredths of a percent.
    package static let shareMax = 10_000
}
