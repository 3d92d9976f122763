import CanonicalJSON
import RouteModel
import SystemIO

/// Instants as people read them: in the time zone of the reader, with UTC beside.
struct TimeText: Sendable {
    /// Seconds that local time is ahead of UTC at an instant, in seconds since 1970.
    var offsetSeconds: @Sendable (Int64) -> Int = { LocalTime.offsetSeconds(at: $0) }

    /// `2026-11-23 14:10 (06:10 UTC)`, or `2026-11-23 06:10 UTC` where local time is UTC; another text unchanged.
    func shown(_ text: String) -> String {
        guard let instant = Instant(rfc3339: text) else { return text }
        let utc = Self.minutes(instant)
        let offset = Int64(offsetSeconds(instant.milliseconds / 1_000))
        guard offset != 0 else { return utc.day + " " + utc.time + " UTC" }
        let local = Self.minutes(Instant(milliseconds: instant.milliseconds + offset * 1_000))
        let day = utc.day == local.day ? "" : utc.day + " "
        return "\(local.day) \(local.time) (\(day)\(utc.time) UTC)"
    }

    /// The instant of an option: an RFC 3339 instant, or a day, which begins at midnight of UTC.
    static func instant(_ text: String, of option: String) throws(CommandError) -> Instant {
        let isDay = text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil
        guard let instant = Instant(rfc3339: isDay ? text + "T00:00:00Z" : text) else {
            throw CommandError(
                .usage, "\(option) takes a time, not “\(text)”",
                hint: "write it like 2030-06-01 or 2030-06-01T08:00:00+02:00")
        }
        return instant
    }

    private static func minutes(_ instant: Instant) -> (day: String, time: String) {
        let text = instant.description
        return (String(text.prefix(10)), String(text.dropFirst(11).prefix(5)))
    }
}

extension JSONValue {
    /// A member that is an instant, as a table's cell; `-` if it is missing.
    func time(_ name: String) -> String { self[name]?.stringValue.map { TimeText().shown($0) } ?? "-" }
}
