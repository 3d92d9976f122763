/// The last lines of an answer's head, with the date of the current second; rewritten in place once a second.
struct DateLines {
    /// The end of an answer head, by what happens to the connection.
    enum Ending {
        /// The connection stays open.
        case open
        /// It stays open for an HTTP/1.0 client that asked for that (RFC 9112 appendix C.2.2).
        case open10
        /// It closes (RFC 9112 section 9.6).
        case closing
        /// An event stream in chunks begins, with whose last one it closes (RFC 9112 section 7.1).
        case chunked
    }

    private var open = Self.line("")
    private var open10 = Self.line("Connection: keep-alive\r\n")
    private var closing = Self.line("Connection: close\r\n")
    private var chunked = Self.line("Connection: close\r\nTransfer-Encoding: chunked\r\n")

    /// Number of bytes of an ending.
    @inline(__always)
    func byteCount(_ ending: Ending) -> Int {
        switch ending {
        case .open: open.count
        case .open10: open10.count
        case .closing: closing.count
        case .chunked: chunked.count
        }
    }

    /// Appends an ending; traps if it does not fit.
    @inline(__always)
    func append(_ ending: Ending, to output: GatherBuffer) {
        switch ending {
        case .open: output.append(open)
        case .open10: output.append(open10)
        case .closing: output.append(closing)
        case .chunked: output.append(chunked)
        }
    }

    /// The bytes of an ending.
    func bytes(_ ending: Ending) -> [UInt8] {
        switch ending {
        case .open: open
        case .open10: open10
        case .closing: closing
        case .chunked: chunked
        }
    }

    /// Writes the time, in seconds since 1970, into all endings; allocates nothing.
    mutating func refresh(_ seconds: Int64) {
        Self.write(seconds, into: &open)
        Self.write(seconds, into: &open10)
        Self.write(seconds, into: &closing)
        Self.write(seconds, into: &chunked)
    }

    private static func line(_ connection: String) -> [UInt8] {
        Array("Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n\(connection)\r\n".utf8)
    }

    /// RFC 9110 section 5.6.7: IMF-fixdate.
    private static func write(_ seconds: Int64, into line: inout [UInt8]) {
        let days = Int(seconds / 86_400)
        let time = Int(seconds % 86_400)
        let (year, month, day) = civil(days)
        for letter in 0..<3 {
            line[6 + letter] = weekdays[3 * (days % 7) + letter]
            line[14 + letter] = months[3 * (month - 1) + letter]
        }
        writeTwoDigits(day, into: &line, at: 11)
        writeTwoDigits(year / 100, into: &line, at: 18)
        writeTwoDigits(year % 100, into: &line, at: 20)
        writeTwoDigits(time / 3600, into: &line, at: 23)
        writeTwoDigits(time / 60 % 60, into: &line, at: 26)
        writeTwoDigits(time % 60, into: &line, at: 29)
    }

    private static func writeTwoDigits(_ number: Int, into line: inout [UInt8], at index: Int) {
        line[index] = UInt8(0x30 + number / 10)
        line[index + 1] = UInt8(0x30 + number % 10)
    }

    /// Year, month and day of a number of days since 1970; counts years from March, so that the leap day is the last day
    /// of its year.
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

    private static let weekdays = Array("ThuFriSatSunMonTueWed".utf8)
    private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)
}
