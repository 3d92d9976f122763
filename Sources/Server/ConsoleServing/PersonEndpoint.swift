import CanonicalJSON
import ControlPlane
package import HTTPExchange

/// `GET /console/person`: the person whom a proxy names, so that the sign-in can offer to continue as that person.
///
/// It begins no session, and shows a browser only what its own request said on the way through the proxy.
package struct PersonEndpoint: Sendable {
    private let sessions: ConsoleSessions
    /// What is shown of a person.
    private static let members = ["name", "role", "apps"]

    /// Reads the proxies' fields with the settings of these sessions.
    package init(_ sessions: ConsoleSessions) { self.sessions = sessions }

    /// The endpoint.
    package var endpoint: Endpoint {
        Endpoint(
            "readPerson", .get, "/console/person", access: .console,
            summary: "The person whom a proxy of signInProxies names in this request, or null; it begins no session.",
            success: .init(200, .proxiedPerson), handler: .answer(read))
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        _ = try sessions.host(of: request)
        try SameOrigin.checkRead(request.fields)
        guard let caller = try sessions.person(in: request)?.caller else { return .json(200, ["person": .null]) }
        let members = Identity.members(of: caller, among: []).filter { Self.members.contains($0.key) }
        return .json(200, ["person": .object(members)])
    }
}

extension Schema {
    fileprivate static let proxiedPerson = Schema.record(
        "ProxiedPerson",
        ["person": .nullable(.record("Person", ["name": .text(), "role": roles, "apps": scope]))])
}
