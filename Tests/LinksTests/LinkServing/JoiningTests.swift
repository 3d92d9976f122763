import LinkAnswers
import LinkServing
import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing

@Suite("Hosts with the releases of their owners", .scheduled)
struct JoiningTests {
    private func release(_ surfaces: [String: SurfaceSettings]) throws -> LinkRelease {
        let draft = try #require(DraftDecoder.draft(Array(#"{"settings":{},"rules":[]}"#.utf8)).value)
        let body = try ReleaseBody.freeze(
            draft: draft, app: "shop", version: 7, publishedAt: Instant(milliseconds: 1_795_000_000_000))
        let bytes = try CompiledIndex.compile(body, digest: (0..<32).map { UInt8($0) })
        return LinkRelease(index: try CompiledIndex(IndexBytes(bytes)), links: LinkSettings(surfaces: surfaces))
    }

    private func values(second: String? = nil) -> SurfaceSettings {
        var values = SurfaceSettings()
        values.secondHost = second
        return values
    }

    @Test("a host is served with its owner's release, and with no other's")
    func owners() throws {
        let sites = LinkSites(
            owners: ["a.example": "shop", "b.example": "music", "c.example": "shop", "d.example": "none"],
            releases: [
                "shop": try release(["a.example": values(), "b.example": values()]),
                "music": try release(["c.example": values()]),
            ])
        #expect(sites["a.example"] != nil)
        for host in ["b.example", "c.example", "d.example"] { #expect(sites[host] == nil, "\(host)") }
    }

    @Test("a second host of the same app has the links of the first one; another app's is none")
    func seconds() throws {
        let sites = LinkSites(
            owners: ["a.example": "shop", "b.example": "shop", "c.example": "music"],
            releases: ["shop": try release(["a.example": values(second: "b.example")])])
        #expect(sites["b.example"]?.host.firstHost == "a.example")
        #expect(sites["a.example"]?.host.surface.secondHost == "b.example")
        let stolen = LinkSites(
            owners: ["a.example": "shop", "c.example": "music"],
            releases: ["shop": try release(["a.example": values(second: "c.example")])])
        #expect(stolen["c.example"] == nil && stolen["a.example"]?.host.surface.secondHost == nil)
    }

    @Test("of two hosts with one second host the first by name has it, and a second host has no surfaces of its own")
    func clashes() throws {
        let surfaces = [
            "a.example": values(second: "z.example"), "b.example": values(second: "z.example"), "z.example": values(),
        ]
        let sites = LinkSites(
            owners: ["a.example": "shop", "b.example": "shop", "z.example": "shop"],
            releases: ["shop": try release(surfaces)])
        #expect(sites["z.example"]?.host.firstHost == "a.example")
    }
}
