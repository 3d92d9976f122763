/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Milliseconds since 1970 in UTC.
    public var milliseconds: Int64

    /// Makes an instant from milliseconds since 1970 in UTC.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Reads RFC 3339, as in `2026-11-21T10:05:00Z` or `2026-11-21T18:05:00.25+08:00`.
    ///
    /// Digits beyond milliseconds are cut off. Second 60, which is allowed at 23:59 UTC only, is read as second 0 of
    /// the next minute, because instants have no leap seconds. Nil for a text that RFC 3339 section 5.6 does not allow,
    /// and for one that in UTC is before the year 0000 or after 9999: ``description`` of it would not be read again.
    public init?(rfc3339 text: String) {
        guard let milliseconds = InstantText.parse(Array(text.utf8)) else { return nil }
        self.milliseconds = milliseconds
    }

    /// The instant as RFC 3339 in UTC, with milliseconds if they are not zero.
    public var description: String { InstantText.format(milliseconds) }

    /// Orders instants in time.
    public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
}
