extension UpdateLoop {
    /// Reads a stream of heads to its end; nil if the transport has no streams.
    func listen() async -> StreamResult? {
        guard let pieces = Self.stream(transport, endpoint) else { return nil }
        var (result, isWoken) = await backoff.stream { firstHeadArrived in
            let opening = Opening()
            let reading = Task { await read(pieces, opening, firstHeadArrived) }
            let watching = Task {
                do { try await Task.sleep(for: .milliseconds(openingMilliseconds)) } catch { return }
                if !opening.isDone { reading.cancel() }
            }
            defer { watching.cancel() }
            return await withTaskCancellationHandler {
                await reading.value
            } onCancel: {
                reading.cancel()
            }
        }
        result.isWoken = isWoken
        // A stream that was ended on purpose is not a disconnection.
        if isWoken || Task.isCancelled { return result }
        if case .networkNotAllowed? = result.failure?.code { return result }
        client()?.announceDisconnection(result.failure)
        return result
    }

    private static func stream(_ transport: any Transport, _ endpoint: Endpoint) -> AsyncStream<TransportPiece>? {
        do throws(RouteClientError) { return transport.stream(try endpoint.eventsAddress()) } catch { return nil }
    }

    private func read(
        _ pieces: AsyncStream<TransportPiece>, _ opening: Opening, _ firstHeadArrived: @Sendable () -> Void
    ) async -> StreamResult {
        var (reader, result) = (EventStreamReader(), StreamResult())
        for await piece in pieces {
            do throws(RouteClientError) {
                switch piece {
                case .failed(let error): throw error
                case .head(let answer): try check(answer)
                case .content(let bytes):
                    for event in try reader.feed(bytes) where event.name == "head" {
                        try await use(event.content, opening, firstHeadArrived, &result)
                    }
                }
            } catch {
                result.failure = error
                break
            }
            result.retryMilliseconds = reader.retryMilliseconds
            if result.refusal != nil { break }
        }
        if !result.isConnected && result.failure == nil {
            result.failure = RouteClientError(.timedOut, "the stream of heads delivered no head")
        }
        return result
    }

    /// Uses the head of one event.
    private func use(
        _ bytes: [UInt8], _ opening: Opening, _ firstHeadArrived: () -> Void, _ result: inout StreamResult
    ) async throws(RouteClientError) {
        guard let client = client() else { throw RouteClientError(.cancelled, "the client no longer exists") }
        let received = try client.channel.head(decoding: bytes)
        if opening.finish() {
            firstHeadArrived()
            client.announceConnection()
        }
        result.isConnected = true
        do throws(RouteClientError) { try await client.use(received) } catch { result.refusal = error }
    }

    /// Accepts an answer with status 200 and the content type of Server-Sent Events.
    private func check(_ answer: TransportResponse) throws(RouteClientError) {
        let type = answer.contentType?.split(separator: ";").first?.lowercased().filter { $0 != " " }
        if answer.status == 200 && type == "text/event-stream" { return }
        let client = client()
        let refusal = RouteClientError(
            answer.status == 200 ? .unexpectedContent : .unexpectedStatus,
            "the stream of heads answered \(answer.status) with \(answer.contentType ?? "no content type")",
            status: answer.status,
            retryAfterSeconds: client.flatMap { answer.retryAfterSeconds(now: $0.channel.clock()) })
        // Stored here and not where the loop reads the result, because the loop may have been stopped before that.
        client?.state.withLock { $0.setRetryAfter(from: refusal) }
        throw refusal
    }

    /// Whether a stream has delivered its first head.
    private final class Opening: Sendable {
        private let state = Lock(false)

        var isDone: Bool { state.withLock { $0 } }

        /// - Returns: whether this is the first call.
        func finish() -> Bool {
            state.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
        }
    }
}
