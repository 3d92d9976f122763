import Digests
import HTTPWire
import Synchronization

/// `/openapi.json`: the contract of all endpoints, this one included; made at the first request.
package final class ContractEndpoint: Sendable {
    private let others: [Endpoint]
    private let document = Mutex<(bytes: SharedBytes, tag: EntityTag)?>(nil)

    /// Describes these endpoints.
    package init(describing others: [Endpoint]) { self.others = others }

    /// The declaration.
    package var endpoint: Endpoint {
        Endpoint(
            "contract", .get, "/openapi.json", access: .open, summary: "This document.",
            success: .init(200, .map(.anything), caching: [.contract], tag: .digest), handler: .answer(read))
    }

    @Sendable private func read(_ request: EndpointRequest) -> Answer {
        let (bytes, tag) = document.withLock { document in
            if let document { return document }
            let bytes = JSONText.bytes(OpenAPIDocument(EndpointTable(others + [request.endpoint])).json)
            let made = (SharedBytes(bytes), EntityTag(SHA256.hexDigest(of: bytes)))
            document = made
            return made
        }
        return Answer(
            200,
            fields: [
                HeaderField("Content-Type", JSONText.mediaType),
                HeaderField("Cache-Control", CachePolicy.contract.field), HeaderField("ETag", tag.description),
            ], body: .shared(bytes))
    }
}
