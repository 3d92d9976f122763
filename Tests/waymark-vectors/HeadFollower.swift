import CanonicalJSON
import RouteClient
import RouteModel
import WebAddress

/// Plays the server for one client: gives it one head after the other, and lists what the client does.
struct HeadFollower {
    private let app: String
    private let channel: String
    private let steps: [JSONNode]

    init(_ request: JSONNode) {
        app = request["app"]?.stringValue ?? ""
        channel = request["channel"]?.stringValue ?? "production"
        steps = request["steps"].map { Array($0.elements) } ?? []
    }

    /// For each step the result of a refresh, the release in use afterwards, and whether a body was requested.
    func results() async -> JSONValue {
        var results: [JSONValue] = []
        let server = ScriptedTransport()
        do {
            let client = try RouteClient(
                server: "https://server.example", app: app, channel: channel, cache: "/dev/null/none", transport: server
            )
            for step in steps {
                await server.play(step)
                results.append(await result(of: client, server))
            }
        } catch {
            return ["error": .string("\(error)")]
        }
        return ["steps": .array(results)]
    }

    private func result(of client: RouteClient, _ server: ScriptedTransport) async -> JSONValue {
        var result: [String: JSONValue] = [:]
        do throws(RouteClientError) {
            switch try await client.refresh() {
            case .updated: result["result"] = "updated"
            case .unchanged: result["result"] = "unchanged"
            case .ignored: result["result"] = "ignored"
            }
        } catch {
            result["result"] = "refused"
            result["code"] = .string(error.code.rawValue)
        }
        result["version"] = .integer(Int64(client.release?.version ?? 0))
        result["fetched"] = .bool(await server.hasSentBody)
        return .object(result)
    }
}
