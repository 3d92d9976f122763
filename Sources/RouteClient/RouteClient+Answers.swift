import RouteModel
import WebAddress

extension RouteClient {
    /// Gets JSON from the server, or says what came instead.
    func get(_ address: Address, bytesMax: Int) async throws(RouteClientError) -> [UInt8] {
        let answer = try await transport.get(address, bytesMax: bytesMax)
        guard answer.status == 200 else { throw Self.refusal(answer, address, now: clock()) }
        guard Self.isJSON(answer.contentType) else {
            throw RouteClientError(
                .unexpectedContent, "\(address.href) answered with \(answer.contentType ?? "no content type")",
                hint: "a network that asks for a login first answers so")
        }
        guard answer.content.count <= bytesMax else {
            throw RouteClientError(.tooLarge, "\(address.href) is longer than \(bytesMax) bytes")
        }
        return answer.content
    }

    private static func refusal(_ answer: TransportResponse, _ address: Address, now: Instant) -> RouteClientError {
        let seconds = answer.retryAfterSeconds(now: now)
        switch answer.status {
        case 404:
            return RouteClientError(
                .unknownApp, "\(address.href) does not exist", hint: "check the app's and the channel's name",
                status: 404, retryAfterSeconds: seconds)
        case 304:
            return RouteClientError(
                .unexpectedStatus, "\(address.href) answered 304 to a request without a condition",
                hint: "a cache between here and the server is broken", status: 304)
        case 300..<400:
            return RouteClientError(
                .unexpectedStatus, "\(address.href) answered \(answer.status), a redirect",
                hint: "redirects are not followed: give the server's own address", status: answer.status)
        default:
            return RouteClientError(
                .unexpectedStatus, "\(address.href) answered \(answer.status)", status: answer.status,
                retryAfterSeconds: seconds)
        }
    }

    /// `application/json` with any parameters, or a type built on it (RFC 6839 §3.1).
    private static func isJSON(_ contentType: String?) -> Bool {
        guard let essence = contentType?.split(separator: ";").first else { return false }
        let type = essence.lowercased().split(separator: " ").joined()
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }
}

extension TransportResponse {
    /// How many seconds the server asked to be left alone; nil where it did not.
    func retryAfterSeconds(now: Instant) -> Int? {
        retryAfter.flatMap { RetryAfter.seconds($0, date: date, now: now) }
    }
}
