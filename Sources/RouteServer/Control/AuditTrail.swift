import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/audit`.
struct AuditTrail: Sendable {
    let store: any RuleStore

    func list(_ request: ControlRequest) throws(Problem) -> Answer {
        let limit = try request.limit()
        let before = try request.query.integer("after", in: 0...ServerLimits.cursorMax, default: 0)
        if let app = request.query["app"], !NameGrammar.isAppName(app) {
            throw .badRequest("?app= is an app's name, not \(app)")
        }
        // One more than a page tells whether there is another one.
        let query = AuditQuery(
            app: request.query["app"], before: before == 0 ? nil : before, limit: min(limit + 1, 1000))
        let rows = try asking { () throws(StoreError) in try store.audit(query) }
        let page = rows.prefix(limit)
        let isMore = rows.count > limit || (limit == ServerLimits.pageItemsMax && rows.count == limit)
        let next = isMore ? page.last.map { JSONValue.string(String($0.sequence)) } : nil
        return .json(200, ["audit": .array(page.map(\.json)), "next": next ?? .null])
    }
}
