import CanonicalJSON
import HTTPExchange
import RouteModel
import TestSupport
import Testing

@testable import RouteServer
@testable import ServerFixtures

@Suite("What a loop found out of the head of a request, for its worker", .scheduled)
struct CheckedHeadTests {
    private let desk: Desk
    private let dispatcher: RequestDispatcher

    init() throws {
        desk = try Desk()
        desk.makeShop()
        dispatcher = desk.components.dispatcher
    }

    /// A new token of an editor; returns its id and its secret.
    private func makeToken(expires: Int64? = nil) throws -> (id: String, secret: String) {
        let end = expires.map { #","expiresAt":"\#(Instant(milliseconds: $0))""# } ?? ""
        let answer = desk.send("POST", "/v1/tokens", #"{"name":"writer","role":"editor"\#(end)}"#)
        return (
            try #require(answer.json["id"]?.stringValue), try #require(answer.json["token"]?.stringValue)
        )
    }

    private func request(_ secret: String, id: String = "new") -> IncomingRequest {
        var fields = IncomingRequest.Fields()
        fields.authorization = "Bearer \(secret)"
        fields.contentType = "application/json"
        return IncomingRequest(
            method: "POST", path: "/v1/apps/shop/draft/rules", fields: fields,
            body: Array(#"{"id":"\#(id)","match":["/\#(id)"],"to":{"screen":"New"}}"#.utf8), address: "192.0.2.1",
            now: Instant(milliseconds: desk.now), seconds: Int(desk.now / 1000))
    }

    /// The status with which the worker answers a request whose head was judged.
    private func status(_ incoming: IncomingRequest, _ checkedHead: RequestDispatcher.CheckedHead) -> Int {
        switch dispatcher.prepare(incoming, checkedHead) {
        case .answered(let answer): answer.status
        case .ready(let request): dispatcher.answer(request).status
        }
    }

    @Test("the worker takes the caller that the loop has identified")
    func taken() throws {
        let (_, secret) = try makeToken()
        let checkedHead = try #require(dispatcher.admit(headOf: request(secret), length: 60).checkedHead)
        // A secret that would be refused shows that it is not looked up again.
        #expect(status(request("wmk_unknown_0123456789"), checkedHead) == 201)
    }

    @Test("a token that was revoked while the body arrived is refused")
    func revoked() throws {
        let (id, secret) = try makeToken()
        let checkedHead = try #require(dispatcher.admit(headOf: request(secret), length: 60).checkedHead)
        #expect(desk.send("DELETE", "/v1/tokens/\(id)").status == 204)
        #expect(status(request(secret), checkedHead) == 401)
    }

    @Test("a token that expired while the body arrived is refused")
    func expired() throws {
        let (_, secret) = try makeToken(expires: desk.now + 60_000)
        let checkedHead = try #require(dispatcher.admit(headOf: request(secret), length: 60).checkedHead)
        #expect(status(request(secret), checkedHead) == 201)
        desk.now += 60_001
        #expect(status(request(secret, id: "late"), checkedHead) == 401)
    }

    @Test("a head that is refused leaves nothing to a worker")
    func refused() throws {
        let verdict = dispatcher.admit(headOf: request("wmk_unknown_0123456789"), length: 60)
        #expect(verdict.checkedHead == nil && verdict.refusal?.status == 401)
    }
}
