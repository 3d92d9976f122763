import RouteDocuments
import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import RouteIndex

@Suite("The work of one look-up is bounded", .scheduled)
struct WorstCaseTests {
    /// Counts the nodes that a walk enters.
    private struct Counter: AlternativeFilter {
        var entered = 0

        mutating func accepts(_ position: UInt32, _ conditions: ConditionReader) -> Bool { false }

        mutating func reached(_ node: Int, _ place: Int, isPath: Bool) { entered += 1 }
    }

    /// The number of nodes that one look-up enters.
    private static func entered(_ index: CompiledIndex, _ address: Address) -> Int {
        index.file.whileAlive { tables in
            BorrowedContext.with(Context()) { context in
                AddressPieces.with(address, tables) { pieces in
                    guard let pieces else { return 0 }
                    var walk = Walk(tables: tables, address: pieces)
                    var counter = Counter()
                    walk.run(ConditionReader(tables: tables, borrowed: context, now: IndexFixture.now), &counter)
                    return counter.entered
                }
            }
        }
    }

    @Test("patterns that branch at every segment need at most min(2^segments, nodes) steps", arguments: [4, 8, 10])
    func branching(depth: Int) throws {
        // All combinations of "a" and a capture, and a final literal that the address does not have: no node is pruned.
        let rules = (0..<(1 << depth)).map { mask in
            let path = (0..<depth).map { mask >> $0 & 1 == 1 ? "/a" : "/:s\($0)" }.joined()
            return #"{"id":"r\#(mask)","match":["https://h.com\#(path)/end"],"to":{"screen":"S"}}"#
        }
        let fixture = try IndexFixture.make(rules.joined(separator: ","))
        let address = try Address("https://h.com" + String(repeating: "/a", count: depth) + "/none")
        let entered = Self.entered(fixture.index, address)
        let nodes = fixture.index.file.whileAlive { $0.nodeCount }
        #expect(entered >= 1 << depth, "the case is a bad one")
        #expect(entered <= nodes)
        #expect(entered <= 2 << (depth + 1))
        #expect(fixture.resolve(address.href).outcome == .unmatched)
    }

    @Test("in a large trie the steps for an address depend on its segments only", arguments: [1, 2, 3, 4])
    func shallow(segments: Int) throws {
        // Random paths of that length over forty words and a capture, for one host and for any host.
        var random = SeededGenerator.fromEnvironment(default: 40)
        let rules = (0..<1500).map { number in
            let path = (0..<segments).map { place in
                Bool.random(using: &random) ? "/:s\(place)" : "/w\(Int.random(in: 0..<40, using: &random))"
            }
            return
                #"{"id":"r\#(number)","match":["\#(number % 2 == 0 ? "https://h.com" : "https://*")\#(path.joined())"],"#
                + #""to":{"screen":"S"}}"#
        }
        let fixture = try IndexFixture.make(rules.joined(separator: ","))
        for _ in 0..<50 {
            let path = (0..<segments).map { _ in "/w\(Int.random(in: 0..<45, using: &random))" }.joined()
            let entered = Self.entered(fixture.index, try Address("https://h.com" + path))
            // At a node at most one literal and one capture match: 2^0 + … + 2^segments nodes below each of two roots,
            // and the nodes of the host's labels above the second.
            #expect(entered <= 2 * (2 << segments) + 4, "\(path), seed \(random.seed)")
        }
    }

    @Test("subtrees without a better position than the best one are not entered")
    func pruning() throws {
        let rules = (0..<200).map { #"{"id":"r\#($0)","match":["https://h.com/:a/v\#($0)-:b"],"to":{"screen":"S"}}"# }
        let fixture = try IndexFixture.make(
            #"{"id":"best","match":["https://h.com/x/v1-y"],"to":{"screen":"Best"}},"# + rules.joined(separator: ","))
        #expect(fixture.resolve("https://h.com/x/v1-y").trail.first?.rule == "best")
        #expect(fixture.resolve("https://h.com/z/v17-y").trail.first?.rule == "r17")
    }

    @Test("an address of 64 segments and a host of many labels is matched to its end")
    func deep() throws {
        let path = (0..<64).map { $0 % 2 == 0 ? "/:s\($0)" : "/a" }.joined()
        let fixture = try IndexFixture.make(
            #"{"id":"deep","match":["app://*.h.com\#(path)"],"to":{"screen":"Deep"}}"#)
        let host = (0..<2000).map { _ in "l." }.joined() + "h.com"
        let found = fixture.resolve("app://\(host)" + String(repeating: "/a", count: 64))
        #expect(found.outcome.summary == "screen Deep")
        #expect(found.parameters.path.count == 32)
    }
}
