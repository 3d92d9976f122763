import CanonicalJSON
import SystemIO
import WebAddress

/// The server and the token of a command.
struct ServerConnection: Sendable {
    private let transport: AdminTransport
    /// The server's address as given.
    let text: String
    /// The token to send; nil for none.
    let token: String?

    init(_ arguments: Arguments) throws(CommandError) {
        text = arguments.text("--server") ?? "http://127.0.0.1:8080"
        guard let address = try? Address(text), let transport = AdminTransport(address) else {
            throw CommandError(
                .usage, "“\(text)” is not the address of a server", hint: "write http://HOST:PORT or https://HOST")
        }
        self.transport = transport
        token = try Self.token(arguments)
    }

    /// Sends a request and returns Waymark's answer, whatever its status.
    func send(
        _ method: String, _ path: String, body: [UInt8]?, ifMatch: String?
    ) async throws(CommandError) -> ServerAnswer {
        var fields: [AdminTransport.Field] = []
        if let token { fields.append(.init(name: "Authorization", value: "Bearer \(token)")) }
        if let ifMatch { fields.append(.init(name: "If-Match", value: ifMatch)) }
        if body != nil { fields.append(.init(name: "Content-Type", value: "application/json")) }
        let answer: ServerAnswer
        do throws(AdminTransport.Failure) {
            answer = try await transport.send(method, path, fields, body ?? [])
        } catch {
            throw unreachable(error)
        }
        return try checked(answer, method, path)
    }

    /// The answer, if it is Waymark's and not a proxy's or another service's.
    private func checked(
        _ answer: ServerAnswer, _ method: String, _ path: String
    ) throws(CommandError) -> ServerAnswer {
        guard let difference = answer.difference(from: method, path) else { return answer }
        throw Self.impostor(text, method, path, difference)
    }

    /// The error for a server that is not Waymark.
    ///
    /// - Parameters:
    ///   - server: its address.
    ///   - method: the method of the request.
    ///   - path: the path of the request, with or without a query.
    ///   - difference: what the answer has in place of what Waymark answers.
    /// - Returns: the error.
    static func impostor(
        _ server: String, _ method: String, _ path: String, _ difference: String
    ) -> CommandError {
        CommandError(
            .unreachable,
            "\(server) is not Waymark: it answered \(method) \(path.prefix { $0 != "?" }) with \(difference)",
            hint: "is a proxy in front, or another service on this port? `curl -i \(server)/healthz` shows who answers")
    }

    #if os(Linux)
    /// Sends a request and writes the content of its answer into a new file.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path.
    ///   - file: the file, which must not exist. It is removed if the answer is incomplete.
    ///   - progress: called with the bytes received so far, and the bytes of the whole if known.
    /// - Returns: the length of the content in bytes.
    /// - Throws: the server's refusal, or why the file cannot be written.
    func download(
        _ method: String, _ path: String, to file: String, _ progress: (Int, Int?) -> Void
    ) throws(CommandError) -> (count: Int, digest: String?) {
        let fields = token.map { [AdminTransport.Field(name: "Authorization", value: "Bearer \($0)")] } ?? []
        var received = Download(of: method, path, to: file)
        do throws(AdminTransport.Failure) {
            try transport.receive(method, path, fields) { event in received.receive(event, progress) }
        } catch {
            received.abandon()
            throw unreachable(error)
        }
        _ = try checked(received.answer, method, path)
        return (try received.finish(), received.digest)
    }
    #endif

    private func unreachable(_ error: AdminTransport.Failure) -> CommandError {
        let hint = error.hint ?? "is the server running? try `waymark health --server \(text)`"
        return CommandError(.unreachable, error.detail, hint: hint)
    }

    /// The token of `--token`, else of `--token-file`; `ArgumentParser` has read the environment into both.
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

/// The answer of a server to a request.
struct ServerAnswer: Sendable {
    let status: Int
    /// The `ETag` field; nil if there was none.
    let etag: String?
    /// The `Location` field; nil if there was none.
    let location: String?
    /// The `Content-Type` field; nil if there was none.
    let contentType: String?
    /// The `Waymark-Next` field; nil if there was none.
    let next: String?
    /// The `Waymark-Audit-Head` field; nil if there was none.
    let auditHead: String?
    /// Whether there is a field that each answer of Waymark has.
    let isMarked: Bool
    let body: [UInt8]
    /// The body as JSON; null if it is not JSON.
    let json: JSONValue

    /// Makes an answer of its status, its content and a look-up of fields by name in lower case.
    init(status: Int, body: [UInt8], _ field: (String) -> String?) {
        (self.status, self.body) = (status, body)
        (etag, location, contentType) = (field("etag"), field("location"), field("content-type"))
        (next, auditHead) = (field("waymark-next"), field("waymark-audit-head"))
        isMarked = field("waymark-position") != nil || field("x-request-id") != nil
        json = (try? JSONDocument(parsing: body))?.root.value ?? .null
    }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// The code of a problem document, which is the end of its `type`; nil if the body is none of Waymark's.
    var problemCode: String? {
        guard !isSuccess, let type = json["type"]?.stringValue, type.hasPrefix(PromisedAnswer.problemType) else {
            return nil
        }
        return String(type.dropFirst(PromisedAnswer.problemType.count))
    }

    /// The body as text; invalid UTF-8 becomes U+FFFD.
    var text: String { String(decoding: body, as: UTF8.self) }
}
