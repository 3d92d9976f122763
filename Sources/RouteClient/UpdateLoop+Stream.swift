extension UpdateLoop {
    /// Reads a stream of heads to its end; nil where this transport has none.
    func listen() async -> StreamResult? {
        guard let pieces = Self.stream(transport, endpoint) else { return nil }
        var (result, isRung) = await alarm.stream { hear in
            let opening = Opening()
            let reading = Task { await read(pieces, opening, hear) }
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
        result.isRung = isRung
        // Given up on purpose: no loss to speak of.
        if !isRung && !Task.isCancelled { client()?.noteDisconnection(result.failure) }
        return result
    }

    private static func stream(_ transport: any Transport, _ endpoint: Endpoint) -> AsyncStream<TransportPiece>? {
        do throws(RouteClientError) { return transport.stream(try endpoint.eventsAddress()) } catch { return nil }
    }

    private func read(
        _ pieces: AsyncStream<TransportPiece>, _ opening: Opening, _ hear: @Sendable () -> Void
    ) async -> StreamResult {
        var (reader, result) = (EventStreamReader(), StreamResult())
        for await piece in pieces {
            do throws(RouteClientError) {
                switch piece {
                case .failed(let error): throw error
                case .head(let answer): try check(answer)
                case .content(let bytes):
                    for event in try reader.feed(bytes) where event.name == "head" {
                        try await take(event.content, opening, hear, &result)
                    }
                }
            } catch {
                result.failure = error
                break
            }
            result.retryMilliseconds = reader.retryMilliseconds
            if result.refusal != nil { break }
        }
        if !result.isHeard && result.failure == nil {
            result.failure = RouteClientError(.timedOut, "the stream of heads brought none")
        }
        return result
    }

    private func take(
        _ bytes: [UInt8], _ opening: Opening, _ hear: () -> Void, _ result: inout StreamResult
    ) async throws(RouteClientError) {
        guard let client = client() else { throw RouteClientError(.cancelled, "the client is gone") }
        let head = try client.head(decoding: bytes)
        if opening.finish() {
            hear()
            client.noteConnection()
        }
        result.isHeard = true
        do throws(RouteClientError) { try await client.take(head, bytes) } catch { result.refusal = error }
    }

    private func check(_ answer: TransportResponse) throws(RouteClientError) {
        let type = answer.contentType?.split(separator: ";").first?.lowercased().filter { $0 != " " }
        if answer.status == 200 && type == "text/event-stream" { return }
        let client = client()
        let refusal = RouteClientError(
            answer.status == 200 ? .unexpectedContent : .unexpectedStatus,
            "the stream of heads answered \(answer.status) with \(answer.contentType ?? "no content type")",
            status: answer.status, retryAfterSeconds: client.flatMap { answer.retryAfterSeconds(now: $0.clock()) })
        // Here and not when the result is looked at: by then the loop may have been stopped.
        client?.state.withLock { $0.heed(refusal) }
        throw refusal
    }

    /// Whether a stream brought its first head yet.
    private final class Opening: Sendable {
        private let state = Lock(false)

        var isDone: Bool { state.withLock { $0 } }

        /// - Returns: whether this is the first time.
        func finish() -> Bool {
            state.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
        }
    }
}

extension RouteClient {
    fileprivate func noteConnection() {
        state.withLock { $0.counters.connections += 1 }
        announce(.connected)
    }

    fileprivate func noteDisconnection(_ failure: RouteClientError?) {
        state.withLock { $0.counters.disconnections += 1 }
        announce(.disconnected(failure))
    }
}
