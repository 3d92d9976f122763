/// The layout of the records, for the writer, the verification and the readers.
///
/// Every word is the number of a string unless it is described otherwise; "or none" is that number + 1, or 0.
///
/// - destination: kind, then for a screen: name, transition or none, constants record; for a redirect: template,
///   1 when the query is dropped, scheme, host or none, count, name of a query item it sets…, count, parts: (0, text),
///   (1, operator's character or 0, count, (variable, 0 or 1 for `*` or 1 + the prefix's length)…); for a block: reason;
///   for a destination that this version does not support: nothing.
/// - constants: count, (name, value)…
/// - captures: count, then (name, source, place, matcher or none, index of the capture in the matcher)…
/// - constraints: scheme or none, port (0 any, 1 default, else 2 + port), count, then (name, test, operand)…
/// - matcher: flags, count of parts, parts: (0, text), (1), (2, count, word…), (3, class as the number of the first of
///   two longs, least, most or 0).
/// - settings: count, allowed destination…, count, scheme whose authority is the first path segment…
/// - condition: count, then per key of `ConditionKey.clauses` that is set, and `not` last: its `ConditionKey.code` and
///   its operands: words and locale: count, text…; versions: spelling, first of four longs (lower and upper bound, two
///   each); flag: 1 for true; after and before: a long, in milliseconds since 1970; rollout: name of the hashed value,
///   salt or none (the rule's id then), share in hundredths of a percent; ramp: name of the hashed value, salt or none,
///   from, to, first of two longs (start and end); attribute: name, count, value…; not: a condition without `not`.
enum IndexRecord {
    enum Destination: UInt32 {
        case unknown, screen, redirect, block
    }

    /// The part of an address that a capture takes its value from.
    enum Source: UInt32 {
        /// `place`: the host label counted from the right.
        case host
        /// `place`: the path segment.
        case path
        /// `place`: the first segment of the tail.
        case tail
        /// `place`: the first segment of the tail; the final empty segment belongs to it.
        case strictTail
        /// `place`: the query name, a string.
        case query
    }

    enum QueryTest: UInt32 {
        case absent, present, equals, matches
    }

    enum Part: UInt32 {
        case literal, plain, words, run
    }

    enum TemplatePart: UInt32 {
        case literal, expression
    }

    enum MatcherFlag {
        static let ignoreCase: UInt32 = 1
        /// The one part is a prefix of an opaque path.
        static let prefix: UInt32 = 2
    }

    static let portAny: UInt32 = 0
    static let portDefault: UInt32 = 1
    static let portBase: UInt32 = 2
}
