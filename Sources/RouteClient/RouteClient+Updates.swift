extension RouteClient {
    /// What changes from now on, one stream for each reader.
    ///
    /// A reader that falls behind loses the oldest events, never the newest. The stream ends with the client.
    public var updates: AsyncStream<RouteClientEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RouteClientEvent.self, bufferingPolicy: .bufferingNewest(Limits.eventsBufferedMax))
        let number = state.withLock { state in
            state.subscribersSoFar += 1
            state.subscribers[state.subscribersSoFar] = continuation
            return state.subscribersSoFar
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
        }
        return stream
    }

    /// The release in use, awaited while there is none: before, every resolution says `notReady`.
    ///
    /// Something must ask the server meanwhile: ``startUpdating(by:)`` or ``refresh()``.
    /// - Throws: `cancelled` when the waiting task was.
    public var ready: ReleaseInfo {
        get async throws(RouteClientError) {
            let changes = updates
            if let release { return release }
            for await _ in changes {
                if let release { return release }
            }
            throw RouteClientError(.cancelled, "the task that waited for the first release was cancelled")
        }
    }

    /// Tells every reader, outside the lock.
    func announce(_ event: RouteClientEvent) {
        let readers = state.withLock { Array($0.subscribers.values) }
        for reader in readers { reader.yield(event) }
    }
}
