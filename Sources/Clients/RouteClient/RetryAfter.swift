import RouteModel

/// Reads the field `Retry-After` (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// Reads a number of seconds, or a date in one of the three formats of RFC 9110 section 5.6.7.
    ///
    /// A date is compared with the server's `Date`, so that a wrong clock of this device does not change the wait.
    /// - Parameters:
    ///   - text: the field's value.
    ///   - date: the field `Date` of the same answer, if it has one.
    ///   - now: this device's time, used without `date`.
    /// - Returns: seconds, never negative; nil if the field is not valid.
    static func seconds(_ text: String, date: String?, now: Instant) -> Int? {
        if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return Int(text) ?? .max }
        let reference = date.flatMap { instant($0, century: now) } ?? now
        guard let end = instant(text, century: reference) else { return nil }
        return Int(max(0, (end.milliseconds - reference.milliseconds + 999) / 1000))
    }

    /// Reads an HTTP date; a year of two digits is at most 50 years after the reference (RFC 9110 section 5.6.7).
    static func instant(_ text: String, century reference: Instant) -> Instant? {
        let words = text.split { " ,-".contains($0) }.map(String.init)
        let parts: (day: String, month: String, year: String, time: String)
        switch words.count {
        case 6 where words[5] == "GMT": parts = (words[1], words[2], words[3], words[4])
        case 5: parts = (words[2], words[1], words[4], words[3])  // asctime
        default: return nil
        }
        guard let month = months.firstIndex(of: parts.month), var year = Int(parts.year), parts.day.count <= 2 else {
            return nil
        }
        if parts.year.count == 2 {
            let now = Int(String(reference.description.prefix(4))) ?? 1970
            year += (now + 50) / 100 * 100
            if year > now + 50 { year -= 100 }
        }
        let day = (parts.day.count == 1 ? "0" : "") + parts.day
        return Instant(rfc3339: "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day)T\(parts.time)Z")
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
