/// The key of one compiled condition, and how its operands are written.
///
/// A condition record is a count, then per key: this word and its operands. Keys are in the order of language.md
/// section 4, which is also the order in which `Condition.firstFailure` evaluates them.
enum ConditionKey: UInt32 {
    /// Count, word…
    case platform, region, build, source
    /// Count, language range…
    case locale
    /// Spelling, first of four longs: lower and upper bound, two each.
    case appVersion, osVersion
    /// 1 for signed in.
    case signedIn
    /// A long: milliseconds since 1970.
    case after, before
    /// What is counted, salt or none (the rule's id then), hundredths of a percent.
    case percent
    /// What is counted, salt or none, from, to, first of two longs: start and end.
    case ramp
    /// Name, count, value…
    case attribute
    /// A whole condition record without a `not`.
    case not
}
