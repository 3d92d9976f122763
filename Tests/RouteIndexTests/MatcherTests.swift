import RouteModel
import RoutePattern
import TestSupport
import Testing
import WebAddress

@testable import RouteIndex

@Suite("A compiled matcher takes what the pattern's own takes")
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

    @Test(
        "long segments with many ways to split stay cheap",
        arguments: [":a-:b([\\\\d\\\\-]+)", ":a-:b.html", ":a(\\\\w+)-:b(\\\\w+)"])
    func linear(segment: String) throws {
        let fixture = try IndexFixture.make(#"{"id":"m","match":["https://h.com/\#(segment)"],"to":{"screen":"M"}}"#)
        let clock = ContinuousClock()
        let address = "https://h.com/" + String(repeating: "-", count: 8000) + "x"
        let time = clock.measure { for _ in 0..<20 { _ = fixture.resolve(address) } }
        // Quadratic work would be 20 × 32 million comparisons: minutes in debug, seconds even in release.
        #expect(time < .seconds(20), "\(time)")
        #expect(fixture.resolve(address).outcome == .unmatched)
    }
}
