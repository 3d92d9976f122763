import CanonicalJSON
import HTTPFetching
import HTTPWire
import TestSupport
import Testing

@testable import AccessControl
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("The contract describes exactly the header fields that the server sends", .scheduled)
struct ContractHeaderTests {
    /// Fields that any answer has, in lowercase; the contract does not describe them for each operation.
    private static let ofTheMessage: Set<String> = [
        "date", "server", "connection", "content-length", "transfer-encoding", "content-type", "x-content-type-options",
        "content-security-policy", "cross-origin-resource-policy", "referrer-policy",
    ]

    /// The fields, as `response field`, and the responses that were sent.
    private final class Seen {
        var fields: Set<String> = []
        var responses: Set<String> = []
    }

    private typealias Field = (name: String, value: String)

    /// Compares the fields of an answer with the response that describes it.
    private func compare(_ fields: [Field], _ response: JSONValue, _ name: String, _ seen: Seen) {
        let headers = response["headers"]?.objectValue ?? [:]
        let sent = fields.filter { !Self.ofTheMessage.contains($0.name.lowercased()) }
        for field in sent {
            guard let header = headers[field.name] else {
                Issue.record("\(name) has \(field.name), which the contract does not name")
                continue
            }
            let schema = header["schema"]
            if let words = schema?["enum"]?.arrayValue {
                #expect(words.contains(.string(field.value)), "\(name): \(field)")
            }
            if let pattern = schema?["pattern"]?.stringValue, let regex = try? Regex(pattern) {
                #expect(field.value.contains(regex), "\(name): \(field)")
            }
            seen.fields.insert("\(name) \(field.name)")
        }
        seen.responses.insert(name)
        for (field, header) in headers where header["required"] == true {
            #expect(sent.contains { $0.name == field }, "\(name) lacks \(field)")
        }
    }

    /// Checks that every answer that may have a body has `X-Content-Type-Options: nosniff`.
    private func checkNosniff(_ answer: FetchResponse) {
        let wanted = answer.status == 204 || answer.status == 304 ? nil : "nosniff"
        #expect(answer["x-content-type-options"] == wanted, "\(answer.status) \(answer.text)")
    }

    private func compare(_ answer: FetchResponse, to endpoint: Endpoint, _ seen: Seen) {
        checkNosniff(answer)
        let operation = Contract.document["paths"]?[endpoint.path.description]?[
            endpoint.method.rawValue.lowercased()]
        guard let response = operation?["responses"]?["\(answer.status)"] else {
            Issue.record("\(endpoint.id) has no \(answer.status)")
            return
        }
        let fields = answer.fields.map { (name: $0.name, value: $0.value) }
        compare(fields, response, "\(endpoint.id) \(answer.status)", seen)
    }

    private func component(_ name: String) -> JSONValue {
        Contract.document["components"]?["responses"]?[name] ?? .null
    }

    private func refuse(_ answer: FetchResponse, _ status: Int, _ seen: Seen) {
        checkNosniff(answer)
        let name = "Refusal\(status)"
        compare(answer.fields.map { (name: $0.name, value: $0.value) }, component(name), name, seen)
    }

    /// Sends the session; requests that are conditional or have an idempotency key are sent again.
    private func runSession(at server: LiveServer, _ seen: Seen) throws {
        var session = SessionRun()
        var cookie = "none=1"
        for (number, step) in ContractSession.session.enumerated() where !ContractSession.streams.contains(step.id) {
            let endpoint = try #require(Contract.table.endpoints.first { $0.id == step.id })
            var fields = ["If-Match": "*"]
            if endpoint.takesIdempotencyKey { fields["Idempotency-Key"] = "step-\(number)" }
            let method = endpoint.method.rawValue
            let isSignIn = step.path == "/console/session"
            if isSignIn { fields = ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"] }
            let answer = try server.send(
                method, session.path(step), session.body(step), token: isSignIn ? nil : LiveServer.adminSecret, fields)
            if let set = answer["set-cookie"] { cookie = String(set.prefix { $0 != ";" }) }
            compare(answer, to: endpoint, seen)
            session.note(step, answer.json)
            if endpoint.takesIdempotencyKey, endpoint.isReplayable {
                compare(
                    try server.send(method, session.path(step), step.body(in: Contract.table), fields), to: endpoint,
                    seen)
            }
            if endpoint.isConditional {
                let token = endpoint.isControl ? LiveServer.adminSecret : nil
                fields = ["Accept-Encoding": "gzip"]
                compare(try server.send("GET", session.path(step), token: token, fields), to: endpoint, seen)
                fields["If-None-Match"] = "*"
                compare(try server.send("GET", session.path(step), token: token, fields), to: endpoint, seen)
            }
        }
    }

    /// Sends further requests, whose answers have fields that the session's answers do not have.
    private func sendRest(at server: LiveServer, _ seen: Seen) throws {
        let ready = try #require(Contract.table.endpoints.first { $0.id == "replaceRule" })
        let rule = #"{"match":["/new"],"to":{"screen":"New"}}"#
        compare(try server.force("PUT", "/v1/apps/market/draft/rules/new", rule), to: ready, seen)
        let restore = try #require(Contract.table.endpoints.first { $0.id == "restoreRule" })
        let again = ["If-Match": "*", "Idempotency-Key": "restore"]
        for _ in 0..<2 {
            let path = "/v1/apps/market/draft/rules/help/restore"
            compare(try server.send("POST", path, #"{"from":2}"#, again), to: restore, seen)
        }
        for (id, path, body) in [
            ("moveChannel", "/v1/apps/market/channels/new", #"{"version":1,"public":false}"#),
            ("putScreens", "/v1/apps/market/screens/ios/9.9", #"{"screens":{"Item":["id"]}}"#),
            ("putHost", "/v1/hosts/new.market.example", #"{"app":"market"}"#),
        ] {
            let endpoint = try #require(Contract.table.endpoints.first { $0.id == id })
            compare(try server.send("PUT", path, body, ["If-None-Match": "*"]), to: endpoint, seen)
        }
        refuse(try server.send("POST", "/v1/apps", "{}", ["Content-Encoding": "br"]), 415, seen)
        let key = ["Idempotency-Key": "token"]
        let token = #"{"name":"t","role":"viewer"}"#
        _ = try server.send("POST", "/v1/tokens", token, key)
        refuse(try server.send("POST", "/v1/tokens", token, key), 409, seen)
        refuse(try server.force("DELETE", "/v1/apps/market/channels/production"), 409, seen)
        let outsider = try server.makeToken("viewer", apps: #"["other"]"#).secret
        let staging = "/v1/apps/market/rules?channel=staging"
        let resolve = "/v1/apps/market/resolve"
        for (status, answer) in [
            (400, try server.send("GET", resolve, token: nil)), (401, try server.send("GET", staging, token: "wmk_x")),
            (403, try server.send("GET", staging, token: outsider)), (404, try server.send("GET", staging, token: nil)),
            (405, try server.send("DELETE", resolve, token: nil)),
            (422, try server.send("POST", resolve, #"{"uri":"https://a"}"#, token: nil)),
        ] {
            #expect(answer.status == status, "\(answer.text)")
            refuse(answer, status, seen)
        }
        let read = try #require(Contract.table.endpoints.first { $0.id == "readSession" })
        compare(try server.send("GET", "/console/session", token: nil), to: read, seen)
        let ended = ["Cookie": "waymark-\(server.address.split(separator: ":").last ?? "")=ended"]
        let session = try server.send("GET", "/console/session", token: nil, ended)
        #expect(session.status == 401 && session["set-cookie"] != nil)
        refuse(session, 401, seen)
        for path in ["/v1/apps/market/head", "/v1/apps/market/draft"] {
            let answer = try server.send("OPTIONS", path, token: nil)
            compare(answer.fields.map { (name: $0.name, value: $0.value) }, component("Preflight"), "Preflight", seen)
        }
    }

    /// The data plane's refusals after too many wrong tokens and after a failed read.
    private func refuseReading(_ seen: Seen) throws {
        let desk = try Desk(["failedAttemptsPerMinute": "1"])
        desk.makeShop()
        for _ in 0..<2 { _ = desk.send("GET", "/v1/apps/shop/rules?channel=staging", token: "wmk_wrong_0123456789") }
        let limited = desk.send("GET", "/v1/apps/shop/rules?channel=staging", token: "wmk_wrong_0123456789")
        desk.store.fail { $0.reads = FaultyStore.broken }
        let body = "/v1/apps/shop/bodies/" + String(repeating: "0", count: 64)
        let failing = desk.send("GET", body, from: "192.0.2.2")
        for (status, answer) in [(429, limited), (500, failing)] {
            #expect(answer.status == status || answer.status == 503, "\(answer.text)")
            let fields = answer.fields.map { (name: $0.name, value: $0.value) }
            // A desk returns answers before the request id is added to them.
            let named = fields + [(name: RequestID.field, value: "desk")]
            compare(
                fields.contains { $0.name == RequestID.field } ? fields : named, component("Refusal\(status)"),
                "Refusal\(status)", seen)
        }
    }

    /// Every field that the contract describes, as `response field`.
    private func documented() -> Set<String> {
        var all: Set<String> = []
        for endpoint in Contract.table.endpoints {
            let operation = Contract.document["paths"]?[endpoint.path.description]?[
                endpoint.method.rawValue.lowercased()]
            for (status, response) in operation?["responses"]?.objectValue ?? [:] {
                for name in (response["headers"]?.objectValue ?? [:]).keys {
                    all.insert("\(endpoint.id) \(status) \(name)")
                }
            }
        }
        for (component, response) in Contract.document["components"]?["responses"]?.objectValue ?? [:] {
            for name in (response["headers"]?.objectValue ?? [:]).keys { all.insert("\(component) \(name)") }
        }
        return all
    }

    @Test("each field that was sent is described, and each described field was sent")
    func fields() throws {
        let server = try LiveServer()
        let seen = Seen()
        try runSession(at: server, seen)
        try sendRest(at: server, seen)
        let app = try LiveServer()
        try app.makeApp()
        for (status, answer) in try ContractRefusals.collect(from: app) { refuse(answer, status, seen) }
        try refuseReading(seen)
        let stream = try events()
        compare(stream, responses("events")?["200"] ?? .null, "events 200", seen)
        let changes = try server.send("HEAD", "/v1/events")
        compare(
            changes.fields.map { (name: $0.name, value: $0.value) }, responses("changes")?["200"] ?? .null,
            "changes 200", seen)
        // Only a server that shares its database sends it (SeveralNodesTests).
        // ContentCodingTests has long answers, ListTests lists of several pages.
        let elsewhere = [" Waymark-Node", " Content-Encoding", " Vary", " Link"]
        let unseen = documented().subtracting(seen.fields).filter { name in !elsewhere.contains { name.hasSuffix($0) } }
        // FaultTests tests a server that is not ready; the same code makes both answers.
        #expect(unseen == ["ready 503 Cache-Control"], "\(unseen.sorted())")
        print("counts: \(seen.fields.count) header fields in \(seen.responses.count) responses")
    }

    private func responses(_ id: String) -> JSONValue? {
        guard let endpoint = Contract.table.endpoints.first(where: { $0.id == id }) else { return nil }
        return Contract.document["paths"]?[endpoint.path.description]?[endpoint.method.rawValue.lowercased()]?[
            "responses"]
    }

    /// The header fields of an event stream, as the loop sends them.
    private func events() throws -> [Field] {
        let desk = try Desk()
        desk.makeShop()
        let channel = try #require(desk.components.snapshots.snapshot.apps["shop"]?.channels["production"])
        let lines = String(decoding: channel.preparedHead.stream.head.bytes, as: UTF8.self).split(separator: "\r\n")
        return lines.dropFirst().map { line in
            let parts = line.split(separator: ": ", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1]))
        }
    }
}
