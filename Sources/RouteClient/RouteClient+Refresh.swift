import RouteIndex
import RouteModel

extension RouteClient {
    /// Asks the server for the channel's head and takes over the release it points at, when that is a later one.
    ///
    /// Several calls at once share one exchange. Whatever fails, the last good release stays in use. A release that
    /// cannot be written to the cache directory is used from memory; an event tells.
    /// - Returns: what was found.
    /// - Throws: why nothing could be taken over; the same error is an event and is counted.
    @discardableResult
    public func refresh() async throws(RouteClientError) -> RefreshResult {
        let (task, number) = joinRefresh()
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            leaveRefresh(number)
        }
        return try result.get()
    }

    /// Takes over a head that came without being asked for.
    ///
    /// A refresh under way, which may be about an older head, is waited for.
    @discardableResult
    func take(_ head: Head, _ bytes: [UInt8]) async throws(RouteClientError) -> RefreshResult {
        while let underWay = state.withLock({ $0.refresh }) { _ = await underWay.task.value }
        let (task, number) = joinRefresh(Offer(head: head, bytes: bytes))
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            leaveRefresh(number)
        }
        return try result.get()
    }

    /// A head and its bytes as the server sent them.
    struct Offer: Sendable {
        var head: Head
        var bytes: [UInt8]
    }

    /// The refresh under way, or a new one.
    private func joinRefresh(_ offer: Offer? = nil) -> (Task<Result<RefreshResult, RouteClientError>, Never>, Int) {
        state.withLock { state in
            if var shared = state.refresh {
                shared.waiting += 1
                state.refresh = shared
                return (shared.task, shared.number)
            }
            state.counters.refreshes += 1
            state.lastFailure = nil
            let number = state.counters.refreshes
            let task = Task { await self.refreshOnce(number, offer) }
            state.refresh = SharedRefresh(number: number, task: task, waiting: 1)
            return (task, number)
        }
    }

    private func leaveRefresh(_ number: Int) {
        let abandoned: Task<Result<RefreshResult, RouteClientError>, Never>? = state.withLock { state in
            guard state.refresh?.number == number else { return nil }
            state.refresh?.waiting -= 1
            guard let shared = state.refresh, shared.waiting == 0 else { return nil }
            // Whoever asks from now on did not give up, and gets a refresh of their own.
            state.refresh = nil
            return shared.task
        }
        abandoned?.cancel()
    }

    private func refreshOnce(_ number: Int, _ offer: Offer?) async -> Result<RefreshResult, RouteClientError> {
        let result: Result<RefreshResult, RouteClientError>
        do throws(RouteClientError) { result = .success(try await fetchNews(offer)) } catch { result = .failure(error) }
        let alarm = state.withLock { state -> Alarm? in
            if state.refresh?.number == number { state.refresh = nil }
            switch result {
            case .success(.updated): state.counters.updates += 1
            case .success(.unchanged): state.counters.unchanged += 1
            case .success(.ignored): state.counters.ignored += 1
            case .failure(let error):
                state.note(error)
                state.heed(error)
                return nil
            }
            // Whatever the server asked for before, it answers now.
            defer { state.quietUntil = nil }
            return state.quietUntil == nil ? nil : state.updating?.alarm
        }
        alarm?.lift()
        switch result {
        case .success(.updated(let release)): announce(.updated(release))
        case .success(.unchanged): announce(.unchanged)
        case .success(.ignored(let position)): announce(.ignored(position))
        case .failure(let error): announce(.refreshFailed(error))
        }
        return result
    }

    /// Head, then body by its address, then proof, then files, then memory.
    private func fetchNews(_ offer: Offer?) async throws(RouteClientError) -> RefreshResult {
        let offer = if let offer { offer } else { try await fetchHead() }
        let (head, headBytes) = (offer.head, offer.bytes)
        let (seen, inUse) = state.withLock { ($0.head, $0.release?.digest) }
        if let seen, head.position < seen.position { return .ignored(head.position) }
        if let seen, head.position == seen.position, head.digest != seen.digest {
            throw RouteClientError(
                .conflictingHead, "position \(head.position) is \(seen.digest) here and \(head.digest) on the server",
                hint: "the server's store was replaced without raising its epoch: clear this cache directory")
        }
        if head.digest == inUse {
            try await keepUp(head, headBytes, moved: seen?.position != head.position)
            return .unchanged
        }
        if let kept = await openKept(), let position = kept.head?.position, kept.index.hexDigest == head.digest,
            position >= head.position
        {
            return use(kept)
        }
        let (update, index) = try await fetchBody(head, headBytes)
        let isOvertaken = await store(update) == false
        // A later release that another process stored meanwhile is no news that may be thrown away.
        if isOvertaken, let kept = await openKept(), let position = kept.head?.position, position > head.position {
            return use(kept)
        }
        return use(ReleaseCache.Opened(index: index, head: head, source: .body))
    }

    private func fetchBody(
        _ head: Head, _ headBytes: [UInt8]
    ) async throws(RouteClientError) -> (ReleaseCache.Update, CompiledIndex) {
        if let unusable = state.withLock({ $0.unusable }), unusable.digest == head.digest { throw unusable.reason }
        let body = try await get(try endpoint.bodyAddress(head.body), bytesMax: Limits.bodyBytesMax)
        let compiled: CompiledRelease
        do throws(RouteClientError) { compiled = try CompiledRelease(body, of: head) } catch {
            // The same bytes will not be better the next time; others under a wrong digest may.
            if error.code != .wrongDigest {
                state.withLock { $0.unusable = ClientState.Unusable(digest: head.digest, reason: error) }
            }
            throw error
        }
        let update = ReleaseCache.Update(head: head, headBytes: headBytes, body: body, index: compiled.bytes)
        return (update, compiled.index)
    }

    /// Nothing new to use; but the cache may have to catch up with what is in use.
    ///
    /// A write may have failed before, the system may have purged the folder, or the channel moved away and back.
    private func keepUp(_ head: Head, _ headBytes: [UInt8], moved: Bool) async throws(RouteClientError) {
        if var update = state.withLock({ $0.unwritten }), update.head.digest == head.digest {
            update.head = head
            update.headBytes = headBytes
            await store(update)
        } else if !cache.holds(head.digest) {
            let (update, _) = try await fetchBody(head, headBytes)
            await store(update)
        } else if moved {
            await attempt { [cache] () throws(RouteClientError) in try cache.storeHead(head, headBytes) }
        }
        guard moved else { return }
        state.withLock { state in
            if let seen = state.head, seen.position > head.position { return }
            state.head = head
            state.release?.position = head.position
        }
    }

    private func fetchHead() async throws(RouteClientError) -> Offer {
        let bytes = try await get(try endpoint.headAddress(), bytesMax: Limits.headBytesMax)
        return Offer(head: try head(decoding: bytes), bytes: bytes)
    }

    /// Reads a head and sees that it is this channel's.
    func head(decoding bytes: [UInt8]) throws(RouteClientError) -> Head {
        let head: Head
        do { head = try Head(decoding: bytes) } catch {
            throw RouteClientError(.unexpectedContent, "the head is not one: \(error)")
        }
        guard head.app == endpoint.app, head.channel == endpoint.channel else {
            throw RouteClientError(
                .unexpectedContent, "asked for \(endpoint.app)/\(endpoint.channel), got \(head.app)/\(head.channel)")
        }
        return head
    }

    /// What stands in the directory by now: another process sharing it may have been faster.
    private func openKept() async -> ReleaseCache.Opened? {
        await Disk.run { [cache] in
            var problems: [RouteClientError] = []
            return cache.open(&problems)
        }
    }

    /// Swaps the release in memory; a resolution under way keeps the one it began with.
    ///
    /// A refresh that was given up may come to its end after a later one; then its release is no news.
    private func use(_ opened: ReleaseCache.Opened) -> RefreshResult {
        let release = ReleaseInfo(opened.index, head: opened.head, endpoint)
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

    /// Puts a release into the cache, or keeps it in memory for the next try.
    /// - Returns: false when a later one stands there; nil when nothing could be written.
    @discardableResult
    private func store(_ update: ReleaseCache.Update) async -> Bool? {
        let isStored = await attempt { [cache] () throws(RouteClientError) in try cache.store(update) }
        state.withLock { $0.unwritten = isStored == nil ? update : nil }
        return isStored
    }

    /// Writes files; a failure is an event and a count, not an obstacle.
    @discardableResult
    private func attempt(_ write: @escaping @Sendable () throws(RouteClientError) -> Bool) async -> Bool? {
        let result = await Disk.run { () -> Result<Bool, RouteClientError> in
            do throws(RouteClientError) { return .success(try write()) } catch { return .failure(error) }
        }
        switch result {
        case .success(let isStored): return isStored
        case .failure(let failure):
            state.withLock { $0.note(failure) }
            announce(.cacheFailed(failure))
            return nil
        }
    }
}
