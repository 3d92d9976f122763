import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane

@Suite("The newest changes", .scheduled)
struct ChangeHistoryTests {
    private func row(
        _ sequence: Int, _ action: String = "rule.add", app: String? = "shop", after: String = "{}"
    ) -> AuditRecord {
        AuditRecord(
            sequence: sequence, at: Instant(milliseconds: 0), by: .machine("test"), action: action, app: app,
            before: nil, after: Array(after.utf8), previousHash: [], hash: [])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("an event has the row's number, and the app, rule, release or channel of the change")
    func events() throws {
        let rule = try #require(ChangeEvent(row(7, after: #"{"revision":3,"rule":{"id":"item"}}"#)))
        let members = #""action":"rule.add","app":"shop","at":"1970-01-01T00:00:00Z","by":"test""#
        #expect(
            text(rule.bytes) == "event: change\nid: 7\ndata: {\(members),\"rule\":\"item\",\"subject\":\"draft\"}\n\n")
        let moved = try #require(ChangeEvent(row(8, "channel.move", after: #"{"channel":"beta","version":4}"#)))
        #expect(text(moved.bytes).hasSuffix(#""channel":"beta","subject":"channel","version":4}"# + "\n\n"))
        let hostile = try #require(ChangeEvent(row(9, after: #"{"rule":{"id":"a\n\nevent: x"}}"#)))
        #expect(text(hostile.bytes).split(separator: "\n", omittingEmptySubsequences: false).count == 5)
    }

    @Test("each action of the audit is a change of an app, or is not told", arguments: AuditAction.allCases)
    func actions(action: AuditAction) {
        let kind = action.rawValue.prefix { $0 != "." }
        let isTold = !["token", "session", "store", "retention", "audit"].contains(kind)
        #expect((ChangeEvent(row(1, action.rawValue)) != nil) == isTold)
        #expect(ChangeEvent(row(1, action.rawValue, app: nil)) == nil)
    }

    @Test("a client that connects again gets what it missed, once; where that is not known, it reads everything again")
    func beginning() {
        var history = ChangeHistory([row(5), row(6, app: "other"), row(7, "token.create", app: nil), row(8)])
        func beginning(_ last: String?) -> String { text(history.beginning(after: last, .only(["shop"]))) }
        let ready = "event: ready\nid: 8\ndata: {}\n\n"
        let reload = "event: reload\nid: 8\ndata: {}\n\n"
        #expect(beginning(nil) == ready && beginning("8") == ready)
        #expect(beginning("4").split(separator: "\n").filter { $0.hasPrefix("id: ") } == ["id: 5", "id: 8", "id: 8"])
        #expect(beginning("6").split(separator: "\n").filter { $0.hasPrefix("id: ") } == ["id: 8", "id: 8"])
        for unknown in ["3", "9", "-1", "", "x", "99999999999999999999"] { #expect(beginning(unknown) == reload) }
    }

    @Test("memory has a bounded number of changes, and what left it is not promised")
    func bound() {
        var history = ChangeHistory([])
        #expect(history.newest == 0)
        for sequence in 1...ChangeLimits.eventsMax + 3 { history.add([row(sequence)]) }
        #expect(history.events.count == ChangeLimits.eventsMax && history.start == 3)
        #expect(history.add([row(2), row(ChangeLimits.eventsMax + 3)]).isEmpty, "rows that were read before")
        #expect(text(history.beginning(after: "2", .all)).hasPrefix("event: reload"))
        // 1,024 changes are more than one burst.
        #expect(text(history.beginning(after: "3", .all)).hasPrefix("event: reload"))
        let few = text(history.beginning(after: String(history.newest - 2), .all))
        #expect(few.matches(of: /event: change/).count == 2)
    }
}
