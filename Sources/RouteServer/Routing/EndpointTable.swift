/// Every endpoint there is.
enum EndpointTable {
    /// All of them: data plane, operations, control plane.
    static let all: [Endpoint] = data + operations + apps + drafts + releases + access

    /// Finds what is at a path.
    ///
    /// - Parameters:
    ///   - path: the path's decoded segments, without the leading slash.
    ///   - includingControl: false on a public listener beside an admin one, where the control plane does not exist.
    /// - Returns: the endpoints of that path, or nil.
    static func find(_ path: [String], includingControl: Bool) -> EndpointMatch? {
        guard path.count < groupsByLength.count else { return nil }
        for group in groupsByLength[path.count] {
            guard let values = group.path.match(path) else { continue }
            let endpoints = includingControl ? group.endpoints : group.endpoints.filter { !$0.isControl }
            guard !endpoints.isEmpty else { continue }
            return EndpointMatch(endpoints: endpoints, values: values)
        }
        return nil
    }

    /// Endpoints by path, in table order.
    static let groups: [EndpointGroup] = {
        var groups: [EndpointGroup] = []
        for endpoint in all {
            if let index = groups.firstIndex(where: { $0.path == endpoint.path }) {
                groups[index].endpoints.append(endpoint)
            } else {
                groups.append(EndpointGroup(path: endpoint.path, endpoints: [endpoint]))
            }
        }
        return groups
    }()

    /// The same by how many segments their paths have.
    private static let groupsByLength: [[EndpointGroup]] = {
        let longest = groups.map(\.path.segments.count).max() ?? 0
        return (0...longest).map { length in groups.filter { $0.path.segments.count == length } }
    }()

    static let channelQuery = QueryParameter(
        "channel", "the channel, `production` when left out", OpenAPISchemas.name)
    static let publishQuery = [
        QueryParameter.flag("publish", "1: publish in the same transaction, or change nothing"),
        QueryParameter(
            "message", "the release's message when publishing", .text(count: 0...ServerLimits.messageBytesMax)),
        channelQuery,
    ]

    /// The parameters of a page.
    ///
    /// - Parameter cursor: what the cursor looks like; to a client it is a text that the server gave.
    /// - Returns: `limit` and `after`.
    static func pageQuery(_ cursor: Schema) -> [QueryParameter] {
        [
            QueryParameter("limit", "how many at most, default 100", .integer(1...ServerLimits.pageItemsMax)),
            QueryParameter("after", "the cursor that the page before gave as `next`", cursor),
        ]
    }

    static let numericCursor = Schema.integer(0...ServerLimits.cursorMax)
}

/// The endpoints of one path.
struct EndpointGroup: Sendable {
    /// The path.
    let path: PathTemplate
    /// At least one; all share the path.
    var endpoints: [Endpoint]
}

/// What was found at a path.
struct EndpointMatch: Sendable {
    /// The endpoints of this path that the listener has.
    let endpoints: [Endpoint]
    /// The values of the path's names.
    let values: [String: String]

    /// `Allow` for this path (RFC 9110 section 10.2.1).
    var allow: String {
        let methods = endpoints.map(\.method)
        var words = methods.map(\.rawValue)
        if methods.contains(.get) { words.append("HEAD") }
        words.append("OPTIONS")
        return words.joined(separator: ", ")
    }

    /// The endpoint for a method; HEAD goes where GET goes.
    ///
    /// Throws 405.
    func endpoint(for method: String) throws(Problem) -> Endpoint {
        let wanted = method == "HEAD" ? "GET" : method
        guard let endpoint = endpoints.first(where: { $0.method.rawValue == wanted }) else {
            throw .methodNotAllowed(method, allow: allow)
        }
        return endpoint
    }
}
