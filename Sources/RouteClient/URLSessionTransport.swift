#if canImport(Darwin)
import Foundation
import WebAddress

/// A transport that uses URLSession, with the system's proxies, HTTP/3, gzip and trust settings.
struct URLSessionTransport: Transport {
    private let session: URLSession
    /// For streams, which are endless and may be silent for longer than other answers.
    private let streams: URLSession

    init() {
        session = Self.session(silenceSeconds: Limits.answerSilenceSeconds, wholeSeconds: Limits.answerSeconds)
        streams = Self.session(silenceSeconds: Limits.streamSilenceSeconds, wholeSeconds: nil)
    }

    private static func session(silenceSeconds: Int, wholeSeconds: Int?) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Double(silenceSeconds)
        if let wholeSeconds { configuration.timeoutIntervalForResource = Double(wholeSeconds) }
        // This library has a cache of its own; an answer from URLSession's cache would hide a newer head.
        configuration.requestCachePolicy = .reloadRevalidatingCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        do {
            let (bytes, head) = try await Self.open(session, address, accept: "application/json")
            var answer = head.answer
            answer.content.reserveCapacity(max(0, Int(clamping: min(head.length, Int64(bytesMax)))))
            for try await byte in bytes {
                guard answer.content.count < bytesMax else {
                    throw RouteClientError(.tooLarge, "\(address.href) is longer than \(bytesMax) bytes")
                }
                answer.content.append(byte)
            }
            return answer
        } catch {
            throw Self.translated(error, address)
        }
    }

    func stream(_ address: Address) -> AsyncStream<TransportPiece>? {
        AsyncStream(bufferingPolicy: .bufferingOldest(Limits.streamPiecesMax)) { continuation in
            let reading = Task {
                do {
                    let (bytes, head) = try await Self.open(streams, address, accept: "text/event-stream")
                    continuation.yield(.head(head.answer))
                    var line: [UInt8] = []
                    for try await byte in bytes {
                        line.append(byte)
                        // A line is passed on when it is complete, or at the limit: other servers may send one endless
                        // line.
                        guard byte == 0x0A || line.count >= Limits.streamEventBytesMax else { continue }
                        // The buffer is full: end the stream. The client opens a new one and gets the current head.
                        if case .dropped = continuation.yield(.content(line)) { break }
                        line = []
                    }
                } catch {
                    continuation.yield(.failed(Self.translated(error, address)))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    private static func open(
        _ session: URLSession, _ address: Address, accept: String
    ) async throws -> (URLSession.AsyncBytes, (answer: TransportResponse, length: Int64)) {
        guard let url = URL(string: address.href) else {
            throw RouteClientError(.invalidConfiguration, "URLSession does not accept the address \(address.href)")
        }
        var request = URLRequest(url: url)
        request.setValue(accept, forHTTPHeaderField: "Accept")
        let (bytes, response) = try await session.bytes(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw RouteClientError(.unexpectedContent, "the answer of \(address.href) is not an HTTP answer")
        }
        let answer = TransportResponse(
            status: response.statusCode, contentType: response.value(forHTTPHeaderField: "Content-Type"),
            retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
            date: response.value(forHTTPHeaderField: "Date"))
        return (bytes, (answer, response.expectedContentLength))
    }

    private static func translated(_ error: any Error, _ address: Address) -> RouteClientError {
        if let error = error as? RouteClientError { return error }
        let detail = "\(address.href): \(error.localizedDescription)"
        switch (error as? URLError)?.code {
        case .timedOut: return RouteClientError(.timedOut, detail)
        case .cancelled: return RouteClientError(.cancelled, detail)
        default: return RouteClientError(error is CancellationError ? .cancelled : .unreachable, detail)
        }
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
