import CanonicalJSON
import TestSupport
import Testing

@testable import HTTPExchange
@testable import WaymarkCommands

/// The command line does not contain the server's contract: this compares what both say of answers.
@Suite("What commands expect of answers", .scheduled)
struct PromisedAnswerTests {
    /// Operations of the control plane that no command asks.
    private static let unasked: Set<String> = [
        "replaceSettings", "releaseRules", "resolve", "readServerSettings", "changes", "resolveMany",
    ]

    private func key(_ endpoint: Endpoint) -> String {
        let path = endpoint.path.description.split(separator: "/").map { $0.hasPrefix("{") ? "*" : String($0) }
        return "\(endpoint.method.rawValue) /" + path.joined(separator: "/")
    }

    private func required(_ schema: Schema?) -> [String] {
        switch schema {
        case .component(_, let inner): required(inner)
        case .object(_, let required, _): required.sorted()
        default: []
        }
    }

    @Test("media type, required members and ETag are those of the contract")
    func same() throws {
        let endpoints = Dictionary(uniqueKeysWithValues: Contract.table.endpoints.map { (key($0), $0) })
        for promise in PromisedAnswer.all {
            let endpoint = try #require(endpoints[promise.operation], "\(promise.operation) is not in the contract")
            #expect(promise.mediaType == endpoint.success.mediaType, "\(endpoint.id)")
            #expect(promise.members.sorted() == required(endpoint.success.schema), "\(endpoint.id)")
            #expect(promise.hasTag == (endpoint.method == .get && endpoint.success.tag != nil), "\(endpoint.id) ETag")
        }
        #expect(PromisedAnswer.problem.members.sorted() == required(OpenAPIDocument.problem))
    }

    @Test("every operation that a command asks is listed, and the deletions have no content")
    func complete() {
        let listed = Set(PromisedAnswer.all.map(\.operation))
        for endpoint in Contract.table.endpoints where endpoint.isControl && !Self.unasked.contains(endpoint.id) {
            if endpoint.method == .delete {
                #expect(endpoint.success.status == 204, "\(endpoint.id)")
            } else if endpoint.access != .console {
                #expect(listed.contains(key(endpoint)), "\(endpoint.id)")
            }
        }
    }

    @Test("a request finds the line of its path")
    func found() {
        #expect(PromisedAnswer.of("GET", "/v1/audit/export?after=1").mediaType == "application/jsonl")
        #expect(PromisedAnswer.of("GET", "/v1/audit/17").members.contains("changes"))
        #expect(PromisedAnswer.of("GET", "/v1/apps/shop/draft/rules?q=/a/b").members == ["next", "rules"])
        #expect(PromisedAnswer.of("GET", "/v1/unknown").members.isEmpty)
    }
}
