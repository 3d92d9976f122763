#if canImport(Darwin)
import Foundation
import WebAddress

/// Fetches with URLSession, which brings proxies, HTTP/3 and the system's trust settings.
struct URLSessionTransport: Transport {
    private let session: URLSession

    init(timeoutSeconds: Double = 15) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeoutSeconds
        configuration.timeoutIntervalForResource = timeoutSeconds * 8
        // The cache of this library is the only one: an answer of URLSession's own would hide a newer head.
        configuration.requestCachePolicy = .reloadRevalidatingCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        guard let url = URL(string: address.href) else {
            throw RouteClientError(.invalidConfiguration, "\(address.href) is no address for URLSession")
        }
        do {
            let (bytes, response) = try await session.bytes(from: url)
            guard let answer = response as? HTTPURLResponse else {
                throw RouteClientError(.unexpectedContent, "\(address.href) did not answer over HTTP")
            }
            var content: [UInt8] = []
            content.reserveCapacity(max(0, Int(clamping: min(answer.expectedContentLength, Int64(bytesMax)))))
            for try await byte in bytes {
                guard content.count < bytesMax else {
                    throw RouteClientError(.tooLarge, "\(address.href) is longer than \(bytesMax) bytes")
                }
                content.append(byte)
            }
            return TransportResponse(
                status: answer.statusCode, contentType: answer.value(forHTTPHeaderField: "Content-Type"),
                retryAfter: answer.value(forHTTPHeaderField: "Retry-After"), content: content)
        } catch let error as RouteClientError {
            throw error
        } catch {
            throw Self.translated(error, address)
        }
    }

    private static func translated(_ error: any Error, _ address: Address) -> RouteClientError {
        let detail = "\(address.href): \(error.localizedDescription)"
        switch (error as? URLError)?.code {
        case .timedOut: return RouteClientError(.timedOut, detail)
        case .cancelled: return RouteClientError(.cancelled, detail)
        default: return RouteClientError(error is CancellationError ? .cancelled : .unreachable, detail)
        }
    }

    /// Answers redirects with the redirect itself.
    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? { nil }
    }
}
#endif
