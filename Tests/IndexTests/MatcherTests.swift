import RouteDocuments
import RouteModel
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteIndex

@Suite("A compiled matcher matches what RoutePattern's matcher matches", .scheduled)
struct MatcherTests {
    static let segments = [
        ":a-:b", ":a(x|xy|xyz)-:b", ":a--:b", "v:a.:b(\\\\d+)", ":a(\\\\d{2,3}):b(x|y)z", ":a([a-c]+)-:b([a-z]{1,2})",
        "-:a-:b-",
        ":a(\\\\w+)-:b(\\\\w+)", ":a-:b.html", ":a(a|ab)b:b(b|c)", "\u{535A}:a\u{535A}:b",
    ]

    @Test("for random segments", arguments: segments, [false, true])
    func agrees(segment: String, ignoreCase: Bool) throws {
        let rule = #"{"id":"m","match":["https://h.com/\#(segment)"],"ignoreCase":\#(ignoreCase),"to":{"screen":"M"}}"#
        guard DraftDecoder.draft(Array("{\"settings\":{},\"rules\":[\(rule)]}".utf8)).value != nil else { return }
        let fixture = try IndexFixture.make(rule)
        let scan = try Scan(fixture.body)
        var generator = SeededGenerator.fromEnvironment(default: 11)
        let alphabet = [
            "-", "-", "x", "xy", "a", "b", "A", "B", "1", "22", ".", "v", "z", ".html", "_", "%E5%8D%9A", "y", "c",
        ]
        for _ in 0..<1500 {
            let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? ""
            }
            let address = "https://h.com/" + text.joined()
            let expected = scan.first(address, Context())
            #expect(fixture.resolve(address).parameters.path == expected?.captures ?? [], "\(address)")
        }
    }

    /// Counts the bytes that a matcher reads.
    private struct Counted: MatcherWork {
        var bytes = 0

        mutating func looked(at count: Int) { bytes += count }
    }

    @Test(
        "long segments with many ways to split cost their bytes a few times over, never their square",
        arguments: [
            ":a-:b([\\\\d\\\\-]+)", ":a-:b.html", ":a([\\\\w\\\\-]+)-:b([\\\\w]+)",
            ":a([\\\\-x]+)--:b([\\\\-]{2,3000})",
            ":a----:b([a-z]{3})", ":a(-|--|---|----)-:b(-|x)", ":a([\\\\-]{1,4000})-:b(y|-x|--x)", "-:a-:b-",
        ])
    func linear(segment: String) throws {
        let fixture = try IndexFixture.make(#"{"id":"m","match":["https://h.com/\#(segment)"],"to":{"screen":"M"}}"#)
        let text = String(repeating: "-", count: 8000) + "x"
        let work = fixture.index.file.whileAlive { tables in
            ByteTable.with(text) { bytes in
                var runner = MatcherRunner(tables, matcher: 0, text: bytes, work: Counted())
                _ = runner.run()
                return runner.work.bytes
            }
        }
        #expect(work > 0)
        // One pass for a class; at each split one read for the split, each byte between and each word after it.
        #expect(work <= text.utf8.count * 8, "\(work)")
    }
}
