import RouteModel

/// The releases that are on the device when a client is made.
struct StoredReleases: Sendable {
    let cache: ReleaseCache
    let bundle: String?
    let endpoint: Endpoint
    let trial: ReleaseTrial

    /// Opens the one to use: the cache's, unless the bundle's is at a later position, or else that of a server that has
    /// moved.
    func open(_ opening: inout Opening) -> ReleaseCache.Opened? {
        let package = bundle.map { ReleaseCache(folder: $0) }
        // The heads decide, so that only the release that is used is opened, and only its trial begins.
        let isBundleFirst = isLater(package, &opening)
        var opened = isBundleFirst ? package?.openBundle(for: endpoint, &opening, trial) : nil
        if opened == nil { opened = cache.open(&opening, trial) }
        if opened == nil, !isBundleFirst { opened = package?.openBundle(for: endpoint, &opening, trial) }
        if opened == nil && trial.refused == nil && !opening.isIncomplete {
            opened = cache.openFromOtherServer(endpoint, &opening, trial)
        }
        if let opened, !opening.isIncomplete {
            trial.begins(opened.index.hexDigest, isProven: opened.isPrevious)
        }
        return opened
    }

    /// Whether a bundle of this server and channel is at a later position than the cache, or the cache has no head.
    private func isLater(_ package: ReleaseCache?, _ opening: inout Opening) -> Bool {
        guard let theirs = package?.ownHead(for: endpoint) else { return false }
        do throws(RouteClientError) {
            guard let ours = try cache.readHead() else { return true }
            return theirs.position > ours.position
        } catch {
            opening.problems.append(error)
            return true
        }
    }
}

extension RouteClient {
    /// Compiles, on a thread of Dispatch, what the launch could not map, and uses it if it is later than what it mapped.
    ///
    /// A refresh waits for the end, because it compares its head with the release that is stored. `stopUpdating()` ends the
    /// storing of the index; the next launch compiles again.
    func compile(_ stored: StoredReleases) {
        let work = diskWork()
        let task = Task { [weak self, trial] in
            let (opened, problems) = await stored.cache.activity.perform(work) {
                () -> (ReleaseCache.Opened?, [RouteClientError]) in
                var opening = Opening(work: work)
                let opened = stored.open(&opening)
                return (opened, opening.problems)
            }
            self?.finishLaunch(with: opened, problems)
            trial.launched()
        }
        state.withLock { $0.compiling = task }
    }

    /// Waits until a release that the launch could not map is compiled and in use; returns at once after other launches.
    package func finishLaunching() async { await state.withLock { $0.compiling }?.value }

    private func finishLaunch(with opened: ReleaseCache.Opened?, _ problems: [RouteClientError]) {
        var known = launch.problems
        for problem in problems where !known.contains(problem) {
            known.append(problem)
            state.withLock { $0.count(problem) }
            announce(.cacheFailed(problem))
        }
        guard let opened else { return }
        let release = ReleaseInfo(opened.index, head: opened.head, channel.endpoint)
        let isUsed = state.withLock { state -> Bool in
            if let used = state.release {
                guard let new = release.position else { return false }
                if let old = used.position, new <= old { return false }
            }
            state.index = opened.index
            state.release = release
            if let head = opened.head, state.head.map({ $0.position < head.position }) ?? true { state.head = head }
            return true
        }
        if isUsed {
            announce(.updated(release))
        } else if let digest = self.release?.digest {
            trial.begins(digest)
        }
    }
}

extension RouteClient {
    /// Looks at the head file, and opens the folder on a thread of Dispatch if the file is another one than before.
    ///
    /// An extension so sees what its app has stored, without a request. The resolution that notices it does not wait.
    /// - Parameter known: the head file as it was before, nil if there was none.
    func lookIntoFolder(_ known: WatchedFile?) {
        if let known, !known.hasChanged { return }
        guard let head = WatchedFile(cache.headPath) else { return }
        let isNew = state.withLock { state in
            guard !state.look.isOpening, state.look.known === known else { return false }
            state.look.known = head
            state.look.isOpening = true
            return true
        }
        guard isNew else { return }
        Task { [weak self] in
            await self?.useFolder()
            self?.state.withLock { $0.look.isOpening = false }
        }
    }

    private func useFolder() async {
        guard let stored = await openCache(), let position = stored.head?.position else { return }
        guard state.withLock({ $0.head.map { $0.position < position } ?? true }) else { return }
        trial.begins(stored.index.hexDigest)
        if case .updated(let release) = use(stored) { announce(.updated(release)) }
    }
}
