import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("Recorded requests get the same answers as from the older version", .scheduled)
struct SessionTests {
    @Test("The session that fills a store: status, header fields and bodies", arguments: Recording.all)
    func writes(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: folder.file("store.sqlite3"), in: folder)
        defer { server.stop() }
        let old = try recording.exchanges("writes.json")
        let new = try SessionReplay.send(old, of: recording, to: server.peer)
        // The recorded answers already have placeholders, which no rule changes.
        let differences = try SessionReplay.differences(
            between: old, of: recording, and: new, volatile: VolatileFields.ofNewStore)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test(
        "A recorded request that has to say more now is refused without that, and changes nothing",
        arguments: Recording.all.filter { $0.isBefore("0.2.0") })
    func amended(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: folder.file("store.sqlite3"), in: folder)
        defer { server.stop() }
        let session = try recording.exchanges("writes.json")
        let amendment = try #require(SessionReplay.amended.first)
        let place = try #require(session.firstIndex { $0.name == amendment.exchange })
        _ = try SessionReplay.send(Array(session[..<place]), of: recording, to: server.peer)
        let head = RecordedRequest(method: "GET", target: "/v1/apps/market/head")
        let before = try server.peer.send(head).body
        let answer = try server.peer.send(session[place].request)
        #expect(answer.status == 404 && answer.json["type"]?.stringValue == amendment.refusal)
        #expect(try server.peer.send(head).body == before)
    }

    @Test("The requests of an older client, sent to this server on the older client's store", arguments: Recording.all)
    func oldClient(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(.current, database: recording.copyStore(to: folder), in: folder)
        defer { server.stop() }
        let old = try recording.exchanges("client.json")
        let new = try old.map { exchange in
            var sent = exchange
            sent.answer = try server.peer.send(exchange.request.body)
            return sent
        }
        let differences = try SessionReplay.differences(
            between: old, of: recording, and: new, volatile: VolatileFields.always)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test("A difference in status, field or body is found, and a difference in volatile parts is ignored")
    func comparison() throws {
        func answer(_ status: Int, _ fields: [(String, String)], _ body: String) -> RecordedExchange {
            RecordedExchange(
                name: "x", request: RecordedRequest(method: "GET", target: "/"),
                answer: RecordedAnswer(
                    status: status, fields: fields.map { RecordedField(name: $0.0, value: $0.1) },
                    body: Array(body.utf8)))
        }
        let base = answer(200, [("Date", "today"), ("ETag", "\"r1\"")], #"{"detail":"old","revision":1}"#)
        func differs(_ other: RecordedExchange) throws -> Bool {
            try !SessionReplay.differences(
                between: [base], of: #require(Recording.all.first), and: [other], volatile: VolatileFields.always
            ).isEmpty
        }
        let same = answer(200, [("etag", "\"r1\""), ("Date", "now")], #"{"detail":"new \"words\"","revision":1}"#)
        #expect(try !differs(same))
        #expect(try differs(answer(201, [("Date", "today"), ("ETag", "\"r1\"")], #"{"detail":"old","revision":1}"#)))
        #expect(try differs(answer(200, [("Date", "today")], #"{"detail":"old","revision":1}"#)))
        #expect(try differs(answer(200, [("Date", "today"), ("ETag", "\"r1\"")], #"{"detail":"old","revision":2}"#)))
    }

    @Test("Equal volatile values get equal placeholders, different values different ones")
    func placeholders() throws {
        var volatile = try VolatileFields(VolatileFields.ofNewStore)
        let (a, b) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        #expect(volatile.masking("\(a) \(b) \(a)") == "<digest 1> <digest 2> <digest 1>")
        #expect(volatile.masking(#""at":"2026-01-02T03:04:05.678Z""#) == #""at":"<time>""#)
        #expect(volatile.masking(#""at":"2099-01-02T03:04:05Z""#) == #""at":"2099-01-02T03:04:05Z""#)
    }
}
