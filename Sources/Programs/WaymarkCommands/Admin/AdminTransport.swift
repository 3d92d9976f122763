#if os(Linux)
import HTTPFetching
import WebAddress

/// Sends the requests of a command to its server: HTTPFetching on Linux, URLSession on macOS.
struct AdminTransport: Sendable {
    /// A field of a request.
    struct Field: Sendable {
        var name: String
        var value: String
    }

    /// Why there is no answer.
    struct Failure: Error {
        var detail: String
        var hint: String?
    }

    private let origin: FetchOrigin

    /// Makes a transport without connecting; nil if the address is not one of a server.
    init?(_ server: Address) {
        guard let host = server.host,
            let origin = try? FetchOrigin(scheme: server.scheme, host: host, port: server.port)
        else { return nil }
        self.origin = origin
    }

    /// Sends a request and returns the answer, whatever its status.
    func send(
        _ method: String, _ path: String, _ fields: [Field], _ content: [UInt8]
    ) async throws(Failure) -> ServerAnswer {
        do throws(FetchError) {
            let answer = try await HTTPFetcher(limits: Self.limits).fetch(request(method, path, fields, content))
            return ServerAnswer(status: answer.status, body: answer.content) { answer[$0] }
        } catch {
            throw Failure(detail: error.detail, hint: error.hint)
        }
    }

    /// Sends a request and passes on the pieces of its answer as they arrive.
    func receive(
        _ method: String, _ path: String, _ fields: [Field], _ use: (HTTPFetcher.Event) -> Void
    ) throws(Failure) {
        do throws(FetchError) {
            try HTTPFetcher(limits: Self.limits).fetchBlocking(request(method, path, fields, []), use)
        } catch {
            throw Failure(detail: error.detail, hint: error.hint)
        }
    }

    private func request(_ method: String, _ path: String, _ fields: [Field], _ content: [UInt8]) -> FetchRequest {
        FetchRequest(
            origin, method: method, target: path, fields: fields.map { .init($0.name, $0.value) }, content: content)
    }

    /// Longer times than those of an app, because the answer to a check of a large draft comes after the check.
    private static var limits: FetchLimits {
        var limits = FetchLimits()
        limits.whole = .seconds(AdminLimits.answerSeconds)
        limits.silence = .seconds(AdminLimits.answerSeconds)
        limits.contentBytesMax = AdminLimits.answerBytesMax
        return limits
    }
}
#endif
