import SQLKit
import TestSupport
import Testing

@Suite(
    "Notifications of PostgreSQL", .scheduled,
    .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
struct NotificationTests {
    let schema: Schema

    init() throws { schema = try Schema() }

    @Test("What was committed is heard, what was rolled back is not")
    func hearing() throws {
        var listener = try schema.connect()
        defer { listener.close() }
        var sender = try schema.connect()
        defer { sender.close() }
        // The channels of all databases' schemas are one name space: this name is of this test alone.
        try listener.listen(to: "waymark_test_1")
        #expect(try listener.notifications(atMost: .milliseconds(1)).isEmpty)
        let notify = "SELECT pg_notify('waymark_test_1', $1)"
        try sender.begin(.readCommitted)
        try sender.run(notify, [.text("lost")])
        try sender.rollback()
        try sender.begin(.readCommitted)
        try sender.run(notify, [.text("41")])
        try sender.commit()
        let process = try sender.first("SELECT pg_backend_pid()") { row in row.integer(0) }
        let heard = try listener.notifications(atMost: .seconds(TestLimits.waitSeconds))
        #expect(heard.map(\.payload) == ["41"] && heard[0].channel == "waymark_test_1")
        #expect(heard[0].senderProcess == process)
    }

    @Test("A listener whose connection ends learns of it")
    func lost() throws {
        var listener = try schema.connect()
        defer { listener.close() }
        var other = try schema.connect()
        defer { other.close() }
        try listener.listen(to: "waymark_test_2")
        let process = try #require(try listener.first("SELECT pg_backend_pid()") { row in row.integer(0) })
        _ = try other.first("SELECT pg_terminate_backend($1, 60000)", [.integer(process)]) { row in row.flag(0) }
        let failure = #expect(throws: PostgresError.self) {
            try listener.notifications(atMost: .seconds(TestLimits.waitSeconds))
        }
        #expect(failure?.kind == .connection)
        let isUsable = listener.isUsable
        #expect(!isUsable)
    }
}
