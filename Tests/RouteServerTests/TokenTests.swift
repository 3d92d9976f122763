import CanonicalJSON
import HTTPFetching
import ReleaseStore
import TestSupport
import Testing

@testable import HTTPExchange

@Suite("The rights of new tokens, and the limit on wrong tokens", .scheduled, .serialized)
struct TokenTests {
    @Test("wrong tokens are limited per address, and a new token has no more rights than its creator")
    func limits() throws {
        let server = try LiveServer(["failedAttemptsPerMinute": "3"])
        // A chosen token is accepted from a source that has used it before, a token made by the server from any source.
        let made = try server.makeToken("viewer").secret
        let statuses = try (0..<5).map { _ in try server.send("GET", "/v1/whoami", token: "wmk_wrong_wrong").status }
        #expect(statuses == [401, 401, 401, 429, 429])
        #expect(try server.send("GET", "/v1/whoami").status == 200)
        #expect(try server.send("GET", "/v1/whoami", token: made).status == 200)
        let limited = try server.makeToken("admin").secret
        let above = try server.send("POST", "/v1/tokens", #"{"name":"x","role":"admin","apps":"all"}"#, token: limited)
        #expect(above.status == 403)
        let same = try server.send("POST", "/v1/tokens", #"{"name":"x","role":"editor"}"#, token: limited)
        #expect(same.status == 201 && same.json["apps"] == ["shop"])
    }
}
