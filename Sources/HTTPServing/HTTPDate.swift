/// IMF-fixdate (RFC 9110 section 5.6.7), made once a second by each loop.
struct HTTPDate {
    /// `Date: …` with its CR LF.
    private(set) var line: [UInt8] = []
    private var second: Int64 = -1

    /// Takes over the time.
    mutating func update(milliseconds: Int64) {
        let now = milliseconds / 1000
        guard now != second else { return }
        second = now
        line = Array("Date: \(Self.text(seconds: now))\r\n".utf8)
    }

    static func text(seconds: Int64) -> String {
        let days = Int(seconds / 86_400)
        let rest = Int(seconds % 86_400)
        let (year, month, day) = civil(days)
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
        return "\(names[days % 7]), \(two(day)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Days since 1970 as a date of the Gregorian calendar; eras of 400 years have 146,097 days.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
