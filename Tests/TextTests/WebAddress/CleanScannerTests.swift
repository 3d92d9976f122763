import TestSupport
import Testing

@testable import WebAddress

@Suite("The fast path for clean addresses", .scheduled)
struct CleanScannerTests {
    /// Parts of addresses, usual and unusual ones, so that random combinations reach every stage.
    private static let pieces = [
        "http", "https", "ws", "wss", "ftp", "file", "csdnapp", "HTTP", "a+b", ":", ":", "/", "//", "//", "://", "://",
        "example.com", "a.b", "1.2.3.4", "x.1", "x.0x", "h.", "EX", "xn--a", "[::1]", "%41", "%2e", "%2E", "..", ".",
        "a",
        "b-c_d~", "?", "#", "@", "user:pw@", ":80", ":443", ":8080", ":0", ":007", ":65535", ":65536", "\\", " ", "\t",
        "a-long.run-of-0123456789-plain.characters", "eight-by", "sevenby", "longer_Run~of", "é", "博", "'", "\"", "<",
        "{", "}", "|", "^", "`", "&x=1", "=", ";", "/.well-known", "/%2", "\u{7F}", "\0",
    ]

    @Test("equals the plain path for every text that it accepts")
    func equalsPlainPath() throws {
        var random = SeededGenerator.fromEnvironment(default: 4711)
        var answered = 0
        for _ in 0..<200_000 {
            let text = Self.randomText(&random)
            guard let parts = CleanScanner.parts(of: text) else { continue }
            answered += 1
            let plain = try? AddressParser.address(parsing: text, base: nil)
            guard plain?.href == text, plain?.parts == parts else {
                Issue.record("\(text.debugDescription) against \(plain?.href ?? "an error"), seed \(random.seed)")
                return
            }
        }
        #expect(answered > 2000, "enough random texts must be accepted")
    }

    @Test("equals the plain path for any byte at any position of a long run")
    func everyByteEverywhere() {
        let run = "abcdefghij-0123456789.klm"
        for (head, tail) in [("https://h.x/", ""), ("https://", "/a"), ("app://", ""), ("https://h.x/a/", "/b?q")] {
            for place in 0...run.utf8.count {
                for scalar in (0...0x1FF).compactMap(Unicode.Scalar.init) + ["\u{535A}"] {
                    var middle = run
                    middle.unicodeScalars.insert(
                        scalar, at: run.unicodeScalars.index(run.startIndex, offsetBy: place))
                    let text = head + middle + tail
                    guard let parts = CleanScanner.parts(of: text) else { continue }
                    let plain = try? AddressParser.address(parsing: text, base: nil)
                    #expect(plain?.href == text && plain?.parts == parts, "\(text.debugDescription)")
                }
            }
        }
    }

    @Test("takes every address whose last part is short, and equals the plain path for any byte at its place")
    func shortEnds() {
        for head in ["https://h.x/", "https://", "a://b", "a://h/c/", "wss://h.x/longer-first-segment/"] {
            for count in 1...17 {
                let end = String(repeating: "q", count: count)
                #expect(CleanScanner.parts(of: head + end + "/") != nil, "\(head)\(end)/")
                for place in 0..<count {
                    for byte in UInt8(0)...0x7F {
                        var bytes = Array((head + end).utf8)
                        bytes[head.utf8.count + place] = byte
                        let text = String(decoding: bytes, as: UTF8.self)
                        guard let parts = CleanScanner.parts(of: text) else { continue }
                        let plain = try? AddressParser.address(parsing: text, base: nil)
                        #expect(plain?.href == text && plain?.parts == parts, "\(text.debugDescription)")
                    }
                }
            }
        }
    }

    private static func randomText(_ random: inout SeededGenerator) -> String {
        var text = ["https://", "http://", "csdnapp://", "ws://h", ""][Int.random(in: 0..<5, using: &random)]
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }
        return text
    }

    @Test(
        "accepts usual addresses of apps",
        arguments: [
            "https://bbs.csdn.net/skill/python-3-6/a?utm_source=x&id=12#top", "csdnapp://app.csdn.net/blog/12",
            "https://a.b:8080/", "csdnapp://", "app://details/12", "https://h.x/%E5%8D%9A?%20", "a:///x",
        ])
    func takes(text: String) {
        #expect(CleanScanner.parts(of: text) != nil)
    }

    @Test(
        "does not accept addresses that need a change",
        arguments: [
            "", "https", "https:/a", "https://", "https://a", "https://A/", "https://1.2/", "https://a.b./",
            "https://a:443/",
            "https://a:/", "https://a:01/", "https://a:65536/", "https://u@a/", "https://a/.", "https://a/%2e",
            "https://a/\\",
            "https://a/ ", "https://a/?'", "file:///a", "mailto:x", "https://a/é", "a://:1/", "a://[::1]/",
            "https://[::1]/",
        ])
    func leaves(text: String) {
        #expect(CleanScanner.parts(of: text) == nil)
    }
}
