import DataPlane
import GzipCoding
import HTTPExchange
import HTTPWire
import Synchronization

/// What the control plane's answers and all requests have of RFC 9110 beside their content: codings (section 8.4), and 304
/// for a client that has the current state (section 13.1.2).
final class ContentCodings: Sendable {
    /// The last shared body that was compressed: that of the contract.
    private let shared = Mutex<(plain: SharedBytes, gzip: SharedBytes)?>(nil)
    /// The long decompressed bodies that are in memory.
    private let longBodies = Mutex(0)

    /// Throws 415 for a body in a coding other than gzip.
    static func check(_ field: String?, _ endpoint: Endpoint) throws(Problem) {
        guard endpoint.request != nil, let field, case .unknown = coding(of: field) else { return }
        throw .unsupportedCoding(field)
    }

    /// The kinds of `Content-Encoding`.
    private enum Coding { case identity, gzip, unknown }

    private static func coding(of field: String?) -> Coding {
        // Names of codings have no case, and `x-gzip` is gzip (RFC 9110 sections 8.4.1 and 8.4.1.3).
        switch field?.trimmingBlanks().lowercased() {
        case nil, "", "identity": .identity
        case "gzip", "x-gzip": .gzip
        default: .unknown
        }
    }

    /// Runs the handler of a request, which reads its body without the coding.
    func answer(
        to request: EndpointRequest, _ run: (EndpointRequest) throws -> Answer
    ) throws -> Answer {
        guard request.endpoint.request != nil, Self.coding(of: request.fields.contentEncoding) == .gzip else {
            return try run(request)
        }
        // What most requests need is bounded by the number of workers.
        let (limit, usual) = (request.bodyBytesMax, min(request.bodyBytesMax, ExchangeLimits.bodyBytesMax))
        if let body = try Self.decompressed(request.body, limit: usual) { return try run(request.with(body: body)) }
        guard limit > usual else { throw Self.tooLarge(limit) }
        let isFree = longBodies.withLock { count in
            guard count < ServerLimits.decompressedBodiesMax else { return false }
            count += 1
            return true
        }
        guard isFree else {
            throw Problem.unavailable(
                "busy",
                "as many long compressed bodies are read as may be at once; send it without Content-Encoding, or later",
                retryAfter: ServerLimits.placeRetrySeconds)
        }
        defer { longBodies.withLock { $0 -= 1 } }
        guard let body = try Self.decompressed(request.body, limit: limit) else { throw Self.tooLarge(limit) }
        return try run(request.with(body: body))
    }

    /// The bytes of a gzip body; nil if there are more than a limit.
    private static func decompressed(_ body: [UInt8], limit: Int) throws(Problem) -> [UInt8]? {
        do throws(GzipError) { return try Gzip.decompress(body, limit: limit) } catch {
            guard error.code == .tooLarge else { throw .badRequest("the body is not gzip: \(error.detail)") }
            return nil
        }
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        .tooLarge("without its coding the body has more than \(limit) bytes, which is the limit here")
    }

    /// The answer as it is sent: 304 for a read whose client has this state already, or in a coding that the client takes.
    func sent(_ answer: Answer, to request: EndpointRequest) -> Answer {
        guard request.endpoint.access != .data, answer.status == 200 || answer.status == 201 else { return answer }
        var answer = answer
        let isLong = answer.isInMemory && answer.byteCount >= ServerLimits.compressedBytesMin
        let isCoded = answer.fields.contains { $0.name == "Content-Encoding" }
        if isLong, !isCoded { answer.fields.append(HeaderField("Vary", "Accept-Encoding")) }
        if request.endpoint.method == .get, request.endpoint.isConditional, let tag = answer.tag,
            request.ifNoneMatch.names(tag)
        {
            return answer.unchanged
        }
        guard isLong, !isCoded, ContentCoding(accepting: request.fields.acceptEncoding) == .gzip,
            let gzip = compressed(answer), gzip.count < answer.byteCount
        else { return answer }
        return answer.coded(gzip)
    }

    private func compressed(_ answer: Answer) -> SharedBytes? {
        guard let plain = answer.shared else {
            // The client waits, and a level above the first takes three times as long for a fifth of the bytes.
            return (try? Gzip.compress(answer.bytes, level: 1)).map { SharedBytes($0) }
        }
        if let known = shared.withLock({ $0 }), known.plain.bytes == plain.bytes { return known.gzip }
        guard let gzip = (try? Gzip.compress(plain.bytes)).map({ SharedBytes(keeping: $0) }) else { return nil }
        shared.withLock { $0 = (plain, gzip) }
        return gzip
    }
}
