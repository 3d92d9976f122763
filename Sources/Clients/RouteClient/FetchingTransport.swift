#if !canImport(Darwin)
import HTTPFetching
import WebAddress

/// A transport that uses HTTPFetching, this package's HTTP client for Linux.
struct FetchingTransport: Transport {
    private let fetcher: HTTPFetcher
    /// For streams, which may be silent for longer than other answers.
    private let streams: HTTPFetcher

    /// Makes a transport without connecting.
    /// - Parameters:
    ///   - file: a PEM file with certificates to trust in addition to the system's.
    ///   - limits: time and size limits of a GET.
    init(trusting file: String? = nil, limits: FetchLimits = FetchLimits()) {
        fetcher = HTTPFetcher(limits: limits, trusting: file)
        var patient = limits
        patient.silence = .seconds(Limits.streamSilenceSeconds)
        streams = HTTPFetcher(limits: patient, trusting: file)
    }

    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        do throws(FetchError) {
            var request = try Self.request(address, accept: "application/json")
            request.acceptsGzip = true
            let response = try await fetcher.fetch(request, contentBytesMax: bytesMax)
            var answer = TransportResponse(status: response.status, fields: response.fields)
            answer.content = response.content
            return answer
        } catch {
            throw RouteClientError(error)
        }
    }

    func stream(_ address: Address) -> AsyncStream<TransportPiece>? {
        let request: FetchRequest
        do throws(FetchError) { request = try Self.request(address, accept: "text/event-stream") } catch { return nil }
        let events = streams.events(request)
        return AsyncStream(bufferingPolicy: .bufferingOldest(Limits.streamPiecesMax)) { continuation in
            let reading = Task {
                for await event in events {
                    guard let piece = TransportPiece(event) else { break }
                    // The buffer is full: end the stream. The client opens a new one, which begins with the current
                    // head.
                    if case .dropped = continuation.yield(piece) { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    private static func request(_ address: Address, accept: String) throws(FetchError) -> FetchRequest {
        let origin = try FetchOrigin(scheme: address.scheme, host: address.host ?? "", port: address.port)
        let target = address.path + (address.query.map { "?\($0)" } ?? "")
        return FetchRequest(origin, target: target, fields: [.init("Accept", accept)])
    }
}

extension TransportPiece {
    /// Nil for the end of the answer.
    fileprivate init?(_ event: HTTPFetcher.Event) {
        switch event {
        case .head(let status, let fields): self = .head(TransportResponse(status: status, fields: fields))
        case .content(let bytes): self = .content(bytes)
        case .end: return nil
        case .failed(let error): self = .failed(RouteClientError(error))
        }
    }
}

extension TransportResponse {
    fileprivate init(status: Int, fields: [FetchRequest.Field]) {
        let whole = FetchResponse(status: status, fields: fields, content: [])
        self.init(
            status: status, contentType: whole["Content-Type"], retryAfter: whole["Retry-After"], date: whole["Date"])
    }
}

extension RouteClientError {
    fileprivate init(_ error: FetchError) { self.init(Self.code(of: error), error.detail, hint: error.hint) }

    private static func code(of error: FetchError) -> Code {
        switch error.code {
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .tooLarge: .tooLarge
        case .invalidResponse: .unexpectedContent
        case .invalidRequest: .invalidConfiguration
        case .unknownHost, .unreachable, .untrusted, .tls, .connectionLost, .exhausted: .unreachable
        }
    }
}
#endif
