import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/apps/{app}/releases`, for reading.
struct Releases: Sendable {
    let store: any RuleStore

    func list(_ request: ControlRequest) throws(Problem) -> Answer {
        let limit = try request.limit()
        let below = try request.query.integer("after", in: 0...ServerLimits.cursorMax, default: ServerLimits.cursorMax)
        let releases = try asking { () throws(StoreError) in
            _ = try store.app(request.app)
            return try store.releases(request.app, below: below == ServerLimits.cursorMax ? nil : below, limit: limit)
        }
        // The oldest release is number 1, so that the last page tells itself.
        let last = releases.last?.version ?? 1
        let next: JSONValue = releases.count == limit && last > 1 ? .string(String(last)) : .null
        return .json(200, ["releases": .array(releases.map(\.json)), "next": next])
    }

    func read(_ request: ControlRequest) throws(Problem) -> Answer {
        let version = try request.number("version")
        let release = try asking { () throws(StoreError) in try store.release(request.app, version) }
        return .json(200, release.json)
    }
}
