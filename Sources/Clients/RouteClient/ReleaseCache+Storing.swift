import RouteModel

// Updates. Bytes are written and flushed without the lock, to temporary files; with the lock, files are
// renamed and removed, which takes less than a millisecond.

extension ReleaseCache {
    /// A temporary file with all of its bytes, and the file that it is to replace.
    private struct Prepared {
        var part: Part
        var temporary: String
        var path: String
    }

    /// Stores a release, and removes the files of the others.
    /// - Parameters:
    ///   - update: the release.
    ///   - work: ends the update between two steps; nothing of it is left then.
    /// - Returns: false if another process has meanwhile stored a later one, which then stays.
    /// - Throws: `cacheUnwritable`; `cancelled` if `work` was ended.
    func store(_ update: Update, _ work: DiskWork = DiskWork()) throws(RouteClientError) -> Bool {
        try CacheFiles.makeFolder(folder)
        try afterStep(.folder)
        let digest = update.head.digest
        let files: [(Part, String, [UInt8])] = [
            (.body, bodyPath(digest), update.body), (.index, indexPath(digest), update.index),
            (.head, headPath, update.headBytes),
        ]
        let isStored = try replace(files, work, .release(update.head))
        guard isStored else { return false }
        try CacheFiles.synchronise(folder: folder)
        try afterStep(.synchronised)
        // The next update removes them.
        guard !work.hasEnded else { return true }
        _ = try CacheFiles.locked(lockPath, millisecondsMax: 0) { () throws(RouteClientError) in
            try afterStep(.lock)
            if storedHead()?.digest == digest { try removeOthers(than: digest, work) }
        }
        return true
    }

    /// Replaces only the head, for a release whose other files are stored.
    /// - Returns: false if another process has meanwhile stored a later head.
    func storeHead(_ head: Head, _ bytes: [UInt8], _ work: DiskWork) throws(RouteClientError) -> Bool {
        let isStored = try replace([(.head, headPath, bytes)], work, .head(head))
        if isStored { try CacheFiles.synchronise(folder: folder) }
        return isStored
    }

    /// Writes an index again, unless another process has the lock or has stored another release.
    ///
    /// Does not wait for the lock: if this does not write the index, the next launch does.
    func storeIndex(_ bytes: [UInt8], digest: String, _ work: DiskWork) throws(RouteClientError) {
        var impatient = self
        impatient.lockMillisecondsMax = 0
        do throws(RouteClientError) {
            _ = try impatient.replace([(.index, indexPath(digest), bytes)], work, .index(digest: digest))
        } catch {
            if !error.isBusy { throw error }
        }
    }

    /// What an update replaces.
    private enum Replacement {
        /// All files of a release.
        case release(Head)
        case head(Head)
        case index(digest: String)
    }

    /// Whether the files of the folder may be replaced now, and what must be kept before that; the caller has the lock.
    private func admits(_ replacement: Replacement) throws(RouteClientError) -> Bool {
        switch replacement {
        case .release(let head):
            if let stored = storedHead(), stored.position > head.position { return false }
            try keepPrevious(besides: head.digest)
            return true
        case .head(let head):
            return storedHead().map { $0.position <= head.position } ?? true
        case .index(let digest):
            return storedHead().map { $0.digest == digest || storedPrevious()?.digest == digest } ?? true
        }
    }

    /// Replaces files one after the other, all of them or, if the folder does not admit it, none.
    /// - Parameters:
    ///   - files: their parts, paths and new content, in order.
    ///   - work: ends this before the first file is replaced.
    ///   - replacement: what they are.
    /// - Returns: whether they were replaced.
    /// - Throws: `cacheUnwritable`; `cancelled` if `work` was ended.
    private func replace(
        _ files: [(Part, String, [UInt8])], _ work: DiskWork, _ replacement: Replacement
    ) throws(RouteClientError) -> Bool {
        var prepared: [Prepared] = []
        defer { for file in prepared { CacheFiles.removeIfPossible(file.temporary) } }
        for (part, path, bytes) in files {
            try work.check()
            let temporary = path + temporarySuffix()
            try CacheFiles.write(bytes, to: temporary, work) { step throws(RouteClientError) in
                try afterStep(.file(part, step))
            }
            prepared.append(Prepared(part: part, temporary: temporary, path: path))
        }
        try work.check()
        let isReplaced = try CacheFiles.locked(lockPath, millisecondsMax: lockMillisecondsMax) {
            () throws(RouteClientError) in
            try afterStep(.lock)
            guard try admits(replacement) else { return false }
            while let file = prepared.first {
                try CacheFiles.rename(file.temporary, to: file.path)
                prepared.removeFirst()
                try afterStep(.file(file.part, .renamed))
            }
            return true
        }
        guard let isReplaced else { throw .busy(folder) }
        return isReplaced
    }

    /// Removes the files of other releases and of interrupted updates; the caller has the lock.
    ///
    /// Ends before the next file if `work` was ended: the next update removes the rest.
    func removeOthers(than digest: String, _ work: DiskWork) throws(RouteClientError) {
        var kept: Set<String> = ["body-\(digest).json", "index-\(digest).wmi"]
        if let previous = storedPrevious() {
            kept.formUnion(["body-\(previous.digest).json", "index-\(previous.digest).wmi"])
        }
        for name in try CacheFiles.names(in: folder) where !kept.contains(name) {
            let isRelease = name.hasPrefix("body-") || name.hasPrefix("index-")
            guard name.hasSuffix(TemporaryName.suffix) ? TemporaryName.isAbandoned(name) : isRelease else { continue }
            if work.hasEnded { return }
            try CacheFiles.remove("\(folder)/\(name)")
            try afterStep(.removed(name))
        }
    }
}
