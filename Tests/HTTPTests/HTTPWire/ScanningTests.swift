import HTTPWire
import TestSupport
import Testing

@Suite("Searching sixteen bytes at a time finds what a loop over bytes finds", .scheduled)
struct ScanningTests {
    private static let letters = Array("ABCXYZabcxyz".utf8)
    private static let digits = Array("0123456789".utf8)
    private static let hyphen = UInt8(ascii: "-")

    private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    private static func isName(_ byte: UInt8) -> Bool { isLetter(byte) || byte == hyphen }
    private static func isHost(_ byte: UInt8) -> Bool {
        isName(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
    }

    /// The plain loop.
    private static func end(_ bytes: [UInt8], _ range: Range<Int>, while isWanted: (UInt8) -> Bool) -> Int {
        range.first { !isWanted(bytes[$0]) } ?? range.upperBound
    }

    private static func check(_ bytes: [UInt8], from start: Int) {
        let range = start..<bytes.count
        bytes.withRegion { region in
            #expect(region.plainEnd(from: start) == end(bytes, range, while: isPlain), "\(bytes)")
            #expect(region.visibleEnd(from: start) == end(bytes, range, while: isVisible), "\(bytes)")
            let pathEnd = end(bytes, range) { isVisible($0) && $0 != 0x3F && $0 != 0x23 }
            #expect(region.pathEnd(from: start) == pathEnd, "\(bytes)")
            #expect(region.hostEnd(from: start) == end(bytes, range, while: isHost), "\(bytes)")
            #expect(region.index(of: 0x22, in: range) == end(bytes, range) { $0 != 0x22 }, "\(bytes)")
        }
    }

    @Test("Every byte is classified correctly at every place of a run of forty", arguments: 0..<40)
    func everyByte(_ place: Int) {
        for filler in [UInt8(ascii: "a"), UInt8(ascii: "Z"), Self.hyphen] {
            for byte in UInt8.min...UInt8.max {
                var bytes = [UInt8](repeating: filler, count: 40)
                bytes[place] = byte
                // A neighbour that a carry could change.
                if place + 1 < bytes.count { bytes[place + 1] = 0x7E }
                Self.check(bytes, from: 0)
            }
        }
    }

    @Test("Random bytes are classified correctly from every start")
    func random() {
        var generator = SeededGenerator(seed: 0x5CA4)
        let alphabet = Self.letters + Self.digits + Array("-.?#\" \t\r\n:~".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xFF]
        for _ in 0..<4_000 {
            let count = Int.random(in: 0...48, using: &generator)
            let isTame = Bool.random(using: &generator)
            let bytes = (0..<count).map { _ in
                (isTame ? Self.letters : alphabet).randomElement(using: &generator) ?? 0
            }
            Self.check(bytes, from: Int.random(in: 0...count, using: &generator))
        }
    }

    @Test(
        "Only the case of letters is ignored",
        arguments: ["host", "close", "chunked", "keep-alive", "100-continue", "https://", "transfer-encoding"])
    func folding(_ text: String) {
        let right = Array(text.utf8)
        for place in right.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = right
                bytes[place] = byte
                let isSame = byte == right[place] || (Self.isLetter(byte) && byte | 0x20 == right[place])
                #expect(Self.matches(bytes, text) == isSame, "\(bytes) for \(text)")
            }
        }
    }

    private static func matches(_ bytes: [UInt8], _ text: String) -> Bool {
        bytes.withRegion { region in
            let range = 0..<bytes.count
            return switch text {
            case "host": region.matchesFolding(range, "host")
            case "close": region.matchesFolding(range, "close")
            case "chunked": region.matchesFolding(range, "chunked")
            case "keep-alive": region.matchesFolding(range, "keep-alive")
            case "100-continue": region.matchesFolding(range, "100-continue")
            case "https://": region.matchesFolding(range, "https://")
            default: region.matchesFolding(range, "transfer-encoding")
            }
        }
    }
}
