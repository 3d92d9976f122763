import HTTPWire
import Synchronization

extension HTTPFetcher {
    /// Fetches on a thread of its own while the task waits; cancelling the task ends it.
    /// - Parameters:
    ///   - request: what to ask.
    ///   - contentBytesMax: how long the content may be; nil for this client's own limit.
    /// - Returns: the whole answer, whatever its status.
    /// - Throws: why there is none.
    package func fetch(
        _ request: FetchRequest, contentBytesMax: Int? = nil
    ) async throws(FetchError) -> FetchResponse {
        let bytesMax = contentBytesMax ?? limits.contentBytesMax
        let cancel = CancelSignal()
        let once = Once<Result<FetchResponse, FetchError>>()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                once.wait { continuation.resume(returning: $0) }
                let started = FetchThread.start {
                    let result: Result<FetchResponse, FetchError>
                    do throws(FetchError) {
                        result = .success(try self.fetch(request, contentBytesMax: bytesMax, cancel: cancel))
                    } catch {
                        result = .failure(error)
                    }
                    once.settle(result)
                }
                if !started { once.settle(.failure(.noThread)) }
            }
        } onCancel: {
            cancel.cancel()
            // A thread inside the resolver cannot be woken; the task goes on without it.
            once.settle(.failure(.cancelled))
        }
        return try result.get()
    }

    /// Fetches what never ends by itself, such as Server-Sent Events; ending the loop over it ends the exchange.
    ///
    /// There is no limit on the whole, only on silence. The last event is `end` or `failed`.
    /// - Parameter request: what to ask.
    /// - Returns: the answer's pieces as they arrive.
    package func events(_ request: FetchRequest) -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingOldest(Limits.streamChunksMax)) { continuation in
            let cancel = CancelSignal()
            continuation.onTermination = { _ in cancel.cancel() }
            let started = FetchThread.start {
                do throws(FetchError) {
                    try self.read(request, whole: nil, cancel: cancel) { piece throws(FetchError) in
                        if case .dropped = continuation.yield(Event(piece)) {
                            throw FetchError(.tooLarge, "the reader of a stream fell behind")
                        }
                    }
                } catch {
                    continuation.yield(.failed(error))
                }
                continuation.finish()
            }
            if !started {
                continuation.yield(.failed(.noThread))
                continuation.finish()
            }
        }
    }
}

extension HTTPFetcher.Event {
    init(_ piece: ResponseParser.Piece) {
        switch piece {
        case .head(let status, let fields):
            self = .head(status: status, fields: fields.map { FetchRequest.Field($0.name, $0.value) })
        case .content(let bytes): self = .content(bytes)
        case .end: self = .end
        }
    }
}

extension FetchError {
    static let noThread = FetchError(.exhausted, "no thread for another exchange")
}

/// A value that arrives once, and whoever waits for it.
final class Once<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(@Sendable (Value) -> Void)
        case settled(Value)
        case over
    }

    private let state = Mutex(State.open)

    /// Calls back when the value is there, at most once.
    func wait(_ callback: @escaping @Sendable (Value) -> Void) {
        let settled: Value? = state.withLock { state in
            if case .settled(let value) = state {
                state = .over
                return value
            }
            state = .waiting(callback)
            return nil
        }
        if let settled { callback(settled) }
    }

    /// Brings the value; later ones are ignored.
    func settle(_ value: Value) {
        let callback: (@Sendable (Value) -> Void)? = state.withLock { state in
            switch state {
            case .open: state = .settled(value)
            case .waiting(let callback):
                state = .over
                return callback
            case .settled, .over: break
            }
            return nil
        }
        callback?(value)
    }
}
