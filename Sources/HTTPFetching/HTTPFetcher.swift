import HTTPWire
import Synchronization

/// A small HTTP/1.1 client for Linux: plain and TLS, one connection kept for the next request, limits on every wait.
///
/// Redirects are not followed, gzip only when asked for. Calls from several threads run side by side.
package final class HTTPFetcher: Sendable {
    /// What arrives of an answer, in order: one head, any number of contents, one end.
    package enum Event: Sendable, Hashable {
        /// The status and the fields.
        case head(status: Int, fields: [FetchRequest.Field])
        /// Some of the content.
        case content([UInt8])
        /// The answer is whole.
        case end
        /// It never will be.
        case failed(FetchError)
    }

    let limits: FetchLimits
    private let trusted: String?
    /// Made when the first https address is fetched: reading the system's roots takes milliseconds.
    private let tls = Mutex<TLSContext?>(nil)
    /// The connection that waits for the next request.
    private let shelf = Mutex<Connection?>(nil)

    /// Makes a client without connecting anywhere.
    /// - Parameters:
    ///   - limits: how long and how much it waits for.
    ///   - file: a PEM file with certificates to trust beside the system's.
    package init(limits: FetchLimits = FetchLimits(), trusting file: String? = nil) {
        self.limits = limits
        trusted = file
    }

    /// Fetches on this thread, which waits.
    /// - Parameter request: what to ask.
    /// - Returns: the whole answer, whatever its status.
    /// - Throws: why there is none.
    package func fetchBlocking(_ request: FetchRequest) throws(FetchError) -> FetchResponse {
        try fetch(request, contentBytesMax: limits.contentBytesMax, cancel: CancelSignal())
    }

    /// Fetches on this thread, which waits, and hands on the answer's pieces as they arrive: for what is too long to be
    /// held in memory.
    ///
    /// There is a limit on silence only.
    /// - Parameters:
    ///   - request: what to ask.
    ///   - take: takes head, content and end, in that order.
    /// - Throws: why the answer is not whole.
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
                // What announces itself as too long is not waited for; what a HEAD announces does not come.
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

    /// Sends a request and hands on the answer's pieces as they arrive.
    ///
    /// A kept connection that turns out dead before the answer began is replaced once, if the request may be repeated.
    func read(
        _ request: FetchRequest, whole: Deadline?, cancel: CancelSignal,
        _ take: (ResponseParser.Piece) throws(FetchError) -> Void
    ) throws(FetchError) {
        let bytes = try request.bytes()
        defer { cancel.unwatch() }
        if let kept = takeKept(request.origin) {
            var parser = parser(for: request)
            do throws(FetchError) {
                return try exchange(bytes, kept, &parser, whole, cancel, take)
            } catch {
                let isStale = error.code == .connectionLost && parser.isUntouched && request.isIdempotent
                guard isStale && !cancel.isCancelled else { throw cancel.isCancelled ? .cancelled : error }
                cancel.unwatch()
            }
        }
        do throws(FetchError) {
            let connecting = Deadline.after(limits.connecting, "\(request.origin) did not connect in time")
            let connection = try Connection(
                to: request.origin, tls: try tlsContext(request.origin), within: connecting.orEarlier(whole),
                cancel: cancel)
            var parser = parser(for: request)
            defer { cancel.unwatch() }
            try exchange(bytes, connection, &parser, whole, cancel, take)
        } catch {
            throw cancel.isCancelled ? .cancelled : error
        }
    }

    private func exchange(
        _ request: [UInt8], _ connection: Connection, _ parser: inout ResponseParser, _ whole: Deadline?,
        _ cancel: CancelSignal, _ take: (ResponseParser.Piece) throws(FetchError) -> Void
    ) throws(FetchError) {
        try connection.watched(by: cancel)
        func silence() -> Deadline {
            Deadline.after(limits.silence, "\(connection.origin) has been silent too long").orEarlier(whole)
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
                    if reusable { keep(connection) }
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

    private func takeKept(_ origin: FetchOrigin) -> Connection? {
        let kept = shelf.withLock { kept in
            defer { kept = nil }
            return kept
        }
        guard let kept, kept.origin == origin, kept.isQuiet,
            kept.idleSince.duration(to: .now) < limits.idle
        else { return nil }
        return kept
    }

    private func keep(_ connection: Connection) {
        connection.idleSince = .now
        shelf.withLock { $0 = connection }
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
