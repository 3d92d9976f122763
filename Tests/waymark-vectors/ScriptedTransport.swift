import CanonicalJSON
import RouteClient
import WebAddress

/// A server that gives one client the head and the bodies of the step that is played.
actor ScriptedTransport: Transport {
    private var head: [UInt8] = []
    private var bodies: [String: [UInt8]] = [:]
    /// Whether a body was requested since the step began.
    private(set) var hasSentBody = false

    /// Sets the answers of a step: `head`, and `bodies` by digest.
    func play(_ step: JSONNode) {
        head = Array((step["head"]?.stringValue ?? "").utf8)
        if let members = step["bodies"]?.members {
            for member in members { bodies[member.name] = Array((member.value.stringValue ?? "").utf8) }
        }
        hasSentBody = false
    }

    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        if address.path.hasSuffix("/head") { return answer(head) }
        hasSentBody = true
        guard let body = bodies[String(address.path.split(separator: "/").last ?? "")] else {
            return TransportResponse(status: 404, contentType: "application/problem+json")
        }
        return answer(body)
    }

    private func answer(_ content: [UInt8]) -> TransportResponse {
        TransportResponse(status: 200, contentType: "application/json", content: content)
    }
}
