import TestSupport
import Testing

@testable import RouteIndex

@Suite("Short texts are made from their bytes directly", .scheduled)
struct SmallTextTests {
    /// Bytes of each length from 0 to 24, all ASCII, and with one byte that is not, at each place.
    private static let samples: [[UInt8]] = (0...24).flatMap { count -> [[UInt8]] in
        let ascii = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) & 0x7F }
        return [ascii]
            + ascii.indices.map { place in
                var bytes = ascii
                bytes[place] |= 0x80
                return bytes
            }
    }

    @Test("A text is what the standard library makes of the same bytes")
    func sameText() {
        for bytes in Self.samples { compare(bytes) }
    }

    private func compare(_ bytes: [UInt8]) {
        let expected = String(decoding: bytes, as: UTF8.self)
        let isShort = bytes.count <= 15 && bytes.allSatisfy { $0 < 0x80 }
        ByteTable.with(bytes) { table in
            #expect(table.text == expected)
            guard SmallText.hasKnownLayout, bytes.count <= 15 else { return }
            let text = SmallText.text(table)
            #expect((text != nil) == isShort, "\(bytes)")
            guard let text else { return }
            #expect(Array(text.utf8) == bytes)
            #expect(text == expected && text.hashValue == expected.hashValue)
            #expect(text + "é" == expected + "é")
        }
    }

    #if _pointerBitWidth(_64) && _endian(little)
    @Test("The layout is known where engines of 64 bits run")
    func layout() {
        #expect(SmallText.hasKnownLayout)
    }
    #endif
}
