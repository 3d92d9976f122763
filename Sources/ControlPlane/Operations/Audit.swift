import CanonicalJSON
import Digests
import HTTPExchange
import ReleaseStore
import RouteModel

/// `/v1/audit`.
struct Audit: Sendable {
    let store: any RuleStore

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "audit", .get, "/v1/audit", access: .unlimited(.admin),
                summary: "Who made which change, when and from where; each row has the hash of the row before.",
                query: [QueryParameter("app", "only this app's rows", .name)] + QueryParameter.numberedPage,
                success: .init(200, .page("audit", of: .auditEntry)), handler: .answer(list))
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        let before = try request.query.integer("after", in: 0...ExchangeLimits.cursorMax, default: 0)
        if let app = request.query["app"], !NameGrammar.isAppName(app) {
            throw Problem.badRequest("?app= must be the name of an app, not \(app)")
        }
        // One row more than the page has shows whether there is another page.
        let query = AuditQuery(
            app: request.query["app"], before: before == 0 ? nil : before,
            limit: min(limit + 1, ExchangeLimits.pageItemsMax))
        let rows = try store.audit(query)
        let page = rows.prefix(limit)
        let isMore = rows.count > limit || (limit == ExchangeLimits.pageItemsMax && rows.count == limit)
        let next = isMore ? page.last.map { JSONValue.string(String($0.sequence)) } : nil
        return .json(200, ["audit": .array(page.map(\.json)), "next": next ?? .null])
    }
}

extension AuditRecord {
    /// A row of the audit as JSON.
    fileprivate var json: JSONValue {
        var object: [String: JSONValue] = [
            "sequence": .integer(Int64(sequence)), "at": .string(at.description), "by": .string(by.name),
            "from": .string(by.address), "action": .string(action), "previousHash": .string(hex(previousHash)),
            "hash": .string(hex(hash)),
        ]
        if let id = by.tokenID { object["token"] = .string(id) }
        if let app { object["app"] = .string(app) }
        if let before { object["before"] = JSONValue(stored: before) }
        if let after { object["after"] = JSONValue(stored: after) }
        return .object(object)
    }
}

extension Schema {
    fileprivate static let auditEntry = Schema.component(
        "AuditEntry",
        .object(
            [
                "sequence": count, "at": instant, "by": .text(), "token": .text(), "from": .text(), "action": .text(),
                "app": name, "before": .anything, "after": .anything, "previousHash": digest, "hash": digest,
            ], required: ["sequence", "at", "by", "from", "action", "previousHash", "hash"]))
}
