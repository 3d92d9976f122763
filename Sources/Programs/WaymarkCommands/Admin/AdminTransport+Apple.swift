#if canImport(Darwin)
import Foundation
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

    private let server: Address

    /// Makes a transport without connecting; nil if the address is not one of a server.
    init?(_ server: Address) {
        guard server.host != nil, ["http", "https"].contains(server.scheme) else { return nil }
        self.server = server
    }

    /// Sends a request and returns the answer, whatever its status.
    func send(
        _ method: String, _ path: String, _ fields: [Field], _ content: [UInt8]
    ) async throws(Failure) -> ServerAnswer {
        do {
            let session = URLSession(configuration: Self.configuration, delegate: NoRedirects(), delegateQueue: nil)
            // A session holds its delegate until then.
            defer { session.finishTasksAndInvalidate() }
            let (bytes, response) = try await session.bytes(for: try request(method, path, fields, content))
            guard let head = response as? HTTPURLResponse else {
                throw Failure(detail: "the answer of \(server.href) is not an HTTP answer")
            }
            var body: [UInt8] = []
            for try await byte in bytes {
                guard body.count < AdminLimits.answerBytesMax else {
                    throw Failure(detail: "the answer is longer than \(AdminLimits.answerBytesMax) bytes")
                }
                body.append(byte)
            }
            return ServerAnswer(status: head.statusCode, body: body) { head.value(forHTTPHeaderField: $0) }
        } catch {
            throw error as? Failure ?? Failure(detail: "\(server.href): \(error.localizedDescription)")
        }
    }

    private func request(
        _ method: String, _ path: String, _ fields: [Field], _ content: [UInt8]
    ) throws(Failure) -> URLRequest {
        let origin = "\(server.scheme)://\(server.host ?? "")" + (server.port.map { ":\($0)" } ?? "")
        guard let url = URL(string: origin + path) else {
            throw Failure(detail: "URLSession does not accept the address \(origin + path)")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if !content.isEmpty { request.httpBody = Data(content) }
        for field in fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        return request
    }

    /// Longer times than those of an app, because the answer to a check of a large draft comes after the check.
    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Double(AdminLimits.answerSeconds)
        configuration.timeoutIntervalForResource = Double(AdminLimits.answerSeconds)
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return configuration
    }

    /// Returns a redirect as the answer instead of following it.
    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }
    }
}
#endif
