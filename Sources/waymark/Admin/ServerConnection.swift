import HTTPFetching
import SystemIO
import WebAddress

/// The server that a command talks to, and the token it shows.
struct ServerConnection: Sendable {
    private let origin: FetchOrigin
    private let text: String
    private let token: String?

    init(_ arguments: Arguments) throws(CommandError) {
        text = arguments.text("--server") ?? "http://127.0.0.1:8080"
        guard let address = try? Address(text), let host = address.host,
            let origin = try? FetchOrigin(scheme: address.scheme, host: host, port: address.port)
        else {
            throw CommandError(.usage, "“\(text)” is no server", hint: "write http://HOST:PORT or https://HOST")
        }
        self.origin = origin
        token = try Self.token(arguments)
    }

    /// Sends a request and gives whatever the server answered.
    func send(
        _ method: String, _ path: String, body: [UInt8]?, ifMatch: String?, contentBytesMax: Int? = nil
    ) async throws(CommandError) -> ServerAnswer {
        var fields: [FetchRequest.Field] = []
        if let token { fields.append(.init("Authorization", "Bearer \(token)")) }
        if let ifMatch { fields.append(.init("If-Match", ifMatch)) }
        if body != nil { fields.append(.init("Content-Type", "application/json")) }
        let request = FetchRequest(origin, method: method, target: path, fields: fields, content: body ?? [])
        do throws(FetchError) {
            let answer = try await HTTPFetcher().fetch(request, contentBytesMax: contentBytesMax)
            return ServerAnswer(
                status: answer.status, etag: answer["etag"], location: answer["location"], body: answer.content)
        } catch {
            let hint = error.hint ?? "is the server running? `waymark health --server \(text)` asks it"
            throw CommandError(.unreachable, error.detail, hint: hint)
        }
    }

    /// The token of `--token`, else of the file; a token of the environment has become an option by now.
    private static func token(_ arguments: Arguments) throws(CommandError) -> String? {
        if let token = arguments.text("--token") { return token }
        guard let path = arguments.text("--token-file") else { return nil }
        do throws(Errno) {
            let bytes = try Files.read(path, bytesMax: AdminLimits.tokenFileBytesMax)
            return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        } catch {
            throw CommandError(.usage, "cannot read the token file \(path): \(error)")
        }
    }
}
