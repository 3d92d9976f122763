import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/apps/{app}/expectations`.
struct TestAddresses: Sendable {
    let store: any RuleStore

    func read(_ request: ControlRequest) throws(Problem) -> Answer {
        let record = try asking { () throws(StoreError) in
            _ = try store.app(request.app)
            return try store.expectations(request.app)
        }
        return Self.answer(record)
    }

    func replace(_ request: ControlRequest) throws(Problem) -> Answer {
        let current = try asking { () throws(StoreError) in
            _ = try store.app(request.app)
            return try store.expectations(request.app)
        }
        let precondition = try request.ifMatch.precondition(.expectations, current: current.revision)
        let expectations = try DraftText.expectations(request.body)
        let json = JSONValue.array(expectations.map(\.json)).canonicalBytes
        let by = request.caller.principal
        let record = try asking(.expectations) { () throws(StoreError) in
            try store.replaceExpectations(request.app, json, if: precondition, by: by, at: request.now)
        }
        return Self.answer(record)
    }

    private static func answer(_ record: ExpectationsRecord) -> Answer {
        .json(
            200, ["revision": .integer(Int64(record.revision)), "expectations": JSONValue(stored: record.json)],
            fields: [.tag(.expectations, record.revision)])
    }
}
