import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

/// Releases that 0.1.0 published, whose order this version would compute differently.
@Suite("A client uses the order in the body, even if this version would compute another one", .scheduled)
struct OlderOrderTests {
    /// A body that 0.1.0 made: its order has enumerations of one word after captures, and leaves out `/y/:b+`.
    static let body = #"""
        {"app":"test","format":1,"order":[[2,0],[3,0],[0,0],[1,0],[4,0]],"publishedAt":"2026-11-18T11:06:40Z","rules":[\#
        {"id":"g","match":["/x/:a-:b"],"to":{"screen":"G"}},\#
        {"id":"i","match":["/x/:a(p)-:b"],"to":{"screen":"I"}},\#
        {"id":"h","match":["https://:a-:b.h.com/x"],"to":{"screen":"H"}},\#
        {"id":"j","match":["https://:a(p)-:b.h.com/x"],"to":{"screen":"J"}},\#
        {"id":"y","match":["/y/:b/:c*","/y/:b+"],"to":{"screen":"Y"}}],\#
        "settings":{"origins":["https://h.com"]},"version":7}
        """#

    private static func resolve(_ body: ReleaseBody, _ address: String) throws -> String {
        let bytes = try CompiledIndex.compile(body, digest: IndexFixture.digest)
        return try CompiledIndex(IndexBytes(bytes)).resolve(address, context: Context(), at: IndexFixture.now).outcome
            .summary
    }

    @Test(
        "an older body reads back byte for byte and resolves in its own order",
        arguments: [
            ("https://h.com/x/p-1", "screen G", "screen I"), ("https://p-1.h.com/x", "screen H", "screen J"),
            ("https://h.com/x/q-1", "screen G", "screen G"), ("https://h.com/y/a/b", "screen Y", "screen Y"),
            ("https://h.com/y//a", "unmatched", "screen Y"),
        ])
    func older(address: String, before: String, now: String) throws {
        let body = try ReleaseBody.decode(Array(Self.body.utf8))
        #expect(String(decoding: body.canonicalBytes, as: UTF8.self) == Self.body)
        #expect(try Self.resolve(body, address) == before)
        let later = try ReleaseBody.freeze(draft: body.draft, app: "a", version: 8, publishedAt: IndexFixture.now)
        let order = later.order.map { [$0.rule, $0.alternative] }
        #expect(order == [[3, 0], [2, 0], [1, 0], [0, 0], [4, 0], [4, 1]])
        #expect(try Self.resolve(later, address) == now)
    }
}
