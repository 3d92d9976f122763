import CanonicalJSON
import Foundation
import HTTPFetching
import Synchronization
import TestSupport
import Testing

@Suite(
    "Requests that another server overtakes", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct OvertakenTests {
    private let site: NodeSite

    init() throws { site = try NodeSite() }

    @Test("A publish that accepts every draft gets no 412 while another server changes the draft all the time")
    func publishesBesideWriters() throws {
        let (a, b) = (try site.start("a"), try site.start("b"))
        try a.makeSharedShop()
        #expect(try a.publishRule("first").status == 201)
        #expect(try eventually { try b.shopVersion() == 1 })
        let targets = try [a, b].map { try KillTarget($0, token: NodeSite.token) }
        let isOver = Mutex(false)
        let statuses = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            guard index > 0 else {
                for number in 1...6 {
                    let order: JSONValue = ["message": .string("number \(number)")]
                    let answer = targets[0].send("POST", "/v1/apps/shop/releases", order)
                    statuses.withLock { $0.append(answer?.status ?? 0) }
                }
                return isOver.withLock { $0 = true }
            }
            for number in 1...2000 where !isOver.withLock({ $0 }) {
                let rule: JSONValue = [
                    "match": [.string("/w\(index)/:id")], "to": ["screen": "Item"], "note": .string("\(number)"),
                ]
                _ = targets[1].send("PUT", "/v1/apps/shop/draft/rules/w\(index)", rule)
            }
        }
        let all = statuses.withLock { $0 }
        #expect(all.count == 6 && all.allSatisfy { [201, 503].contains($0) }, "\(all)")
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }

    @Test("A replayed answer has a position with its change, also from a server that has written nothing")
    func replaysWithPosition() throws {
        let a = try site.start("a")
        try a.makeSharedShop()
        let key = ["Idempotency-Key: overtaken"]
        let rule = #"{"id":"one","match":["/one/:id"],"to":{"screen":"Item"}}"#
        let first = try a.ask("POST", "/v1/apps/shop/draft/rules", rule, headers: key)
        #expect(first.status == 201)
        let b = try site.start("b")
        let again = try b.ask("POST", "/v1/apps/shop/draft/rules", rule, headers: key)
        #expect(again.status == 201 && again.headers["idempotency-replayed"] == "true", "\(again.text)")
        let positions = try [first, again].map { exchange in
            try #require(exchange.headers["waymark-position"]).split(separator: ".").compactMap { Int($0) }
        }
        #expect(positions[0].lexicographicallyPrecedes(positions[1]) || positions[0] == positions[1], "\(positions)")
        #expect(a.stop() == 0)
        #expect(b.stop() == 0)
    }
}
