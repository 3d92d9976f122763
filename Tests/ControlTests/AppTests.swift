import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import ServerFixtures

@Suite("Apps over HTTP", .scheduled, .serialized)
struct AppTests {
    @Test("a change of one poll setting does not change the other, and the head has both")
    func pollSettings() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let both = try server.force("PATCH", "/v1/apps/shop", #"{"poll":{"interval":30,"jitter":7}}"#)
        #expect(both.status == 200, "\(both.text)")
        let one = try server.force("PATCH", "/v1/apps/shop", #"{"poll":{"interval":90}}"#)
        #expect(one.status == 200, "\(one.text)")
        let head = try server.send("GET", "/v1/apps/shop/head", token: nil)
        #expect(head.text.contains(#""poll":{"interval":90,"jitter":7}"#), "\(head.text)")
        let wrong = try server.force("PATCH", "/v1/apps/shop", #"{"poll":{"jitter":"x"}}"#)
        #expect(wrong.status == 422, "\(wrong.text)")
    }
}
