/// The ends of an answer's head, with the date of the second: made once a second, not once an answer.
struct DateLines {
    /// For a connection that stays open.
    private(set) var open: [UInt8] = []
    /// For one that closes (RFC 9112 section 9.6).
    private(set) var closing: [UInt8] = []
    /// For an HTTP/1.0 client that asked to stay (RFC 9112 appendix C.2.2).
    private(set) var open10: [UInt8] = []

    /// Makes the lines for a moment in seconds since 1970.
    mutating func refresh(_ seconds: Int64) {
        let date = Array("Date: \(Self.date(seconds))\r\n".utf8)
        open = date + Array("\r\n".utf8)
        closing = date + Array("Connection: close\r\n\r\n".utf8)
        open10 = date + Array("Connection: keep-alive\r\n\r\n".utf8)
    }

    /// The end that fits a connection.
    @inline(__always)
    func tail(isOpen: Bool, isVersion10: Bool) -> [UInt8] { !isOpen ? closing : isVersion10 ? open10 : open }

    /// RFC 9110 section 5.6.7: IMF-fixdate.
    static func date(_ seconds: Int64) -> String {
        let days = Int(seconds.quotientAndRemainder(dividingBy: 86_400).quotient)
        let time = Int(seconds % 86_400)
        let (year, month, day) = civil(days)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        return "\(weekdays[days % 7]), \(twoDigits(day)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Year, month and day of a number of days since 1970, by counting in years that begin in March, so that the leap
    /// day is the last of its year.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
