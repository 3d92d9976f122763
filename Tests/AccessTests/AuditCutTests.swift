import CanonicalJSON
import OfflineStore
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Cuts of the audit over HTTP", .scheduled)
struct AuditCutTests {
    @Test("old rows are removed, the log and a row have the checkpoint, and verification says so")
    func cut() throws {
        let desk = try Desk()
        desk.makeShop()
        let hash = desk.send("GET", "/v1/audit").json["audit"]?.arrayValue?[0]["hash"]
        desk.now += 48 * 3_600_000
        _ = desk.send("PATCH", "/v1/apps/shop", #"{"title":"x"}"#)
        let answer = desk.send("POST", "/v1/audit/cut", #"{"before":"2027-01-16T08:00:00Z"}"#)
        #expect(answer.status == 200 && answer.json["rows"] == 4 && answer.json["through"] == 4, "\(answer.text)")
        #expect(answer.json["hash"] == hash && answer.json["more"] == false)
        let row = desk.send("GET", "/v1/audit?limit=1").json["audit"]?.arrayValue?[0]
        #expect(row?["action"] == "audit.cut" && row?["after"]?["through"] == 4 && row?["after"]?["hash"] == hash)
        #expect(desk.lines.text.contains("audit checkpoint") && desk.lines.text.contains(#""removedRows":4"#))
        var proof = try AuditProof()
        for row in desk.send("GET", "/v1/audit").json["audit"]?.arrayValue ?? [] { proof.add(row) }
        #expect(proof.finished() == nil && proof.cutThrough == 4 && proof.rows == 2)
        let found = try OfflineDatabase.inspect(desk.database)
        #expect(found.complaints.isEmpty && found.auditCutThrough == 4)
        let again = desk.send("POST", "/v1/audit/cut", #"{"before":"2027-01-16T08:00:00Z"}"#)
        #expect(again.json["rows"] == 0 && again.json["through"] == nil)
    }

    @Test("the rows of the last day stay", arguments: [#"{"before":"2027-01-14T08:00:01Z"}"#, "{}", #"{"before":1}"#])
    func refused(body: String) throws {
        let desk = try Desk()
        let answer = desk.send("POST", "/v1/audit/cut", body)
        #expect(answer.status == 422, "\(answer.text)")
    }
}
