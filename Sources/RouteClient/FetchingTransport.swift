#if !canImport(Darwin)
import HTTPFetching
import WebAddress

/// Fetches with this package's own client.
struct FetchingTransport: Transport {
    private let fetcher: HTTPFetcher

    /// Makes a transport without connecting.
    /// - Parameter file: a PEM file with certificates to trust beside the system's.
    init(trusting file: String? = nil) { fetcher = HTTPFetcher(trusting: file) }

    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        do throws(FetchError) {
            let origin = try FetchOrigin(scheme: address.scheme, host: address.host ?? "", port: address.port)
            let target = address.path + (address.query.map { "?\($0)" } ?? "")
            let request = FetchRequest(origin, target: target, fields: [.init("Accept", "application/json")])
            let response = try await fetcher.fetch(request, contentBytesMax: bytesMax)
            return TransportResponse(
                status: response.status, contentType: response["Content-Type"], retryAfter: response["Retry-After"],
                content: response.content)
        } catch {
            throw RouteClientError(Self.code(of: error), error.detail, hint: error.hint)
        }
    }

    private static func code(of error: FetchError) -> RouteClientError.Code {
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
