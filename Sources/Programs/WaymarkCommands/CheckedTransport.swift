import RouteClient
import WebAddress

/// The transport of the commands that act as a client: a refusal that is not Waymark's is an error that says so.
///
/// The client itself reads what comes with 200.
struct CheckedTransport: Transport {
    /// The server's address as given.
    let server: String
    private let system = RouteClient.systemTransport()

    init(server: String) { self.server = server }

    func get(_ address: TransportAddress, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        let answer = try await system.get(address, bytesMax: bytesMax)
        guard answer.status != 200 else { return answer }
        let content = ServerAnswer(status: answer.status, body: answer.content) { name in
            name == "content-type" ? answer.contentType : nil
        }
        let difference =
            content.isSuccess ? "\(answer.status), not 200" : content.difference(from: "GET", address.path)
        guard let difference else { return answer }
        let error = ServerConnection.impostor(server, "GET", address.path, difference)
        throw RouteClientError(.unexpectedContent, error.message, hint: error.hint, status: answer.status)
    }
}
