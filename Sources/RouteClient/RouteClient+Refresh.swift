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
        state.withLock { state in
            if state.refresh?.number == number { state.refresh = nil }
            switch result {
            case .success(.updated): state.counters.updates += 1
            case .success(.unchanged): state.counters.unchanged += 1
            case .success(.ignored): state.counters.ignored += 1
            case .failure(let error): state.note(error)
            }
        }
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
        if let result = await adoptFromDisk(head) { return result }
        let (update, index) = try await fetchBody(head, headBytes)
        await store(update)
        return use(index, head)
    }

    private func fetchBody(
        _ head: Head, _ headBytes: [UInt8]
    ) async throws(RouteClientError) -> (ReleaseCache.Update, CompiledIndex) {
        let body = try await get(try endpoint.bodyAddress(head.body), bytesMax: Limits.bodyBytesMax)
        let compiled = try CompiledRelease(body, digest: head.digest)
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
            await attempt { [cache] () throws(RouteClientError) in _ = try cache.storeHead(head, headBytes) }
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

    /// Takes over what another process sharing the directory fetched already.
    private func adoptFromDisk(_ head: Head) async -> RefreshResult? {
        let opened = await Disk.run { [cache] in
            var problems: [RouteClientError] = []
            return cache.open(&problems)
        }
        guard let opened, let kept = opened.head, kept.digest == head.digest,
            kept.position >= head.position
        else { return nil }
        return use(opened.index, kept)
    }

    /// Swaps the release in memory; a resolution under way keeps the one it began with.
    ///
    /// A refresh that was given up may come to its end after a later one; then its release is no news.
    private func use(_ index: CompiledIndex, _ head: Head) -> RefreshResult {
        let release = ReleaseInfo(index, head: head, endpoint)
        return state.withLock { state in
            if let seen = state.head, seen.position > head.position { return .ignored(head.position) }
            state.index = index
            state.release = release
            state.head = head
            return .updated(release)
        }
    }

    /// Puts a release into the cache, or keeps it in memory for the next try.
    private func store(_ update: ReleaseCache.Update) async {
        let isWritten = await attempt { [cache] () throws(RouteClientError) in _ = try cache.store(update) }
        state.withLock { $0.unwritten = isWritten ? nil : update }
    }

    /// Writes files; a failure is an event and a count, not an obstacle.
    @discardableResult
    private func attempt(_ write: @escaping @Sendable () throws(RouteClientError) -> Void) async -> Bool {
        let failure = await Disk.run { () -> RouteClientError? in
            do throws(RouteClientError) { try write() } catch { return error }
            return nil
        }
        guard let failure else { return true }
        state.withLock { $0.note(failure) }
        announce(.cacheFailed(failure))
        return false
    }
}
