import TestSupport
import Testing

@testable import RouteIndex

@Suite("Bytes, words and strings of an index", .scheduled)
struct StorageTests {
    @Test("a read outside a table gives zero")
    func totalAccessors() {
        let owner = IndexBytes([1, 2, 3, 4, 5, 6, 7, 8, 9])
        owner.whileAlive {
            let bytes = owner.table
            #expect(bytes[8] == 9)
            #expect(bytes[9] == 0 && bytes[-1] == 0 && bytes[.max] == 0 && bytes[.min] == 0)
            #expect(bytes.long(at: 1) == 0x0908_0706_0504_0302)
            #expect(bytes.long(at: 2) == 0 && bytes.word(at: 6) == 0 && bytes.word(at: -1) == 0)
            #expect(bytes.slice(3, 2).count == 0 && bytes.slice(0, 10).count == 0 && bytes.slice(-1, 2).count == 0)
            #expect(bytes.words(at: 0, count: 3, width: 1).count == 0, "the padding must fit after a table")
            #expect(bytes.words(at: 0, count: 1, width: 1)[0] == 1)
            #expect(bytes.words(at: 0, count: .max, width: 4).count == 0)
        }
    }

    @Test(
        "words are read in the width they were written in",
        arguments: [0xFF, 0x100, 0xFFFF, 0x10000, 0xFF_FFFF, 0xFFFF_FFFF])
    func widths(largest: UInt32) {
        var writer = IndexWriter(reserving: 0)
        let words = [0, 1, largest, largest / 2, 7]
        var buffer = UniqueBuffer<UInt32>()
        for word in words { buffer.append(word) }
        writer.add(buffer)
        let owner = IndexBytes(writer.bytes.array + [UInt8](repeating: 0, count: IndexFormat.padding))
        owner.whileAlive {
            let width = max(1, (39 - largest.leadingZeroBitCount) / 8)
            let table = owner.table.words(at: IndexFormat.headerBytes, count: words.count, width: width)
            #expect((0..<words.count).map { table[$0] } == words)
            #expect(table[5] == 0 && table[-1] == 0)
        }
    }

    @Test("the same bytes are valid UTF-8 as for the standard library")
    func utf8() {
        var generator = SeededGenerator.fromEnvironment(default: 7)
        let interesting: [UInt8] = [
            0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xA0, 0x9F, 0xED, 0xEF, 0xF0, 0x90, 0x8F, 0xF4, 0xF5,
            0xFF,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                interesting.randomElement(using: &generator) ?? 0
            }
            let owner = IndexBytes(bytes)
            let isValid = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
            let verdict = owner.whileAlive { owner.table.isUTF8 }
            #expect(verdict == isValid, "\(bytes), seed \(generator.seed)")
        }
    }

    @Test("a word is found in every part of an ascending table, however its words are distributed")
    func places() throws {
        var generator = SeededGenerator.fromEnvironment(default: 11)
        for round in 0..<200 {
            let width = round % 4 + 1
            // Evenly distributed, in two clusters, or all but one at the beginning.
            let greatest = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(8 * width)) - 1)
            let ranges = [
                [0...greatest], [0...greatest / 50, greatest - greatest / 50...greatest], [0...greatest / 99],
            ]
            let size = Int.random(in: 0...600, using: &generator)
            var words: Set<UInt32> = round % 3 == 2 ? [greatest] : []
            for _ in 0..<size {
                let range = ranges[round % 3].randomElement(using: &generator) ?? 0...0
                words.insert(UInt32.random(in: range, using: &generator))
            }
            let ascending = words.sorted()
            let bytes = ascending.flatMap { word in
                (0..<width).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
            }
            let owner = IndexBytes(bytes + [UInt8](repeating: 0, count: IndexFormat.padding))
            owner.whileAlive {
                let table = owner.table.words(at: 0, count: ascending.count, width: width)
                let first = Int.random(in: 0...ascending.count, using: &generator)
                let end = Int.random(in: first...ascending.count, using: &generator)
                let asked: [UInt32] = ascending.flatMap { [$0, $0 &+ 1] } + [0, greatest]
                for wanted in asked {
                    let expected = ascending[first..<end].firstIndex(of: wanted)
                    #expect(
                        table.place(of: wanted, from: first, to: end) == expected,
                        "\(wanted) in \(first)..<\(end), width \(width), seed \(generator.seed)")
                }
                #expect(table.place(of: 0, from: -1, to: 1) == nil)
                #expect(table.place(of: 0, from: 0, to: ascending.count + 1) == nil)
            }
        }
    }

    @Test("canonically equivalent texts are different strings")
    func strings() {
        var table = StringTable()
        let composed = table.label("caf\u{E9}")
        let decomposed = table.label("cafe\u{301}")
        #expect(composed != decomposed)
        #expect(table.number(of: "caf\u{E9}") == composed)
        for index in 0..<3000 { _ = table.number(of: "s\(index)") }
        #expect(table.number(of: "s17") == 19)
        let counts = (table.count, table.labels().labels.count)
        #expect(counts == (3002, 2 * IndexFormat.labelWords))
    }

    @Test("equal bytes at any address have equal hashes, and the pool contains the texts")
    func hashes() {
        let text = "some/longer/text-with-17"
        let shifted = IndexBytes([0] + Array(text.utf8))
        let direct = ByteTable.with(text) { $0.hash }
        #expect(shifted.whileAlive { shifted.table.slice(1, shifted.count).hash } == direct)
        for length in 0..<24 {
            let prefix = String(text.prefix(length))
            let other = String(text.prefix(length + 1))
            #expect(ByteTable.with(prefix) { $0.hash } != ByteTable.with(other) { $0.hash })
        }
    }

    @Test("the checksum detects every single flipped bit")
    func checksum() {
        var bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let whole = Self.checksum(bytes)
        for index in IndexFormat.checksummedFrom..<bytes.count {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                #expect(Self.checksum(bytes) != whole, "byte \(index) bit \(bit)")
                bytes[index] ^= 1 << bit
            }
        }
        #expect(Self.checksum(bytes + [0]) != whole, "zeros at the end count")
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        let owner = IndexBytes(bytes)
        return owner.whileAlive { IndexChecksum.of(owner.table) }
    }

    @Test("a mapping is released once, after its last index is released")
    func mapping() throws {
        let released = Counter()
        do {
            let region = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
            let bytes = unsafe IndexBytes(mapping: UnsafeRawBufferPointer(region)) {
                unsafe $0.baseAddress?.deallocate()
                released.count += 1
            }
            #expect(throws: IndexError.self) { _ = try CompiledIndex(bytes) }
            #expect(released.count == 0)
        }
        #expect(released.count == 1)
    }

    private final class Counter: @unchecked Sendable { var count = 0 }
}
