import HTTPWire
import Synchronization

extension HTTPFetcher {
    /// Sends a request on a separate thread while the task is suspended; cancelling the task ends the exchange.
    /// - Parameters:
    ///   - request: the request.
    ///   - contentBytesMax: the largest length of the content; nil for the limit of this client.
    /// - Returns: the whole answer, with any status.
    /// - Throws: why there is no answer.
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
                    once.set(result)
                }
                if !started { once.set(.failure(.noThread)) }
            }
        } onCancel: {
            cancel.cancel()
            // A thread in the resolver cannot be interrupted; the task does not wait for it.
            once.set(.failure(.cancelled))
        }
        return try result.get()
    }

    /// Sends a request with an endless answer, such as Server-Sent Events; ending the loop over it ends the exchange.
    ///
    /// The limit ``FetchLimits/silence`` applies, and ``FetchLimits/whole`` does not. The last event is `end` or `failed`.
    /// - Parameter request: the request.
    /// - Returns: the pieces of the answer as they arrive.
    package func events(_ request: FetchRequest) -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingOldest(Limits.streamChunksMax)) { continuation in
            let cancel = CancelSignal()
            continuation.onTermination = { _ in cancel.cancel() }
            let started = FetchThread.start {
                do throws(FetchError) {
                    try self.read(request, whole: nil, cancel: cancel) { piece throws(FetchError) in
                        if case .dropped = continuation.yield(Event(piece)) {
                            throw FetchError(
                                .tooLarge,
                                "more than \(Limits.streamChunksMax) pieces of the stream wait for its reader")
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
    /// The error of an exchange that got no thread.
    static let noThread = FetchError(
        .exhausted, "no thread is free for the request", hint: "send fewer requests at the same time")
}

/// One value that is set once, and one callback that receives it.
final class Once<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(@Sendable (Value) -> Void)
        case ready(Value)
        case delivered
    }

    private let state = Mutex(State.open)

    /// Calls back with the value, now or when it is set.
    func wait(_ callback: @escaping @Sendable (Value) -> Void) {
        let value: Value? = state.withLock { state in
            if case .ready(let value) = state {
                state = .delivered
                return value
            }
            state = .waiting(callback)
            return nil
        }
        if let value { callback(value) }
    }

    /// Sets the value; later ones are ignored.
    func set(_ value: Value) {
        let callback: (@Sendable (Value) -> Void)? = state.withLock { state in
            switch state {
            case .open: state = .ready(value)
            case .waiting(let callback):
                state = .delivered
                return callback
            case .ready, .delivered: break
            }
            return nil
        }
        callback?(value)
    }
}
