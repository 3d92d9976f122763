import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/expectations`: the stored test addresses.
struct Expectations: Sendable {
    let store: any RuleStore

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "readExpectations", .get, "/v1/apps/{app}/expectations", access: .role(.viewer),
                summary: "The stored test addresses.",
                success: .init(200, .expectations, tag: .number(.expectations)), handler: .answer(read)),
            Endpoint(
                "replaceExpectations", .put, "/v1/apps/{app}/expectations", access: .role(.editor),
                summary: "Replaces the stored test addresses.", precondition: .init(.expectations, current: read),
                request: .json(
                    .newExpectations,
                    example: #"""
                        {
                          "expectations": [
                            {
                              "url": "https://market.example/item/7",
                              "context": { "platform": "ios" },
                              "expect": { "screen": "Item", "parameters": { "id": "7", "tab": "reviews" } }
                            }
                          ]
                        }
                        """#),
                success: .init(200, .expectations, tag: .number(.expectations)), handler: .answer(replace)),
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        try answer(current(request.app), of: request.app)
    }

    @Sendable private func replace(_ request: EndpointRequest) throws -> Answer {
        let revision = try current(request.app).revision
        let precondition = try request.ifMatch.precondition(.expectations, current: revision)
        let expectations = try RequestDecoding.expectations(request.body)
        let record = try store.replaceExpectations(
            request.app, JSONValue.array(expectations.map(\.json)).canonicalBytes, if: precondition,
            by: request.caller.principal, at: request.now)
        return try answer(record, of: request.app)
    }

    /// The expectations of an app; throws 404 if there is no such app.
    private func current(_ app: String) throws -> ExpectationsRecord {
        _ = try store.app(app)
        return try store.expectations(app)
    }

    private func answer(_ record: ExpectationsRecord, of app: String) throws(Problem) -> Answer {
        let list = try RequestDecoding.storedJSON(record.json, "test addresses", of: app)
        return .json(
            200, ["revision": .integer(Int64(record.revision)), "expectations": list],
            fields: [.tag(.expectations, record.revision)])
    }
}

extension Schema {
    /// The test addresses of an app.
    static let expectationList = Schema.list(
        .record(
            "Expectation",
            [
                "url": address, "context?": context, "at?": instant, "expect": outcome,
                "surface?": .words(RouteDocuments.Expectation.Surface.allCases.map(\.rawValue)),
            ]), count: 0...ModelLimits.expectationsMax)
    fileprivate static let expectations = Schema.record(
        "Expectations", ["revision": count, "expectations": expectationList])
    fileprivate static let newExpectations = Schema.record(
        "Expectations", ["revision?": count, "expectations": expectationList])
}
