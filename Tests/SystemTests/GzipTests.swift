import GzipCoding
import TestSupport
import Testing

@Suite("Gzip", .scheduled)
struct GzipTests {
    static func text(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(ascii: "a") + UInt8(($0 &* $0) % 7) }
    }

    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 42
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    @Test(
        "decompression returns the compressed bytes",
        arguments: [
            0, 1, 2, 100, 1_786, 1_787, 3_834, 7_930, 7_931, 16_122, 16_123, 16_383, 16_384, 16_385, 40_000, 1_000_000,
        ])
    func roundTrip(count: Int) throws {
        for bytes in [Self.text(count), Self.noise(count)] {
            for level in [0, 1, 6, 9] {
                let packed = try Gzip.compress(bytes, level: level)
                #expect(try Gzip.decompress(packed, limit: count) == bytes)
            }
        }
    }

    @Test("a small input is compressed as well as with the largest window", arguments: [500, 1_786, 7_930, 16_122])
    func small(count: Int) throws {
        let line = Array(#"{"id":"r","match":["https://www.example.com/p/:id"],"to":{"screen":"S"}},"#.utf8)
        let bytes = (0..<count).map { line[$0 % line.count] &+ ($0 % 97 == 0 ? 1 : 0) }
        // The same text in an input that is long enough for the largest window; the rest adds only a few bytes.
        let twice = try Gzip.compress(bytes + bytes + [UInt8](repeating: 0x20, count: 1 << 15))
        #expect(try Gzip.compress(bytes).count <= twice.count)
    }

    @Test("the header has no time and no system, and equal inputs give equal outputs")
    func deterministic() throws {
        let packed = try Gzip.compress(Self.text(5000))
        #expect(Array(packed[0..<8]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        #expect(packed[9] == 255)
        #expect(try Gzip.compress(Self.text(5000)) == packed)
        #expect(packed.count < 1000)
    }

    @Test("output over the limit is refused, output at the limit is not")
    func limit() throws {
        let packed = try Gzip.compress([UInt8](repeating: 0, count: 10_000_000))
        #expect(packed.count < 20_000)
        #expect(try code { try Gzip.decompress(packed, limit: 100_000) } == .tooLarge)
        #expect(try code { try Gzip.decompress(packed, limit: 9_999_999) } == .tooLarge)
        #expect(try Gzip.decompress(packed, limit: 10_000_000).count == 10_000_000)
    }

    @Test("every prefix of a stream is refused as truncated")
    func cuts() throws {
        let packed = try Gzip.compress(Self.text(300))
        for length in 0..<packed.count {
            #expect(try code { try Gzip.decompress(Array(packed[..<length]), limit: 1000) } == .truncated)
        }
    }

    @Test("a changed byte in data or trailer is detected")
    func damage() throws {
        let bytes = Self.text(300)
        let packed = try Gzip.compress(bytes)
        for place in 10..<packed.count {
            var damaged = packed
            damaged[place] ^= 0x10
            #expect(throws: GzipError.self) { try Gzip.decompress(damaged, limit: 100_000) }
        }
    }

    @Test("several members are decompressed in order; other bytes after the last one are refused")
    func members() throws {
        let one = try Gzip.compress(Self.text(20_000))
        let two = try Gzip.compress(Self.noise(333))
        #expect(try Gzip.decompress(one + two, limit: 30_000) == Self.text(20_000) + Self.noise(333))
        #expect(try code { try Gzip.decompress(one + [1, 2, 3], limit: 30_000) } == .corrupt)
        #expect(try code { try Gzip.decompress(Array("plain text".utf8), limit: 30_000) } == .corrupt)
    }

    private func code(_ body: () throws -> [UInt8]) throws -> GzipError.Code? {
        do {
            _ = try body()
            return nil
        } catch let error as GzipError {
            return error.code
        }
    }
}
