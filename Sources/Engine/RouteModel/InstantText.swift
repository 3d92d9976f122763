/// Reads and writes the text of instants (RFC 3339 section 5.6).
enum InstantText {
    private static let millisecondsPerDay: Int64 = 86_400_000
    /// The years 0000 to 9999 in UTC: RFC 3339 has four digits for a year, so that no other instant can be written.
    private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    static func parse(_ text: [UInt8]) -> Int64? {
        guard text.count >= 20, text[4] == 0x2D, text[7] == 0x2D, text[10] | 0x20 == 0x74, text[13] == 0x3A,
            text[16] == 0x3A,
            let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19]),
            (1...12).contains(month), (1...days(in: month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = text[19...]
        guard let fraction = fraction(&rest), let offset = offset(rest) else { return nil }
        let minutes = (dayNumber(year, month, day) * 24 + hour) * 60 + minute - offset
        guard second < 60 || (minutes + 1) % 1440 == 0 else { return nil }
        let milliseconds = (minutes * 60 + second) * 1000 + fraction
        return writable.contains(milliseconds) ? milliseconds : nil
    }

    static func format(_ milliseconds: Int64) -> String {
        let day = floorDivide(milliseconds, millisecondsPerDay)
        let time = milliseconds - day * millisecondsPerDay
        let (year, month, date) = civil(day)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        if year < 0 { text.append(UInt8(ascii: "-")) }
        append(abs(year), digits: 4, to: &text)
        for (mark, number) in [
            (UInt8(ascii: "-"), month), (UInt8(ascii: "-"), date), (UInt8(ascii: "T"), time / 3_600_000),
            (UInt8(ascii: ":"), time / 60_000 % 60), (UInt8(ascii: ":"), time / 1000 % 60),
        ] {
            text.append(mark)
            append(number, digits: 2, to: &text)
        }
        if time % 1000 != 0 {
            text.append(UInt8(ascii: "."))
            append(time % 1000, digits: 3, to: &text)
        }
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// The milliseconds of a fraction, which is consumed; 0 if there is none, nil for a `.` without digits.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == 0x2E else { return 0 }
        let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        var value: Int64 = 0
        for place in 0..<3 {
            let digit = place < digits.count ? digits[digits.startIndex + place] - 0x30 : 0
            value = value * 10 + Int64(digit)
        }
        return value
    }

    /// The minutes by which local time is ahead of UTC; nil if the text is not an offset.
    private static func offset(_ rest: ArraySlice<UInt8>) -> Int64? {
        let text = Array(rest)
        if text.count == 1, text[0] | 0x20 == 0x7A { return 0 }
        guard text.count == 6, text[0] == 0x2B || text[0] == 0x2D, text[3] == 0x3A,
            let hours = number(text[1..<3]), let minutes = number(text[4..<6]), hours < 24, minutes < 60
        else { return nil }
        let total = hours * 60 + minutes
        return text[0] == 0x2D ? -total : total
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in digits {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }

    private static func days(in month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970 of a date in the proleptic Gregorian calendar, counting years from March.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date of a number of days since 1970; the inverse of `dayNumber`.
    private static func civil(_ day: Int64) -> (Int64, Int64, Int64) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// Appends a number with at least `digits` digits; not `String(format:)`, because every log line has an instant.
    private static func append(_ number: Int64, digits: Int, to text: inout [UInt8]) {
        var power: Int64 = 1
        for _ in 1..<digits { power *= 10 }
        while number / power >= 10 { power *= 10 }
        while power > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number / power % 10))
            power /= 10
        }
    }
}

/// Division that rounds towards minus infinity; the divisor is positive.
func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
