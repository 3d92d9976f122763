import CanonicalJSON
import HTTPFetching
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerLog

@Suite("A publish with If-Match: * while other writers never stop", .scheduled, .serialized)
struct ConstantWritersTests {
    private final class Tally: Sendable {
        let isOver = Atomic(false)
        let written = Atomic(0)
        let refused = Atomic(0)

        func note(isDone: Bool) {
            if isDone { written.add(1, ordering: .relaxed) } else { refused.add(1, ordering: .relaxed) }
        }
    }

    @Test("every publish succeeds, and so does every write of the other writers")
    func publishesSucceed() throws {
        let server = try LiveServer()
        try server.makeApp()
        let rules = (0..<150).map {
            #"{"id":"r\#($0)","match":["https://shop.example/r\#($0)/:id"],"to":{"screen":"R"}}"#
        }
        let draft = #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
        #expect(try server.force("PUT", "/v1/apps/shop/draft", draft).status == 200)
        let tally = Tally()
        let threads = try (0..<3).map { writer in
            try Threads.start {
                while !tally.isOver.load(ordering: .relaxed) {
                    let rule = #"{"match":["https://shop.example/w\#(writer)"],"to":{"screen":"W"}}"#
                    let answer = try? server.force("PUT", "/v1/apps/shop/draft/rules/w\(writer)", rule)
                    tally.note(isDone: (200..<300).contains(answer?.status ?? 0))
                }
            }
        }
        var statuses: [Int] = []
        for turn in 0..<3 {
            statuses.append(
                try server.force("POST", "/v1/apps/shop/releases", #"{"message":"m\#(turn)"}"#).status)
        }
        let settings = #"{"origins":["https://shop.example"]}"#
        let edited = try server.force("PUT", "/v1/apps/shop/draft/settings?publish=1&message=both", settings)
        let restored = try server.force("POST", "/v1/apps/shop/releases/1/restore?force=1", #"{"message":"back"}"#)
        tally.isOver.store(true, ordering: .relaxed)
        for thread in threads { thread.join() }
        #expect(statuses == [201, 201, 201] && edited.status == 200 && restored.status == 201)
        #expect(tally.refused.load(ordering: .relaxed) == 0 && tally.written.load(ordering: .relaxed) > 0)
        let head = try server.send("GET", "/v1/apps/shop/head")
        #expect(head.json["version"]?.integerValue == 5)
        print("counts: 5 publishes among \(tally.written.load(ordering: .relaxed)) writes, none refused")
    }
}
