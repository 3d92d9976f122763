import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("Resolving follows redirects and collects parameters", .scheduled)
struct ResolveTests {
    static let shop = """
        {"id":"item","match":["https://h.com/item/:id(\\\\d+)"],"to":{"screen":"Item","parameters":{"from":"link"},"transition":"present"}},
        {"id":"old","match":["https://h.com/old/:id{.html}?"],"to":{"redirect":"https://h.com/item/{id}"}},
        {"id":"older","match":["https://h.com/older/:ref/:id"],"to":{"redirect":"https://h.com/old/{id}","query":"drop"}},
        {"id":"out","match":["https://h.com/out/:what"],"to":{"redirect":"app://elsewhere/{what}"}},
        {"id":"evil","match":["https://h.com/evil"],"to":{"redirect":"https://h.com/item/x"}},
        {"id":"ping","match":["https://h.com/ping"],"to":{"redirect":"https://h.com/pong"}},
        {"id":"pong","match":["https://h.com/pong"],"to":{"redirect":"https://h.com/ping"}},
        {"id":"grow","match":["https://h.com/grow/*"],"to":{"redirect":"https://h.com/grow/x{/0*}"}},
        {"id":"tail","match":["https://h.com/tail/:rest*"],"to":{"redirect":"https://h.com/files{/rest*}"}},
        {"id":"files","match":["https://h.com/files/:rest*"],"to":{"screen":"Files"}},
        {"id":"stop","match":["https://h.com/stop"],"to":{"block":"on purpose"}},
        {"id":"query","match":["https://h.com/q\\\\?id=:id"],"to":{"redirect":"https://h.com/item/{id}?b=1"}},
        {"id":"mail","match":["mailto:*"],"to":{"screen":"Mail"}}
        """

    @Test(
        "an address resolves to the expected outcome",
        arguments: [
            ("https://h.com/item/12?x=1", "screen Item"),
            ("https://h.com/old/12.html", "screen Item"),
            ("https://h.com/older/a/12?x=1", "screen Item"),
            ("https://h.com/out/there", "address app://elsewhere/there"),
            ("https://h.com/evil", "address https://h.com/item/x"),
            ("https://h.com/stop", "blocked (on purpose)"),
            ("https://h.com/nothing", "unmatched"),
            ("https://u:p@h.com/item/12", "unmatched"),
            ("https://h.com/ping", "failed (loop)"),
            ("https://h.com/grow/a", "failed (too-many-redirects)"),
            ("https://h.com/q?id=7&c=2", "screen Item"),
            ("https://h.com/q?id=..", "failed (expansion)"),
            ("mailto:someone@example.com", "screen Mail"),
            ("nonsense", "failed (invalid-address)"),
        ])
    func outcomes(address: String, expected: String) throws {
        #expect(try IndexFixture.make(Self.shop).resolve(address).outcome.summary == expected)
    }

    @Test("parameters are in separate layers")
    func layers() throws {
        let resolution = try IndexFixture.make(Self.shop).resolve("https://h.com/older/a%20b/12?x=1&x=2&ID=9#f")
        #expect(resolution.trail.map(\.rule) == ["older", "old", "item"])
        #expect(resolution.trail.map(\.to) == ["https://h.com/old/12#f", "https://h.com/item/12#f", nil])
        #expect(resolution.parameters.path == [.init("id", "12")])
        #expect(resolution.parameters.constants == [.init("from", "link")])
        #expect(resolution.parameters.query.isEmpty, "the first redirect drops the query")
        #expect(resolution.parameters.carried == [.init("id", "12"), .init("ref", "a b"), .init("id", "12")])
        #expect(resolution.parameters["REF"] == "a b")
        let kept = try IndexFixture.make(Self.shop).resolve("https://h.com/q?id=7&c=2&b=3")
        #expect(kept.parameters.query == [.init("b", "1"), .init("c", "2")], "set and captured names are not kept")
    }

    @Test("the value of a tail is the list of its decoded segments")
    func tails() throws {
        let resolution = try IndexFixture.make(Self.shop).resolve("https://h.com/tail/a%2Fb/%E5%8D%9A/")
        #expect(resolution.parameters.path == [.init("rest", .list(["a/b", "\u{535A}"]))])
        #expect(
            try IndexFixture.make(Self.shop).resolve("https://h.com/tail").parameters.path == [.init("rest", .list([]))]
        )
    }

    @Test("a failed resolution has the original address and the trail")
    func failures() throws {
        let fixture = try IndexFixture.make(Self.shop)
        let loop = fixture.resolve("https://h.com/ping?z=1")
        #expect(loop.original == "https://h.com/ping?z=1")
        #expect(loop.trail.map(\.rule) == ["ping", "pong"])
        let chain = fixture.resolve("https://h.com/grow/a")
        #expect(chain.trail.count == 6, "five redirects are followed, the sixth fails")
        #expect(chain.version == 7)
    }

    @Test("a rule whose conditions do not hold is skipped")
    func conditions() throws {
        let fixture = try IndexFixture.make(
            """
            {"id":"new","match":["/feed"],"to":{"screen":"New"},
             "when":{"platform":["ios"],"appVersion":">=7.2","rollout":{"percent":25}}},
            {"id":"feed","match":["/feed"],"to":{"screen":"Feed"}}
            """)
        let old = fixture.resolve("https://h.com/feed", Context(platform: "ios", appVersion: "7.1", deviceID: "x"))
        #expect(old.outcome.summary == "screen Feed")
        var screens: Set<String> = []
        for device in 0..<40 {
            let context = Context(platform: "ios", appVersion: "7.10", deviceID: "device-\(device)")
            let resolution = fixture.resolve("https://h.com/feed", context, explaining: true)
            screens.insert(resolution.outcome.summary)
            let bucket = RolloutBucket.bucket(salt: "new", value: "device-\(device)")
            #expect((resolution.outcome.summary == "screen New") == (bucket < 2500))
            if bucket >= 2500 {
                let first = try #require(resolution.explanation?.hops.first?.candidates.first)
                let place = "\(bucket / 100).\(bucket % 100 < 10 ? "0" : "")\(bucket % 100) %"
                let detail = "The device is at \(place); the rollout has reached 25.00 %."
                #expect(first.verdict == .failed(component: "rollout", detail: detail))
            }
        }
        #expect(screens.count == 2)
    }

    @Test("addresses beyond the limits fail")
    func limits() throws {
        let fixture = try IndexFixture.make(#"{"id":"all","match":["https://h.com/*"],"to":{"screen":"All"}}"#)
        let long = "https://h.com/" + String(repeating: "a", count: 8192)
        #expect(fixture.resolve(long).outcome.summary == "failed (address-too-long)")
        let deep = "https://h.com" + String(repeating: "/a", count: 65)
        #expect(fixture.resolve(deep).outcome.summary == "failed (address-too-long)")
        let fits = "https://h.com" + String(repeating: "/a", count: 64)
        #expect(fixture.resolve(fits).outcome.summary == "screen All")
    }

    @Test("an index without rules resolves to unmatched")
    func empty() throws {
        let fixture = try IndexFixture.make("")
        #expect(fixture.resolve("https://h.com/").outcome == .unmatched)
        #expect(fixture.resolve("mailto:x", explaining: true).explanation?.hops.first?.nearestMiss == nil)
    }
}
