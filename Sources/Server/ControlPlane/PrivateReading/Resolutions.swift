import CanonicalJSON
package import DataPlane
package import HTTPExchange
package import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel
import StoreRecords

/// `POST /v1/apps/{app}/resolutions`: where a release or the draft sends addresses, for a table of addresses and contexts.
package struct Resolutions: Sendable {
    private let store: any RuleStore
    private let data: DataHandlers

    /// Resolves with the indexes of the data plane, and with drafts of the store.
    package init(store: any RuleStore, data: DataHandlers) {
        self.store = store
        self.data = data
    }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "resolveMany", .post, "/v1/apps/{app}/resolutions", access: .role(.viewer),
                summary:
                    "Where the draft, a release or a channel sends many addresses in many contexts; also where clients need a token.",
                cost: { _ in .expensive },
                request: .json(
                    .resolutionOrder,
                    example: #"""
                        {
                          "addresses": ["https://market.example/i/7", "https://market.example/help"],
                          "contexts": [{ "platform": "ios", "appVersion": "5.2" }, {}],
                          "release": 1
                        }
                        """#),
                success: .init(200, .resolutions), isWriting: false, readsReleases: true, handler: .answer(resolve))
        ]
    }

    @Sendable private func resolve(_ request: EndpointRequest) throws -> Answer {
        let order = try ResolutionOrder(body: request.body)
        let rules = try AskedRules(order.rules, request, store, data)
        let at = order.at ?? request.now
        var found: [JSONValue] = []
        var byteCount = 0
        pairs: for (row, address) in order.addresses.enumerated() {
            for (column, context) in order.contexts.enumerated() {
                let resolution = rules.resolve(address, context, at: at, explaining: order.isExplained)
                byteCount += resolution.canonicalBytes.count
                if byteCount > ReadingLimits.resolutionsBytesMax, !found.isEmpty { break pairs }
                found.append(
                    [
                        "address": .integer(Int64(row)), "context": .integer(Int64(column)),
                        "resolution": resolution.json,
                    ])
            }
        }
        let leftOut = order.addresses.count * order.contexts.count - found.count
        let members: [String: JSONValue] = [
            "at": .string(at.description), "resolutions": .array(found), "leftOut": .integer(Int64(leftOut)),
        ]
        return .json(200, .object(members.merging(rules.names) { $1 }))
    }
}

extension Schema {
    fileprivate static let resolutionOrder = Schema.record(
        "ResolutionOrder",
        [
            "addresses": .list(
                .text(count: 0...DataLimits.addressBytesMax), count: 1...ReadingLimits.addressesMax),
            "contexts?": .nullable(.list(context, count: 1...ReadingLimits.contextsMax)),
            "release?": .nullable(releaseOrDraft), "channel?": .nullable(name), "at?": .nullable(instant),
            "explain?": .nullable(.flag),
        ])
    fileprivate static let resolutions = Schema.record(
        "Resolutions",
        [
            "release": releaseOrDraft, "revision?": count, "at": instant, "leftOut": count,
            "resolutions": .list(
                .record("PairResolution", ["address": count, "context": count, "resolution": resolution])),
        ])
}
