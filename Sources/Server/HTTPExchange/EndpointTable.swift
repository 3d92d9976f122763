/// The router: finds the endpoints at a path.
package struct EndpointTable: Sendable {
    /// Every endpoint, in the order of the contract.
    package let endpoints: [Endpoint]
    /// Endpoints that share a path, in the order of the contract.
    let groups: [EndpointGroup]
    /// The same by the number of segments of their paths.
    private let groupsByLength: [[EndpointGroup]]

    /// Makes a table; two endpoints with the same name, or with the same method and path, are a programmer's error.
    package init(_ endpoints: [Endpoint]) {
        var groups: [EndpointGroup] = []
        for endpoint in endpoints {
            if let index = groups.firstIndex(where: { $0.path == endpoint.path }) {
                precondition(
                    !groups[index].endpoints.contains { $0.method == endpoint.method },
                    "\(endpoint.method.rawValue) \(endpoint.path) is declared twice")
                groups[index].endpoints.append(endpoint)
            } else {
                groups.append(EndpointGroup(path: endpoint.path, endpoints: [endpoint]))
            }
        }
        precondition(Set(endpoints.map(\.id)).count == endpoints.count, "two endpoints have the same id")
        self.endpoints = endpoints
        self.groups = groups
        let longest = groups.map(\.path.segments.count).max() ?? 0
        groupsByLength = (0...longest).map { length in groups.filter { $0.path.segments.count == length } }
    }

    /// The endpoint with an id; nil if there is none.
    package func endpoint(_ id: String) -> Endpoint? { endpoints.first { $0.id == id } }

    /// Finds the endpoints of a path.
    ///
    /// - Parameters:
    ///   - path: The path's decoded segments, without the leading slash.
    ///   - isIncluded: Which endpoints the listener serves.
    /// - Returns: The endpoints of that path, or nil.
    package func find(_ path: [String], where isIncluded: (Endpoint) -> Bool) -> EndpointMatch? {
        guard path.count < groupsByLength.count else { return nil }
        for group in groupsByLength[path.count] {
            guard let values = group.path.match(path) else { continue }
            // Nearly always all are served; a filter would copy each of them.
            let endpoints =
                group.endpoints.allSatisfy(isIncluded) ? group.endpoints : group.endpoints.filter(isIncluded)
            guard !endpoints.isEmpty else { continue }
            return EndpointMatch(endpoints: endpoints, values: values)
        }
        return nil
    }
}

/// The endpoints of one path.
struct EndpointGroup: Sendable {
    let path: PathTemplate
    /// The endpoints, at least one.
    fileprivate(set) var endpoints: [Endpoint]
}

/// The result of a search by path.
package struct EndpointMatch: Sendable {
    /// The endpoints of this path that the listener serves.
    package let endpoints: [Endpoint]
    /// The values of the path's named segments.
    package let values: [String: String]

    /// `Allow` for this path (RFC 9110 section 10.2.1).
    package var allow: String {
        let methods = endpoints.map(\.method)
        var words = methods.map(\.rawValue)
        if methods.contains(.get) { words.append("HEAD") }
        words.append("OPTIONS")
        return words.joined(separator: ", ")
    }

    /// The endpoint for a method; HEAD is served by the endpoint of GET.
    ///
    /// Throws 405.
    package func endpoint(for method: String) throws(Problem) -> Endpoint {
        let wanted = method == "HEAD" ? "GET" : method
        guard let endpoint = endpoints.first(where: { $0.method.rawValue == wanted }) else {
            throw .methodNotAllowed(method, allow: allow)
        }
        return endpoint
    }
}
