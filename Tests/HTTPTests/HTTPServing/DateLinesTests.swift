import Glibc
import TestSupport
import Testing

@testable import HTTPServing

@Suite("The date of each answer", .scheduled)
struct DateLinesTests {
    private func text(_ lines: DateLines, _ ending: DateLines.Ending) -> String {
        String(decoding: lines.bytes(ending), as: UTF8.self)
    }

    /// The date as the C library prints it.
    private func reference(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        var letters = [CChar](repeating: 0, count: 64)
        // The variables have the types of the parameters; the size is the array's.
        _ = unsafe gmtime_r(&time, &parts)
        let count = unsafe strftime(&letters, letters.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: letters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test("Every ending contains the date of the last refresh")
    func endings() {
        var lines = DateLines()
        for seconds in [784_111_777, 0, 951_782_400] as [Int64] {
            lines.refresh(seconds)
            let date = "Date: \(reference(seconds))\r\n"
            #expect(text(lines, .open) == date + "\r\n")
            #expect(text(lines, .open10) == date + "Connection: keep-alive\r\n\r\n")
            #expect(text(lines, .closing) == date + "Connection: close\r\n\r\n")
            for ending in [DateLines.Ending.open, .open10, .closing] {
                #expect(lines.byteCount(ending) == lines.bytes(ending).count)
            }
        }
        // The example of RFC 9110 section 5.6.7.
        lines.refresh(784_111_777)
        #expect(text(lines, .open) == "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
    }

    @Test("The date equals the C library's on every day of four centuries, at random seconds")
    func agrees() {
        var lines = DateLines()
        var generator = SeededGenerator.fromEnvironment(default: 1994)
        for day in 0..<146_097 {
            let seconds = Int64(day) * 86_400 + Int64.random(in: 0..<86_400, using: &generator)
            lines.refresh(seconds)
            let isRight = text(lines, .open) == "Date: \(reference(seconds))\r\n\r\n"
            guard !isRight else { continue }
            Issue.record("seed \(generator.seed), \(seconds): \(text(lines, .open))")
            return
        }
    }
}
