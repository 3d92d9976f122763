import HTTPWire
import TestSupport
import Testing

@testable import DataPlane
@testable import ServerLog

@Suite("A request's bytes give the same results in place and as a copy", .scheduled)
struct ViewBytesTests {
    /// Calls a function with a text at an offset inside a longer region.
    private func inPlace<Result>(_ text: [UInt8], after before: Int, _ body: (ViewBytes) -> Result) -> Result {
        let region = Array(repeating: UInt8(ascii: "\""), count: before) + text + Array("\"/gzip".utf8)
        return region.withRegion { buffer in
            var parser = RequestParser()
            return parser.withView(of: buffer, peer: .none, listener: 0, loop: 0) { view in
                body(ViewBytes(view, before..<(before + text.count)))
            }
        }
    }

    @Test("paths, channels and tags are read the same at every offset, cut or changed at random")
    func sameMeaning() {
        let digest = Array(String(repeating: "0a1b", count: 16).utf8)
        let texts =
            [
                "/v1/apps/shop/rules", "/v1/apps/shop/head", "/v1/apps/s/events", "/v1/apps/shop/releases/12/rules",
                "channel=staging", "channel=", "W/\"x\", \"D\"", "\"D\"", "\"D-gzip\"", "W/\"D-gzip\"", " * ",
                "/v1/apps/shop/bodies/D",
            ].map { text in
                Array(
                    text.split(separator: "D", omittingEmptySubsequences: false).map { Array($0.utf8) }.joined(
                        separator: digest))
            }
        var generator = SeededGenerator.fromEnvironment(default: 8)
        for text in texts {
            for length in 0...text.count {
                var piece = Array(text.prefix(length))
                if !piece.isEmpty, Bool.random(using: &generator) {
                    piece[Int.random(in: piece.indices, using: &generator)] =
                        "/\"*W-gzip0a".utf8.randomElement(using: &generator) ?? 0
                }
                let before = Int.random(in: 0...9, using: &generator)
                let (app, query, isCurrent) = inPlace(piece, after: before) {
                    (AppPath.app(in: $0), ChannelQuery($0), Validators.isCurrent($0, digest: digest))
                }
                let shown = String(decoding: piece, as: UTF8.self)
                #expect(app == AppPath.app(in: piece), "\(shown), seed \(generator.seed)")
                #expect(query == ChannelQuery(piece), "\(shown), seed \(generator.seed)")
                #expect(isCurrent == Validators.isCurrent(piece, digest: digest), "\(shown), seed \(generator.seed)")
            }
        }
    }

    @Test("a ByteMap finds keys in place, short ones and long ones that differ only in the middle")
    func table() {
        let short: [String] = (0..<50).map { "app\($0)" }
        let long: [String] = (10..<60).map { "0123456789\($0)0123456789" }
        let keys: [[UInt8]] = (short + long).map { Array($0.utf8) }
        let map: ByteMap<Int> = ByteMap(keys.enumerated().map { (key: $1, value: $0) })
        for (number, key) in keys.enumerated() {
            let found: Int? = inPlace(key, after: number % 9) { map.value($0, 0..<key.count) }
            #expect(found == number)
            let longer: Int? = inPlace(key + [0x78], after: 3) { map.value($0, 0..<(key.count + 1)) }
            #expect(longer == nil)
        }
    }
}
