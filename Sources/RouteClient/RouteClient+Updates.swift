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

    /// Waits until a release is in use; returns at once when one is.
    /// - Returns: the release, or nil when the waiting task was cancelled.
    public func firstRelease() async -> ReleaseInfo? {
        let changes = updates
        if let release { return release }
        for await case .updated(let release) in changes { return release }
        return nil
    }

    /// Tells every reader, outside the lock.
    func announce(_ event: RouteClientEvent) {
        let readers = state.withLock { Array($0.subscribers.values) }
        for reader in readers { reader.yield(event) }
    }
}
