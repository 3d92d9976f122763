import Foundation
import RouteModel
import TestSupport
import Testing

@Suite("Instants", .scheduled)
struct InstantTests {
    @Test(
        "RFC 3339 is read and written in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", Int64(0), "1970-01-01T00:00:00Z"),
            ("2026-11-21T10:05:00Z", 1_795_255_500_000, "2026-11-21T10:05:00Z"),
            ("2026-11-21T18:05:00.25+08:00", 1_795_255_500_250, "2026-11-21T10:05:00.250Z"),
            ("1985-04-12t23:20:50.52z", 482_196_050_520, "1985-04-12T23:20:50.520Z"),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000, "1996-12-20T00:39:57Z"),
            ("1990-12-31T23:59:60Z", 662_688_000_000, "1991-01-01T00:00:00Z"),
            ("1990-12-31T15:59:60-08:00", 662_688_000_000, "1991-01-01T00:00:00Z"),
            ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
            ("2000-02-29T00:00:00.0009Z", 951_782_400_000, "2000-02-29T00:00:00Z"),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000, "0000-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ])
    func reads(_ text: String, _ milliseconds: Int64, _ written: String) {
        let instant = Instant(rfc3339: text)
        #expect(instant?.milliseconds == milliseconds)
        #expect(instant?.description == written)
    }

    @Test(
        "texts that RFC 3339 does not allow are refused",
        arguments: [
            "", "2026-11-21", "2026-11-21T10:05Z", "2026-11-21 10:05:00Z", "2026-11-21T10:05:00",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T12:00:60Z", "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00+8:00",
            "2026-01-01T00:00:00+0800", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00ZZ", "+026-01-01T00:00:00Z",
            "2026-1-1T00:00:00Z",
            // RFC 3339 cannot write them in UTC.
            "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-00:01", "9999-12-31T15:59:60-08:00",
            "0000-01-01T00:00:00+00:01", "0000-01-01T07:59:59.999+08:00",
        ])
    func refuses(_ text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test("what is read is written as a text that is read again")
    func readsWhatItWrites() {
        var count = 0
        for day in ["0000-01-01", "0000-12-31", "1970-01-01", "2026-11-28", "9999-01-01", "9999-12-31"] {
            for time in ["00:00:00", "00:00:00.001", "08:00:00", "15:59:60", "23:59:59.999", "23:59:60"] {
                for zone in ["Z", "-00:00", "+00:01", "-00:01", "+08:00", "-08:00", "+23:59", "-23:59"] {
                    guard let instant = Instant(rfc3339: "\(day)T\(time)\(zone)") else { continue }
                    count += 1
                    #expect(Instant(rfc3339: instant.description) == instant, "\(day)T\(time)\(zone)")
                }
            }
        }
        #expect(count > 150)
    }

    @Test("an instant is written and read back unchanged, as Foundation writes it")
    func roundTrip() {
        var random = SeededGenerator.fromEnvironment(default: 7)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2000 {
            let instant = Instant(
                milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
            #expect(Instant(rfc3339: instant.description) == instant, "seed \(random.seed)")
            let recent = Instant(milliseconds: Int64.random(in: 0...4_102_444_800, using: &random) * 1000)
            #expect(
                formatter.date(from: recent.description)?.timeIntervalSince1970 == Double(recent.milliseconds / 1000))
        }
    }
}
