import Foundation
import LinkAnswers
import TestSupport
import Testing

@Suite("QR codes", .scheduled)
struct QRCodeTests {
    /// The most bytes of each version with level M: ISO/IEC 18004, table 7.
    private static let most = [
        14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857,
        911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
    ]
    /// The format information of level M by mask: ISO/IEC 18004, table C.1.
    private static let formats = [
        "101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001",
        "100000011001110", "100111110010111", "100101010100000",
    ]
    private static let long =
        "https://shop.example/item/42?from=letter&list="
        + String(repeating: "0123456789abcdefghijklmnopqrstuvwxyz/", count: 70)

    /// Texts of every version, with all signs of addresses and with bytes beyond ASCII.
    private static let texts =
        [1, 14, 15, 42, 62, 106, 152, 213, 251, 331, 450, 624, 857, 1125, 1538, 2331].map { String(long.prefix($0)) }
        + ["shop://item/<b>\"'& %", "moments://feed", "https://h.example/caf\u{E9}", ""]

    /// The codes of the texts; those of large versions take long in debug builds.
    private static let codes = Result { try texts.map { (text: $0, code: try QRCode($0)) } }

    @Test("the smallest version is taken", arguments: most.enumerated().map { ($0 + 1, $1) }.prefix(12))
    func versions(version: Int, bytes: Int) throws {
        #expect(try QRCode(String(repeating: "x", count: bytes)).version == version)
        #expect(try QRCode(String(repeating: "x", count: bytes + 1)).version == version + 1)
    }

    @Test("the largest text, and one byte more")
    func limits() throws {
        #expect(try QRCode(String(repeating: "x", count: QRCodeLimits.bytes)).size == 177)
        #expect(throws: QRCodeError.tooLong(bytes: 2332)) { try QRCode(String(repeating: "x", count: 2332)) }
    }

    @Test(
        "the format has the level, the mask and its correction, twice", arguments: ["a", "ab", "https://h.example/c"])
    func formats(text: String) throws {
        let code = try QRCode(text)
        func bits(_ places: [(Int, Int)]) -> String {
            places.map { code.isDark(column: $0.0, row: $0.1) ? "1" : "0" }.joined()
        }
        let first = [0, 1, 2, 3, 4, 5, 7, 8].map { ($0, 8) } + [7, 5, 4, 3, 2, 1, 0].map { (8, $0) }
        let second = (1...7).map { (8, code.size - $0) } + (1...8).reversed().map { (code.size - $0, 8) }
        #expect(bits(first) == Self.formats[code.mask])
        #expect(bits(second) == Self.formats[code.mask])
        #expect(code.isDark(column: 8, row: code.size - 8))
    }

    @Test("SVG: one path with the quiet zone, and a label that is escaped")
    func drawsSVG() throws {
        let code = try QRCode("https://h.example/")
        let svg = code.svg(label: "a \"b\" <c> & d\u{1}")
        #expect(svg.contains(#"aria-label="a &quot;b&quot; &lt;c&gt; &amp; d ""#))
        #expect(svg.contains(#"viewBox="0 0 33 33""#))
        #expect(svg.contains(code.outline))
        #expect(code.outline.hasPrefix("M4 4h7v1h-7z"))
        #expect(!svg.contains("script") && !svg.contains("style") && !svg.contains("href"))
    }

    @Test("the console's generator draws the same modules", .enabled(if: Programs.node != nil))
    func agreesWithConsole() throws {
        let module = PackageRoot.url.appendingPathComponent("Sources/Server/Console/qr-code.mjs").absoluteString
        let script = """
            import {qrCode, outline} from "\(module)";
            const chunks = [];
            for await (const chunk of process.stdin) chunks.push(chunk);
            for (const text of JSON.parse(Buffer.concat(chunks))) {
                const code = qrCode(text);
                console.log(`${code.version} ${code.mask} ${outline(code)}`);
            }
            """
        let run = try Command.run(
            try #require(Programs.node), ["--input-type=module", "-e", script],
            input: try JSONEncoder().encode(Self.texts))
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == Self.texts.count)
        for ((text, code), line) in zip(try Self.codes.get(), lines) {
            #expect("\(code.version) \(code.mask) \(code.outline)" == line, "\(text.utf8.count) bytes")
        }
    }

    @Test("another program reads each code", .enabled(if: Programs.zbarimg != nil))
    func isRead() throws {
        let program = try #require(Programs.zbarimg)
        let folder = try TemporaryDirectory("waymark-codes")
        for (text, code) in try Self.codes.get() where !text.isEmpty && text.utf8.allSatisfy({ $0 < 0x80 }) {
            let path = folder.file("code.pgm")
            try Self.picture(code).write(to: URL(filePath: path))
            let run = try Command.run(
                program, ["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", path])
            // Some versions of the program end the text with a line break.
            #expect(run.text.trimmingCharacters(in: .newlines) == text, "\(text.utf8.count) bytes: \(run.errors)")
        }
    }

    /// A code in greys (PGM), with four pixels on each side of a module.
    private static func picture(_ code: QRCode) -> Data {
        let width = code.size + 2 * QRCodeLimits.quietZone
        var pixels = Data("P5\n\(width * 4) \(width * 4)\n255\n".utf8)
        for y in 0..<width {
            var line = Data()
            for x in 0..<width {
                let (column, row) = (x - QRCodeLimits.quietZone, y - QRCodeLimits.quietZone)
                let isInside = (0..<code.size).contains(column) && (0..<code.size).contains(row)
                let isDark = isInside && code.isDark(column: column, row: row)
                line += Data(repeating: isDark ? 0 : 255, count: 4)
            }
            for _ in 0..<4 { pixels += line }
        }
        return pixels
    }
}
