import HTTPWire
import Synchronization

/// A small HTTP/1.1 client for Linux: plain and TLS, one idle connection for the next request, limits on every wait.
///
/// It does not follow redirects, and accepts gzip only for requests that allow it. Calls from several threads run at
/// the same time.
package final class HTTPFetcher: Sendable {
    /// A piece of an answer; they arrive in order: one head, any number of contents, one end.
    package enum Event: Sendable, Hashable {
        /// The status and the fields.
        case head(status: Int, fields: [FetchRequest.Field])
        /// Some bytes of the content.
        case content([UInt8])
        /// The answer is complete.
        case end
        /// The exchange failed.
        case failed(FetchError)
    }

    let limits: FetchLimits
    private let trusted: String?
    /// Made for the first https request: reading the system's root certificates takes milliseconds.
    private let tls = Mutex<TLSContext?>(nil)
    /// The idle connection for the next request.
    private let idle = Mutex<Connection?>(nil)

    /// Makes a client without connecting anywhere.
    /// - Parameters:
    ///   - limits: time and size limits.
    ///   - file: a PEM file with certificates to trust in addition to the system's.
    package init(limits: FetchLimits = FetchLimits(), trusting file: String? = nil) {
        self.limits = limits
        trusted = file
    }

    /// Sends a request on the calling thread, which blocks.
    /// - Parameter request: the request.
    /// - Returns: the whole answer, with any status.
    /// - Throws: why there is no answer.
    package func fetchBlocking(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        try fetch(request, contentBytesMax: limits.contentBytesMax, cancel: CancelSignal())
    }

    /// Sends a request on the calling thread, which blocks, and passes on the pieces of the answer as they arrive: for
    /// answers that are too long for memory.
    ///
    /// The limit ``FetchLimits/silence`` applies, and ``FetchLimits/whole`` does not.
    /// - Parameters:
    ///   - request: the request.
    ///   - take: receives head, content and end, in that order.
    /// - Throws: why the answer is not complete.
    package func fetchBlocking(_ request: FetchRequest, _ take: (Event) -> Void) throws(FetchError) {
        try read(request, whole: nil, cancel: CancelSignal()) { piece throws(FetchError) in take(Event(piece)) }
    }

    func fetch(
        _ request: FetchRequest, contentBytesMax: Int, cancel: CancelSignal
    ) throws(FetchError) -> FetchResponse {
        var response = FetchResponse(status: 0, fields: [], content: [])
        let whole = Deadline.after(limits.whole, "\(request.origin) took too long for the whole answer")
        try read(request, whole: whole, cancel: cancel) { piece throws(FetchError) in
            switch piece {
            case .head(let status, let fields):
                response.status = status
                response.fields = fields.map { FetchRequest.Field($0.name, $0.value) }
                // An answer with a Content-Length beyond the limit is not read; an answer to HEAD has no content.
                let length = request.method == "HEAD" ? nil : response["Content-Length"].flatMap { Int($0) }
                if let length, length > contentBytesMax { throw Self.tooLong(contentBytesMax) }
            case .content(let bytes):
                guard response.content.count + bytes.count <= contentBytesMax else {
                    throw Self.tooLong(contentBytesMax)
                }
                response.content += bytes
            case .end: break
            }
        }
        if request.acceptsGzip && request.method != "HEAD" { try response.decompress(bytesMax: contentBytesMax) }
        return response
    }

    private static func tooLong(_ bytesMax: Int) -> FetchError {
        FetchError(.tooLarge, "the content is longer than \(bytesMax) bytes")
    }

    /// Sends a request and passes on the pieces of the answer as they arrive.
    ///
    /// If the idle connection turns out to be closed before the answer began, an idempotent request is sent once more on a
    /// new connection.
    func read(
        _ request: FetchRequest, whole: Deadline?, cancel: CancelSignal,
        _ take: (ResponseParser.Piece) throws(FetchError) -> Void
    ) throws(FetchError) {
        let bytes = try request.bytes()
        if let kept = takeIdle(request.origin) {
            var parser = parser(for: request)
            do throws(FetchError) {
                return try exchange(bytes, kept, &parser, whole, cancel, take)
            } catch {
                let isStale = error.code == .connectionLost && parser.isUntouched && request.isIdempotent
                guard isStale && !cancel.isCancelled else { throw cancel.isCancelled ? .cancelled : error }
            }
        }
        do throws(FetchError) {
            let connecting = Deadline.after(limits.connecting, "\(request.origin) did not connect in time")
            let connection = try Connection(
                to: request.origin, tls: try tlsContext(request.origin), within: connecting.orEarlier(whole),
                cancel: cancel)
            var parser = parser(for: request)
            try exchange(bytes, connection, &parser, whole, cancel, take)
        } catch {
            throw cancel.isCancelled ? .cancelled : error
        }
    }

    private func exchange(
        _ request: [UInt8], _ connection: Connection, _ parser: inout ResponseParser, _ whole: Deadline?,
        _ cancel: CancelSignal, _ take: (ResponseParser.Piece) throws(FetchError) -> Void
    ) throws(FetchError) {
        // Unwatched here, while the parameter keeps the connection open: it may be closed directly after the return.
        defer { cancel.unwatch() }
        try connection.watched(by: cancel)
        func silence() -> Deadline {
            Deadline.after(limits.silence, "\(connection.origin) sent nothing for too long").orEarlier(whole)
        }
        try connection.send(request, within: silence())
        while true {
            let bytes = try connection.receive(within: silence())
            let pieces: [ResponseParser.Piece]
            do throws(ResponseRefusal) {
                pieces = bytes.isEmpty ? try parser.finish() : try parser.feed(bytes)
            } catch { throw FetchError(error) }
            for piece in pieces {
                if case .end(let reusable) = piece {
                    cancel.unwatch()
                    if reusable { keepIdle(connection) }
                    return try take(piece)
                }
                try take(piece)
            }
        }
    }

    private func parser(for request: FetchRequest) -> ResponseParser {
        var bounds = ResponseLimits()
        bounds.headBytesMax = limits.headBytesMax
        return ResponseParser(toHead: request.method == "HEAD", limits: bounds)
    }

    private func takeIdle(_ origin: FetchOrigin) -> Connection? {
        let kept = idle.withLock { kept in
            defer { kept = nil }
            return kept
        }
        guard let kept, kept.origin == origin, kept.isQuiet,
            kept.idleSince.duration(to: .now) < limits.idle
        else { return nil }
        return kept
    }

    private func keepIdle(_ connection: Connection) {
        connection.idleSince = .now
        idle.withLock { $0 = connection }
    }

    private func tlsContext(_ origin: FetchOrigin) throws(FetchError) -> TLSContext? {
        guard origin.isSecure else { return nil }
        let made: Result<TLSContext, FetchError> = tls.withLock { context in
            if let context { return .success(context) }
            do throws(FetchError) {
                let new = try TLSContext(trusting: trusted)
                context = new
                return .success(new)
            } catch { return .failure(error) }
        }
        return try made.get()
    }
}
