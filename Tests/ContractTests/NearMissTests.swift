import HTTPFetching
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Misspelt parameters of clients' reads", .scheduled)
struct NearMissTests {
    @Test(
        "a near miss of a known parameter is refused with that name; all others are ignored, as caches need it",
        arguments: [
            ("head?chanel=production", 400), ("rules?Channel=production", 400), ("rules?fromat=cnrouter", 400),
            ("head?channel=production&chanel=x", 400), ("events?chanel=production", 400),
            ("head?t=1", 200), ("rules?utm_source=mail&_=1700000000", 200), ("head?channel=production&v=2", 200),
            ("releases/1/rules?chanel=production", 200), ("resolve?url=https://shop.example/item/1&explian=1", 400),
            ("resolve?url=https://shop.example/item/1&attributes.a=1&attributes.b=2", 200),
        ])
    func reads(path: String, status: Int) throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let answer = try server.send("GET", "/v1/apps/shop/\(path)", token: nil)
        #expect(answer.status == status, "\(path): \(answer.text)")
        guard status == 400 else { return }
        #expect(answer.text.contains("there is no parameter ?") && answer.text.contains("Did you mean"))
        #expect(answer["access-control-allow-origin"] == "*" && answer["cache-control"] == "no-store")
        // Scripts read the id that the log has, too.
        let readable = answer["access-control-expose-headers"] ?? ""
        #expect(answer["x-request-id"] != nil && readable.contains("X-Request-Id"), "\(readable)")
    }
}
