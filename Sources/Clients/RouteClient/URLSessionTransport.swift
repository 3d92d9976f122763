#if canImport(Darwin)
public import Foundation
public import WebAddress

/// A transport that uses URLSession, with the system's proxies, HTTP/3, gzip and trust settings.
///
/// In Low Data Mode it makes no economical requests (``NetworkUse``), and it opens no streams there and on expensive networks.
public struct URLSessionTransport: Transport {
    private let session: URLSession
    /// For streams, which are endless and may be silent for longer than other answers.
    private let streams: URLSession

    /// Makes a transport without connecting.
    ///
    /// A copy of the configuration is used, without URL cache and cookies, and with this library's limits of time where
    /// they are shorter. To pin certificates, use `NSPinnedDomains` of the app's Info.plist, which holds for every session.
    /// - Parameter configuration: proxies, protocols, headers, which networks are allowed, and so on.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        session = Self.session(
            configuration, silenceSeconds: Limits.answerSilenceSeconds, wholeSeconds: Limits.answerSeconds)
        streams = Self.session(configuration, silenceSeconds: Limits.streamSilenceSeconds, wholeSeconds: nil)
    }

    private static func session(
        _ given: URLSessionConfiguration, silenceSeconds: Int, wholeSeconds: Int?
    ) -> URLSession {
        let configuration = given.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.timeoutIntervalForRequest = min(configuration.timeoutIntervalForRequest, Double(silenceSeconds))
        if let wholeSeconds {
            configuration.timeoutIntervalForResource = min(
                configuration.timeoutIntervalForResource, Double(wholeSeconds))
        }
        // This library has a cache of its own; an answer from URLSession's cache would hide a newer head.
        configuration.requestCachePolicy = .reloadRevalidatingCacheData
        configuration.urlCache = nil
        // The client waits itself, and a request that waits for a better network would hold up the first release.
        configuration.waitsForConnectivity = false
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }

    /// Requests an address over any network that the configuration allows.
    public func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        try await get(address, bytesMax: bytesMax, over: .any)
    }

    /// Requests an address.
    public func get(
        _ address: Address, bytesMax: Int, over networks: NetworkUse
    ) async throws(RouteClientError) -> TransportResponse {
        do {
            var request = try Self.request(address, accept: "application/json")
            request.allowsConstrainedNetworkAccess = networks == .any
            request.allowsExpensiveNetworkAccess = networks != .inexpensive
            let (bytes, head) = try await Self.open(session, request, address)
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

    /// Requests a stream of events.
    public func stream(_ address: Address) -> AsyncStream<TransportPiece>? {
        AsyncStream(bufferingPolicy: .bufferingOldest(Limits.streamPiecesMax)) { continuation in
            let reading = Task {
                do {
                    var request = try Self.request(address, accept: "text/event-stream")
                    request.allowsConstrainedNetworkAccess = false
                    request.allowsExpensiveNetworkAccess = false
                    let (bytes, head) = try await Self.open(streams, request, address)
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

    private static func request(_ address: Address, accept: String) throws(RouteClientError) -> URLRequest {
        guard let url = URL(string: address.href) else {
            throw RouteClientError(.invalidConfiguration, "URLSession does not accept the address \(address.href)")
        }
        var request = URLRequest(url: url)
        request.setValue(accept, forHTTPHeaderField: "Accept")
        return request
    }

    private static func open(
        _ session: URLSession, _ request: URLRequest, _ address: Address
    ) async throws -> (URLSession.AsyncBytes, (answer: TransportResponse, length: Int64)) {
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
        if (error as? URLError)?.networkUnavailableReason == .constrained {
            return RouteClientError(
                .networkNotAllowed, detail, hint: "in Low Data Mode updates wait; a refresh by a person does not")
        }
        if (error as? URLError)?.networkUnavailableReason == .expensive {
            return RouteClientError(
                .networkNotAllowed, detail,
                hint: "on expensive networks updates wait up to 15 minutes; a refresh does not")
        }
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
