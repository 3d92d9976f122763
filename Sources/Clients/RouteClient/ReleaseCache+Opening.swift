import RouteIndex
import RouteModel

/// What an opening of stored releases may do, and what it found.
struct Opening: Sendable {
    /// Whether a body without a usable index is compiled: never on the thread that makes a client.
    var compiles = true
    /// The longest index that is proved; that thread leaves longer ones to the background.
    var provenBytesMax = Limits.indexBytesMax
    /// Whether there is such a body or such an index, and it was left.
    var isIncomplete = false
    /// What is wrong with the files.
    var problems: [RouteClientError] = []
    /// Ends the storing of an index that was compiled again.
    var work = DiskWork()
}

extension ReleaseCache {
    /// Opens the release of the folder, and compiles it if need be; adds what is wrong with the files to `problems`.
    ///
    /// `work` ends the storing of an index that was compiled; the release is opened nevertheless.
    func open(
        _ problems: inout [RouteClientError], _ trial: ReleaseTrial? = nil, _ work: DiskWork = DiskWork()
    ) -> Opened? {
        var opening = Opening(work: work)
        defer { problems += opening.problems }
        return open(&opening, trial, begins: false)
    }

    /// Opens the release to start with.
    ///
    /// It tries in this order: the index that the head names, mapped; the body that the head names, compiled again;
    /// without a usable head the valid body with the highest version. It needs no lock, because files are replaced
    /// atomically. A release that the trial has set aside is passed over for the one before it.
    func open(_ opening: inout Opening, _ trial: ReleaseTrial?, begins: Bool = true) -> Opened? {
        var tried: String?
        let wasIncomplete = opening.isIncomplete
        for _ in 0..<Limits.openingAttemptsMax {
            var head: Head?
            do throws(RouteClientError) { head = try readHead() } catch {
                // The choice between cache and bundle may have reported it.
                if !opening.problems.contains(error) { opening.problems.append(error) }
            }
            guard let head else { break }
            if let trial {
                guard trial.admits(head) else { return openPrevious(&opening, trial) }
                // Before the file is mapped, because a process may end while it reads it. While a later bundle waits to be
                // compiled, the trial is that of the bundle.
                if begins, !opening.isIncomplete { trial.begins(head.digest) }
            }
            if let opened = open(head, &opening) { return opened }
            if opening.isIncomplete, !wasIncomplete { return nil }
            // Another process may have stored a later release since the head was read; then the head has changed.
            if tried == head.digest { break }
            tried = head.digest
        }
        return openOrphan(&opening, trial)
    }

    /// Opens the release of a head, from its index or else from its body.
    func open(_ head: Head, _ opening: inout Opening) -> Opened? {
        guard !leavesIndex(head.digest, &opening) else { return nil }
        do throws(RouteClientError) {
            if let index = try openIndex(head.digest) { return Opened(index: index, head: head, source: .index) }
        } catch {
            opening.problems.append(error)
        }
        guard opening.compiles else {
            if CacheFiles.exists(bodyPath(head.digest)) { opening.isIncomplete = true }
            return nil
        }
        do throws(RouteClientError) {
            guard let index = try rebuild(head.digest, &opening) else { return nil }
            return Opened(index: index, head: head, source: .body)
        } catch {
            opening.problems.append(error)
            return nil
        }
    }

    /// Whether an index is left to the background, because it takes too long to prove.
    func leavesIndex(_ digest: String, _ opening: inout Opening) -> Bool {
        guard let bytes = CacheFiles.status(indexPath(digest))?.bytes, bytes > opening.provenBytesMax,
            bytes <= Limits.indexBytesMax
        else { return false }
        opening.isIncomplete = true
        return true
    }

    /// Maps an index and proves it; nil if there is none in this engine's format: an update of the app brings a new engine.
    func openIndex(_ digest: String) throws(RouteClientError) -> CompiledIndex? {
        let path = indexPath(digest)
        guard let bytes = try CacheFiles.map(path, bytesMax: Limits.indexBytesMax) else { return nil }
        let index: CompiledIndex
        do throws(IndexError) { index = try CompiledIndex(bytes) } catch {
            guard error.code != .olderFormat else { return nil }
            throw RouteClientError(.cacheUnreadable, "\(path): \(error)", hint: "it is compiled again from the body")
        }
        guard index.hexDigest == digest else {
            throw RouteClientError(.cacheUnreadable, "\(path) is the index of another body")
        }
        return index
    }

    /// Compiles the stored body again and stores the index; a failure to store it is only reported.
    private func rebuild(_ digest: String, _ opening: inout Opening) throws(RouteClientError) -> CompiledIndex? {
        guard let body = try CacheFiles.read(bodyPath(digest), bytesMax: Limits.bodyBytesMax) else { return nil }
        let compiled = try CompiledRelease(body, digest: digest)
        do throws(RouteClientError) { try storeIndex(compiled.bytes, digest: digest, opening.work) } catch {
            opening.problems.append(error)
        }
        return compiled.index
    }

    /// Opens a body without a head: the first update may have been killed before it wrote one, or the head is damaged.
    private func openOrphan(_ opening: inout Opening, _ trial: ReleaseTrial?) -> Opened? {
        var names: [String] = []
        do throws(RouteClientError) { names = try CacheFiles.names(in: folder) } catch {
            opening.problems.append(error)
        }
        guard opening.compiles else {
            if names.contains(where: { $0.hasPrefix("body-") && $0.hasSuffix(".json") }) { opening.isIncomplete = true }
            return nil
        }
        var best: CompiledIndex?
        for name in names where name.hasPrefix("body-") && name.hasSuffix(".json") {
            let digest = String(name.dropFirst("body-".count).dropLast(".json".count))
            if trial?.refuses(digest: digest) == true { continue }
            do throws(RouteClientError) {
                guard let index = try rebuild(digest, &opening) else { continue }
                if index.version > best?.version ?? 0 { best = index }
            } catch {
                opening.problems.append(error)
            }
        }
        return best.map { Opened(index: $0, head: nil, source: .body) }
    }
}
