import RouteModel
import WebAddress

/// Reads the heads and bodies of one channel from its server; rejects the heads of other channels.
struct ChannelReader: Sendable {
    let endpoint: Endpoint
    let transport: any Transport
    /// The wall clock of this device, for `Retry-After` dates in answers without `Date`.
    let clock: @Sendable () -> Instant

    /// Requests the channel's current head.
    func head(_ networks: NetworkUse) async throws(RouteClientError) -> ReceivedHead {
        try head(decoding: try await get(try endpoint.headAddress(), bytesMax: Limits.headBytesMax, networks))
    }

    /// Requests the body that a head names; its digest is not checked here.
    func body(of head: Head, _ networks: NetworkUse) async throws(RouteClientError) -> [UInt8] {
        try await get(try endpoint.bodyAddress(head.body), bytesMax: Limits.bodyBytesMax, networks)
    }

    /// Decodes a head.
    /// - Throws: `unexpectedContent` if it is not a head, or the head of another app or channel.
    func head(decoding bytes: [UInt8]) throws(RouteClientError) -> ReceivedHead {
        let head: Head
        do { head = try Head(decoding: bytes) } catch {
            throw RouteClientError(.unexpectedContent, "the answer is not a head: \(error)")
        }
        guard head.app == endpoint.app, head.channel == endpoint.channel else {
            throw RouteClientError(
                .unexpectedContent,
                "requested the head of \(endpoint.app)/\(endpoint.channel), received \(head.app)/\(head.channel)")
        }
        return ReceivedHead(head: head, bytes: bytes)
    }

    /// Requests a JSON document; throws an error that describes the answer if it is not one.
    private func get(
        _ address: Address, bytesMax: Int, _ networks: NetworkUse
    ) async throws(RouteClientError) -> [UInt8] {
        let answer = try await transport.get(address, bytesMax: bytesMax, over: networks)
        guard answer.status == 200 else { throw refusal(answer, address) }
        guard Self.isJSON(answer.contentType) else {
            throw RouteClientError(
                .unexpectedContent, "\(address.href) answered with \(answer.contentType ?? "no content type")",
                hint: "a network with a login page answers so until you have logged in")
        }
        guard answer.content.count <= bytesMax else {
            throw RouteClientError(.tooLarge, "\(address.href) is longer than \(bytesMax) bytes")
        }
        return answer.content
    }

    private func refusal(_ answer: TransportResponse, _ address: Address) -> RouteClientError {
        let seconds = answer.retryAfterSeconds(now: clock())
        switch answer.status {
        case 404:
            return RouteClientError(
                .unknownApp, "\(address.href) does not exist", hint: "check the names of the app and the channel",
                status: 404, retryAfterSeconds: seconds)
        case 304:
            return RouteClientError(
                .unexpectedStatus, "\(address.href) answered 304 to a request without a condition",
                hint: "an HTTP cache between this device and the server is broken", status: 304)
        case 300..<400:
            return RouteClientError(
                .unexpectedStatus, "\(address.href) answered \(answer.status), a redirect",
                hint: "redirects are not followed: configure the address that the server itself has",
                status: answer.status)
        default:
            return RouteClientError(
                .unexpectedStatus, "\(address.href) answered \(answer.status)", status: answer.status,
                retryAfterSeconds: seconds)
        }
    }

    /// `application/json` with any parameters, or a type with the suffix `+json` (RFC 6839 section 3.1).
    private static func isJSON(_ contentType: String?) -> Bool {
        guard let essence = contentType?.split(separator: ";").first else { return false }
        let type = essence.lowercased().split(separator: " ").joined()
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }
}

/// A head, and its bytes as the server sent them; the cache stores the bytes.
struct ReceivedHead: Sendable {
    var head: Head
    var bytes: [UInt8]
}

extension TransportResponse {
    /// How many seconds a client is to wait (`Retry-After`); nil if the field is missing or not valid.
    func retryAfterSeconds(now: Instant) -> Int? {
        retryAfter.flatMap { RetryAfter.seconds($0, date: date, now: now) }
    }
}
