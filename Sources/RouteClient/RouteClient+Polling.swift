import RouteModel

extension RouteClient {
    /// Keeps the release up to date from now on, at the pace that the server's heads ask for.
    ///
    /// The first refresh begins at once. Calling it while it polls does nothing. After a failure the waits double up
    /// to five minutes. Each result is an event. The client is kept alive only while a refresh is under way.
    public func startPolling() {
        state.withLock { state in
            guard state.polling == nil else { return }
            state.polling = Task { [weak self] in
                var schedule = PollSchedule()
                while !Task.isCancelled, let wait = await self?.pollOnce(&schedule) {
                    do { try await Task.sleep(nanoseconds: UInt64(wait) * 1_000_000) } catch { return }
                }
            }
        }
    }

    /// Stops what `startPolling` began; a refresh under way for it is given up.
    public func stopPolling() {
        let polling = state.withLock { state in
            defer { state.polling = nil }
            return state.polling
        }
        polling?.cancel()
    }

    /// One refresh; gives the milliseconds to wait after it.
    private func pollOnce(_ schedule: inout PollSchedule) async -> Int64 {
        let random = Double.random(in: 0..<1)
        do throws(RouteClientError) {
            try await refresh()
            let poll = state.withLock { $0.head?.poll }
            return schedule.afterSuccess(
                intervalSeconds: poll?.interval ?? 0, jitterSeconds: poll?.jitter ?? 0, random: random)
        } catch {
            return schedule.afterFailure(retryAfterSeconds: error.retryAfterSeconds, random: random)
        }
    }
}
