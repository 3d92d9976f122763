import CanonicalJSON
import RouteDocuments
import RouteIndex
import RouteModel
import RuleFixtures
import TestSupport

@testable import RouteEngine

/// Releases, contexts and addresses with the answers of the native engine, which programs of other languages repeat.
///
/// A file of cases has lines with tabs between their fields: `B` and a body to open, `C` and a context to use, and `R`
/// with milliseconds, flags, an address and the resolution. No field contains a tab, the end of a line, or a zero byte.
struct EngineCases {
    /// Rules that lead to all outcomes: screens, addresses, blocks, loops, chains that are too long, and failures.
    static let chains = #"""
        {"settings":{"origins":["https://h.com","app://h.com"],"destinations":["https://h.com","https://x.org","app:"]},
        "rules":[
        {"id":"product","match":["/p/:id(\\d+)"],"to":{"screen":"Product","transition":"show","parameters":{"tab":"1"}}},
        {"id":"old","match":["/old/:id","/older/:id"],"to":{"redirect":"https://h.com/p/{id}?from=old"}},
        {"id":"tail","match":["/t/:rest*"],"to":{"redirect":"https://h.com/u{/rest*}"}},
        {"id":"u","match":["/u/:rest+"],"to":{"screen":"\u535A \"q\" \\ \u0001"}},
        {"id":"loop","match":["/loop"],"to":{"redirect":"https://h.com/loop?"}},
        {"id":"grow","match":["/grow/:a*"],"to":{"redirect":"https://h.com/grow{/a*}/x"}},
        {"id":"out","match":["/out/:host"],"to":{"redirect":"https://x.org/{host}"}},
        {"id":"no","match":["/no/:host"],"to":{"redirect":"https://x.org/{host}.net"}},
        {"id":"blocked","match":["/b/*"],"to":{"block":"not \"here\""},"when":{"not":{"platform":["ios"]}}},
        {"id":"query","match":["/q\\?k=:k&z=1"],"ignoreCase":true,"to":{"screen":"Query","parameters":{"k2":"c"}}},
        {"id":"new","match":["/n"],"to":{"screen":"New"},"when":{"appVersion":">=5.2 <7","locale":["zh","en-US"]}}]}
        """#
    static let addresses = [
        "https://h.com/p/7", "https://h.com/p/x", "https://h.com/old/7?a=b&from=z#f", "app://h.com/older/%E5%8D%9A",
        "https://h.com/t/a/b%2Fc/d", "https://h.com/t/", "https://h.com/u/x", "https://h.com/loop",
        "https://h.com/grow/1",
        "https://h.com/out/a%20b", "https://h.com/no/evil", "https://h.com/b/1", "https://h.com/q?z=1&k=%22v%5C",
        "https://h.com/Q?k=1&z=1", "https://h.com/n", "https://H.COM:443/p/%37", "https://b\u{FC}cher.example/\u{535A}",
        "https://xn--zz.example/", "http://[::1]/p/7",
        "https://h.com/p/7?%C3%A9=1&e%CC%81=2&K=3&%E2%84%AA=4", "", "not an address", "mailto:a@b",
        "https://h.com/p/7\u{1}",
    ]

    private(set) var lines: [String] = []
    private(set) var count = 0
    private var index: CompiledIndex?
    private var context = Context()

    /// Opens a body for the cases that follow.
    mutating func open(_ body: ReleaseBody) throws { try open(body.canonicalBytes) }

    /// Opens the bytes of a body.
    mutating func open(_ bytes: [UInt8]) throws {
        let body = try ReleaseBody.decode(bytes)
        index = try CompiledIndex(IndexBytes(CompiledIndex.compile(body, digest: SHA256Digest.of(bytes))))
        lines.append("B\t" + String(decoding: bytes, as: UTF8.self))
        use(Context())
    }

    /// Opens the body of a draft.
    mutating func open(draft text: String) throws {
        let decoded = DraftDecoder.draft(Array(text.utf8))
        guard let draft = decoded.value else { throw CaseError(findings: decoded.findings) }
        try open(
            ReleaseBody.freeze(
                draft: draft, app: "cases", version: 12, publishedAt: Instant(milliseconds: 1_795_000_000_000)))
    }

    /// Uses a context for the cases that follow.
    mutating func use(_ context: Context) {
        self.context = context
        lines.append("C\t" + String(decoding: context.json.canonicalBytes, as: UTF8.self))
    }

    /// Adds a case, and returns its resolution.
    @discardableResult
    mutating func add(_ address: String, at now: Int64 = 1_795_000_000_000, explaining: Bool = false) -> Resolution? {
        guard let index, !address.utf8.contains(where: Self.divides) else { return nil }
        let resolution = index.resolve(
            address, context: context, at: Instant(milliseconds: now), explaining: explaining)
        let json = String(decoding: resolution.canonicalBytes, as: UTF8.self)
        lines.append("R\t\(now)\t\(explaining ? 1 : 0)\t\(address)\t\(json)")
        count += 1
        return resolution
    }

    private static func divides(_ byte: UInt8) -> Bool { byte == 0 || byte == 9 || byte == 10 || byte == 13 }

    struct CaseError: Error { var findings: [Finding] }

    /// Random releases with contexts and addresses, until there are so many cases.
    mutating func addRandom(_ wanted: Int, seed: UInt64) throws {
        var random = RandomRules(seed: seed)
        let end = count + wanted
        while count < end {
            try open(draft: random.draft(rules: 40))
            for _ in 0..<10 {
                use(random.context())
                for turn in 0..<40 where count < end { add(random.address(), explaining: turn % 4 == 0) }
            }
        }
    }

    /// The addresses of the test data of the URL standard, for a release that matches every web address.
    ///
    /// The data is not part of the package; without it nothing is added.
    mutating func addConformance() throws {
        try open(draft: #"{"rules":[{"id":"any","match":["https://*/*","http://*/*"],"to":{"screen":"Any"}}]}"#)
        for (name, isHost) in [("urltestdata.json", false), ("toascii.json", true), ("IdnaTestV2.json", true)]
        where ConformanceFolder.isPresent(name) {
            for item in try ConformanceFolder.json(name) as? [Any] ?? [] {
                guard let input = (item as? [String: Any])?["input"] as? String else { continue }
                add(isHost ? "https://\(input)/x" : input, explaining: true)
            }
        }
    }

    /// The fixed releases.
    mutating func addFixed() throws {
        for draft in [Self.chains, try PackageRoot.text(of: "Config/examples/moments-draft.json")] {
            try open(draft: draft)
            for context in [
                Context(), Context(platform: "ios", appVersion: "6", deviceID: "d1", locale: "zh-CN", signedIn: true),
                Context(platform: "android", attributes: ["a": "b", "\u{535A}": "\"\\"]),
            ] {
                use(context)
                for address in Self.addresses {
                    add(address)
                    add(address, explaining: true)
                }
            }
        }
    }
}
