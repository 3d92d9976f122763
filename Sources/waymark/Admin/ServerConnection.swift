import HTTPFetching
import SystemIO
import WebAddress

/// The server that a command talks to, and the token it shows.
struct ServerConnection: Sendable {
    private let origin: FetchOrigin
    /// The server as it was named.
    let text: String
    /// The token to show; nil for none.
    let token: String?

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
        _ method: String, _ path: String, body: [UInt8]?, ifMatch: String?
    ) async throws(CommandError) -> ServerAnswer {
        var fields: [FetchRequest.Field] = []
        if let token { fields.append(.init("Authorization", "Bearer \(token)")) }
        if let ifMatch { fields.append(.init("If-Match", ifMatch)) }
        if body != nil { fields.append(.init("Content-Type", "application/json")) }
        let request = FetchRequest(origin, method: method, target: path, fields: fields, content: body ?? [])
        do throws(FetchError) {
            let answer = try await HTTPFetcher(limits: Self.limits).fetch(request)
            return ServerAnswer(
                status: answer.status, etag: answer["etag"], location: answer["location"], body: answer.content)
        } catch {
            throw unreachable(error)
        }
    }

    /// Sends a request whose answer is long and goes into a new file; returns its length.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path.
    ///   - file: where the answer goes; nothing may be there. It is taken away again where the answer is not whole.
    ///   - progress: told how many bytes there are, and of how many where that is known.
    /// - Returns: the answer's length in bytes.
    /// - Throws: what the server refuses, or why the file cannot be written.
    func download(
        _ method: String, _ path: String, to file: String, _ progress: (Int, Int?) -> Void
    ) throws(CommandError) -> Int {
        let fields = token.map { [FetchRequest.Field("Authorization", "Bearer \($0)")] } ?? []
        let request = FetchRequest(origin, method: method, target: path, fields: fields)
        var received = Download(path: file)
        do throws(FetchError) {
            try HTTPFetcher(limits: Self.limits).fetchBlocking(request) { event in received.take(event, progress) }
        } catch {
            received.abandon()
            throw unreachable(error)
        }
        return try received.finish()
    }

    private func unreachable(_ error: FetchError) -> CommandError {
        let hint = error.hint ?? "is the server running? `waymark health --server \(text)` asks it"
        return CommandError(.unreachable, error.detail, hint: hint)
    }

    /// An administrator waits longer than an app: a check of a huge draft answers when it is done.
    private static var limits: FetchLimits {
        var limits = FetchLimits()
        limits.whole = .seconds(AdminLimits.answerSeconds)
        limits.silence = .seconds(AdminLimits.answerSeconds)
        limits.contentBytesMax = AdminLimits.answerBytesMax
        return limits
    }

    /// The token of `--token`, else of the file; a token of the environment has become an option by now.
    private static func token(_ arguments: Arguments) throws(CommandError) -> String? {
        if let token = arguments.text("--token") { return token }
        guard let path = arguments.text("--token-file") else { return nil }
        do throws(Errno) {
            let bytes = try Files.read(path == "-" ? "/dev/stdin" : path, bytesMax: AdminLimits.tokenFileBytesMax)
            return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        } catch {
            throw CommandError(.usage, "cannot read the token file \(path): \(error)")
        }
    }
}
