import RouteModel

// The release before the one of the head, kept while that one is on trial (client.md C1.5).

extension ReleaseCache {
    /// Keeps the head and the files of the stored release if it has passed its trial; the caller has the lock.
    ///
    /// Without the record of an app nothing is kept: no release is on trial there. A release that has not passed is not
    /// worth going back to, so the one before it stays.
    func keepPrevious(besides digest: String) throws(RouteClientError) {
        guard let record = TrialRecord.read(trialPath) else { return try CacheFiles.remove(previousPath) }
        guard record.isPassed, let stored = storedHead(), stored.digest == record.digest, stored.digest != digest
        else { return }
        do throws(RouteClientError) { try link(headPath, previousPath) } catch { copyHead() }
    }

    /// Copies the head in a folder that has no links.
    ///
    /// A failure is none of the update's: then there is no release to go back to, or the one before this.
    private func copyHead() {
        let temporary = previousPath + temporarySuffix()
        do throws(RouteClientError) {
            guard let bytes = try CacheFiles.read(headPath, bytesMax: Limits.headBytesMax) else { return }
            try CacheFiles.overwrite(temporary, with: bytes)
            try CacheFiles.rename(temporary, to: previousPath)
        } catch {
            CacheFiles.removeIfPossible(temporary)
        }
    }

    /// The head of the release before; nil also if it is damaged.
    func storedPrevious() -> Head? {
        do throws(RouteClientError) { return try readHead(previousPath) } catch { return nil }
    }

    /// Removes the release before, because the stored one has passed its trial.
    ///
    /// If another process has the lock or has stored another release, or `work` was ended, the next update or trial
    /// removes it.
    func forgetPrevious(to digest: String, _ work: DiskWork) {
        guard !work.hasEnded, CacheFiles.exists(previousPath) else { return }
        do throws(RouteClientError) {
            _ = try CacheFiles.locked(lockPath, millisecondsMax: 0) { () throws(RouteClientError) in
                guard storedHead()?.digest == digest else { return }
                try CacheFiles.remove(previousPath)
                try removeOthers(than: digest, work)
            }
        } catch {}
    }

    /// Opens the release before the one that was set aside; nil if there is none.
    func openPrevious(_ opening: inout Opening, _ trial: ReleaseTrial) -> Opened? {
        guard let head = storedPrevious(), trial.admits(head), var opened = open(head, &opening) else { return nil }
        opened.isPrevious = true
        return opened
    }
}
