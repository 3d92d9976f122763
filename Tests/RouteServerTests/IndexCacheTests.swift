import CanonicalJSON
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer

@Suite("Compiled indexes in memory", .scheduled)
struct IndexCacheTests {
    @Test("the number of cached indexes is bounded, however often a small app is published")
    func manyReleases() throws {
        let desk = try Desk()
        desk.makeShop()
        for number in 0..<(DataLimits.indexesMax + 8) {
            let rule = #"{"id":"r","match":["/r\#(number)"],"to":{"screen":"S"}}"#
            #expect(desk.send("PUT", "/v1/apps/shop/draft/rules/r", rule).status < 300)
            #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
            let answer = desk.send("GET", "/v1/apps/shop/resolve?url=https%3A%2F%2Fshop.example%2Fr\(number)")
            #expect(answer.json["outcome"] == "screen")
        }
        #expect(desk.components.snapshots.indexes.count == DataLimits.indexesMax)
    }
}
