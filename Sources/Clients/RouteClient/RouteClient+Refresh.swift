import RouteIndex
import RouteModel

extension RouteClient {
    /// Fetches the channel's head, and the release that it names if that is later than the one in use.
    ///
    /// Concurrent calls share one exchange. If anything fails, the last good release stays in use. A release that
    /// cannot be written to the cache directory is used from memory, and a ``RouteClientEvent/cacheFailed(_:)`` event
    /// reports it.
    /// - Returns: what the refresh found.
    /// - Throws: why nothing could be used; the same error is an event and is counted.
    @discardableResult
    public func refresh() async throws(RouteClientError) -> RefreshResult { try await refresh(over: .any) }

    /// The same, over the networks that an update may use.
    @discardableResult
    func refresh(over networks: NetworkUse) async throws(RouteClientError) -> RefreshResult {
        while true {
            let caller = RefreshCaller()
            let (result, used) = await withTaskCancellationHandler {
                let refresh = startOrJoinRefresh(caller, networks)
                return (await refresh.task.value, refresh.networks)
            } onCancel: {
                leaveRefresh(caller)
            }
            // The one under way may have failed because it may use fewer networks than this caller.
            if case .failure = result, !used.contains(networks), !Task.isCancelled { continue }
            return try result.get()
        }
    }

    /// Uses a head that a stream delivered.
    ///
    /// Waits for the end of a refresh under way, because that one may have fetched an older head.
    @discardableResult
    func use(_ delivered: ReceivedHead) async throws(RouteClientError) -> RefreshResult {
        while true {
            let caller = RefreshCaller()
            let result = await withTaskCancellationHandler { () -> Result<RefreshResult, RouteClientError>? in
                switch startRefresh(delivered, caller) {
                case .started(let refresh): return await refresh.task.value
                case .alreadyRunning(let refresh):
                    _ = await refresh.task.value
                    return nil
                }
            } onCancel: {
                leaveRefresh(caller)
            }
            if let result { return try result.get() }
        }
    }

    private enum Start {
        case started(SharedRefresh)
        case alreadyRunning(SharedRefresh)
    }

    /// Starts a refresh, unless one is under way; with nil it fetches the head first.
    private func startRefresh(_ delivered: ReceivedHead?, _ caller: RefreshCaller) -> Start {
        state.withLock { state in
            if let running = state.refresh { return .alreadyRunning(running) }
            return .started(start(delivered, caller, .economical, &state))
        }
    }

    /// Joins the refresh under way, or starts one.
    private func startOrJoinRefresh(_ caller: RefreshCaller, _ networks: NetworkUse) -> SharedRefresh {
        state.withLock { state in
            guard var running = state.refresh else { return start(nil, caller, networks, &state) }
            if caller.join(running.number) {
                running.callers += 1
                state.refresh = running
            }
            return running
        }
    }

    /// Starts a refresh; the caller has the lock.
    private func start(
        _ delivered: ReceivedHead?, _ caller: RefreshCaller, _ networks: NetworkUse, _ state: inout ClientState
    ) -> SharedRefresh {
        state.counters.refreshes += 1
        state.lastFailure = nil
        let number = state.counters.refreshes
        let refresh = SharedRefresh(
            number: number, task: Task { await self.perform(number, delivered, networks) }, callers: 1,
            networks: networks)
        // If the caller was cancelled before, no other caller may join.
        if caller.join(number) { state.refresh = refresh } else { refresh.task.cancel() }
        return refresh
    }

    /// Removes a caller from its refresh, and cancels the refresh if no caller is left.
    private func leaveRefresh(_ caller: RefreshCaller) {
        let abandoned: Task<Result<RefreshResult, RouteClientError>, Never>? = state.withLock { state in
            guard let number = caller.leave(), state.refresh?.number == number else { return nil }
            state.refresh?.callers -= 1
            guard let shared = state.refresh, shared.callers == 0 else { return nil }
            // A later caller must not join a cancelled refresh; it gets its own.
            state.refresh = nil
            return shared.task
        }
        abandoned?.cancel()
    }

    /// Does one refresh, then counts and announces its result.
    private func perform(
        _ number: Int, _ delivered: ReceivedHead?, _ networks: NetworkUse
    ) async -> Result<RefreshResult, RouteClientError> {
        let result: Result<RefreshResult, RouteClientError>
        do throws(RouteClientError) {
            let head = if let delivered { delivered } else { try await channel.head(networks) }
            result = .success(try await update(to: head, networks))
        } catch { result = .failure(error) }
        // An update that waits for a network that it may use has not failed.
        let isWaiting: Bool
        if case .failure(let error) = result, case .networkNotAllowed = error.code {
            isWaiting = !networks.contains(.any)
        } else {
            isWaiting = false
        }
        let backoff = state.withLock { state -> InterruptibleBackoff? in
            if state.refresh?.number == number { state.refresh = nil }
            switch result {
            case .success(.updated): state.counters.updates += 1
            case .success(.unchanged): state.counters.unchanged += 1
            case .success(.ignored): state.counters.ignored += 1
            case .failure(let error):
                if isWaiting { return nil }
                state.count(error)
                state.setRetryAfter(from: error)
                return nil
            }
            // The server has answered, so an earlier `Retry-After` no longer applies.
            defer { state.retryAfterEnd = nil }
            return state.retryAfterEnd == nil ? nil : state.updating?.backoff
        }
        backoff?.endRetryAfter()
        switch result {
        case .success(.updated(let release)): announce(.updated(release))
        case .success(.unchanged): announce(.unchanged)
        case .success(.ignored(let position)): announce(.ignored(position))
        case .failure(let error):
            if !isWaiting { announce(.refreshFailed(error)) }
        }
        return result
    }

    /// Updates files and memory to a head: fetches its body by digest, verifies it, stores it, then uses it (client.md
    /// C3.3).
    private func update(
        to received: ReceivedHead, _ networks: NetworkUse
    ) async throws(RouteClientError) -> RefreshResult {
        let head = received.head
        await finishLaunching()
        let (seen, inUse) = state.withLock { ($0.head, $0.release?.digest) }
        if let seen, head.position < seen.position { return .ignored(head.position) }
        if let seen, head.position == seen.position, head.digest != seen.digest {
            throw RouteClientError(
                .conflictingHead,
                "position \(head.position) has the body \(seen.digest) here and \(head.digest) on the server",
                hint: "the server's store was replaced without raising its epoch: clear this cache directory")
        }
        state.withLock { $0.poll = head.poll }
        if trial.refuses(head) { return .unchanged }
        if head.digest == inUse {
            try await updateCache(to: received, moved: seen?.position != head.position, networks)
            return .unchanged
        }
        if let stored = await openCache(), let position = stored.head?.position, stored.index.hexDigest == head.digest,
            position >= head.position
        {
            await begin(stored.index.hexDigest)
            return use(stored)
        }
        let (update, index) = try await fetchBody(received, networks)
        let isOvertaken = await store(update) == false
        // Another process has meanwhile stored a later release: use that one.
        if isOvertaken, let stored = await openCache(), let position = stored.head?.position, position > head.position {
            await begin(stored.index.hexDigest)
            return use(stored)
        }
        await begin(head.digest)
        return use(ReleaseCache.Opened(index: index, head: head, source: .body))
    }

    /// Notes that a release is used from now on: before the first resolution with it, because that may end the process.
    private func begin(_ digest: String) async {
        await CacheFiles.run { [trial] in trial.begins(digest) }
    }

    private func fetchBody(
        _ received: ReceivedHead, _ networks: NetworkUse
    ) async throws(RouteClientError) -> (ReleaseCache.Update, CompiledIndex) {
        let head = received.head
        if let unusable = state.withLock({ $0.unusable }), unusable.digest == head.digest { throw unusable.reason }
        let body = try await channel.body(of: head, networks)
        let compiled: CompiledRelease
        do throws(RouteClientError) { compiled = try CompiledRelease(body, of: head) } catch {
            // The same bytes would fail again. After a wrong digest the next fetch may return other bytes.
            if error.code != .wrongDigest {
                state.withLock { $0.unusable = ClientState.Unusable(digest: head.digest, reason: error) }
            }
            throw error
        }
        let update = ReleaseCache.Update(head: head, headBytes: received.bytes, body: body, index: compiled.bytes)
        return (update, compiled.index)
    }

    /// Stores the release in use and its head, if the cache does not have them.
    ///
    /// An earlier write may have failed, the system may have purged the folder, or the channel has moved away and back.
    private func updateCache(
        to received: ReceivedHead, moved: Bool, _ networks: NetworkUse
    ) async throws(RouteClientError) {
        let head = received.head
        if let update = state.withLock({ $0.unwritten }), update.head.digest == head.digest {
            await store(
                ReleaseCache.Update(head: head, headBytes: received.bytes, body: update.body, index: update.index))
        } else if !cache.holds(head.digest) {
            let (update, _) = try await fetchBody(received, networks)
            await store(update)
        } else if moved {
            await write { [cache] work throws(RouteClientError) in
                try cache.storeHead(head, received.bytes, work)
            }
        }
        guard moved else { return }
        state.withLock { state in
            if let seen = state.head, seen.position > head.position { return }
            state.head = head
            state.release?.position = head.position
        }
    }

    /// The release that the cache directory has now; another process that shares it may have stored a later one.
    func openCache() async -> ReleaseCache.Opened? {
        let work = diskWork()
        // Not only reading: an index that this engine cannot use is compiled and stored.
        return await cache.activity.perform(work) { [cache, trial] in
            var problems: [RouteClientError] = []
            return cache.open(&problems, trial, work)
        }
    }

    /// The work on the disk that the next call of `stopUpdating()` ends.
    func diskWork() -> DiskWork {
        state.withLock { state in
            // The system or `stopUpdating()` has ended the work before this one, not this one.
            if state.diskWork.hasEnded { state.diskWork = DiskWork() }
            return state.diskWork
        }
    }

    /// Replaces the release in memory; a resolution under way finishes with the one that it began with.
    ///
    /// A cancelled refresh may end after a later one; its release is then ignored.
    func use(_ opened: ReleaseCache.Opened) -> RefreshResult {
        let release = ReleaseInfo(opened.index, head: opened.head, channel.endpoint)
        return state.withLock { state in
            if let seen = state.head, let head = opened.head, seen.position > head.position {
                return .ignored(head.position)
            }
            state.index = opened.index
            state.release = release
            state.head = opened.head
            return .updated(release)
        }
    }

    /// Writes a release to the cache, or stores it in memory for the next try.
    /// - Returns: false if the cache has a later one; nil if nothing could be written.
    @discardableResult
    private func store(_ update: ReleaseCache.Update) async -> Bool? {
        let isStored = await write { [cache] work throws(RouteClientError) in try cache.store(update, work) }
        state.withLock { $0.unwritten = isStored == nil ? update : nil }
        return isStored
    }

    /// Writes files; a failure is an event and is counted, and the refresh goes on.
    @discardableResult
    private func write(
        _ body: @escaping @Sendable (DiskWork) throws(RouteClientError) -> Bool
    ) async -> Bool? {
        let work = diskWork()
        let result = await cache.activity.perform(work) { () -> Result<Bool, RouteClientError> in
            do throws(RouteClientError) { return .success(try body(work)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let isStored): return isStored
        case .failure(let failure):
            state.withLock { $0.count(failure) }
            announce(.cacheFailed(failure))
            return nil
        }
    }
}
