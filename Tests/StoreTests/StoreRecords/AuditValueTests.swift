import Digests
import RouteModel
import TestSupport
import Testing

@testable import StoreRecords

@Suite("Values of the audit", .scheduled)
struct AuditValueTests {
    @Test("An expected row is HASH or SEQUENCE:HASH", arguments: ["", "12", "x:", "0:", "-1:", "1:2:", "g"])
    func expectations(prefix: String) {
        let hash = String(repeating: "0a", count: 32)
        #expect(AuditExpectation(prefix + (prefix.isEmpty ? "0a" : hash)) == nil)
        #expect(AuditExpectation("7:\(hash)")?.sequence == 7 && AuditExpectation(hash)?.sequence == nil)
    }

    @Test("The digest of stored parts is found in a row's text, also before the version of a build, and nowhere else")
    func mark() throws {
        let change = try AuditChange(.screens, before: nil, after: [UInt8](repeating: 0x20, count: 70_000))
        func mark(_ text: [UInt8]) -> AuditMark? {
            AuditMark(
                of: AuditRecord(
                    sequence: 1, at: Instant(milliseconds: 0), by: .machine("test"), action: "a", app: nil, before: nil,
                    after: text,
                    previousHash: [], hash: []))
        }
        // The members of canonical JSON are sorted.
        let texts = [
            (#"{"revision":1"#, "}"), (#"{"screens":{}"#, #","version":"5.2"}"#), (#"{"a":"b""#, "}"),
            (#"{"screens":"""#, #","version":""}"#),
        ]
        for (start, end) in texts {
            let marked = AuditMark.text(Array((start + end).utf8), with: change)
            #expect(String(decoding: marked, as: UTF8.self) == start + #","stored":"\#(hex(change.digest))""# + end)
            #expect(mark(marked)?.digest == change.digest && mark(Array((start + end).utf8)) == nil)
        }
        for text in ["", "{}", #""}"#, #","version":""}"#, #"{"version":"5"}"#] {
            #expect(mark(Array(text.utf8)) == nil)
        }
    }

    @Test("The moved numbers are the fewest without which the others are in order, for each order of up to six")
    func moved() {
        func orders(_ numbers: [Int]) -> [[Int]] {
            numbers.isEmpty
                ? [[]] : numbers.flatMap { first in orders(numbers.filter { $0 != first }).map { [first] + $0 } }
        }
        func longest(_ order: [Int]) -> Int {
            (0..<1 << order.count).map { set in
                let chosen = order.indices.filter { set >> $0 & 1 == 1 }.map { order[$0] }
                return chosen == chosen.sorted() ? chosen.count : 0
            }.max() ?? 0
        }
        for count in 0...6 {
            for order in orders(Array(0..<count)) {
                let moved = RuleChanges.moved(order)
                let rest = order.filter { !moved.contains($0) }
                #expect(rest == rest.sorted() && rest.count == longest(order), "\(order)")
            }
        }
    }
}
