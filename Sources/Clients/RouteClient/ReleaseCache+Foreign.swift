import RouteIndex
import RouteModel

// Releases that a build tool or a client of another server has stored; a launch reads them and never changes them.

extension ReleaseCache {
    /// Opens the release in an app's package, a folder that is only read.
    ///
    /// A position is valid only for the server and channel that it came from. For a bundle of another one the head is
    /// nil, so that the first head of this server replaces it.
    func openBundle(
        for endpoint: Endpoint, _ opening: inout Opening, _ trial: ReleaseTrial
    ) -> Opened? {
        do throws(RouteClientError) {
            guard let head = try readHead() else {
                throw RouteClientError(.cacheUnreadable, "\(headPath) is missing", hint: "run `waymark bundle`")
            }
            guard head.app == endpoint.app else {
                throw RouteClientError(
                    .cacheUnreadable, "\(folder) contains a release of the app \(head.app), not of \(endpoint.app)",
                    hint: "run `waymark bundle --app \(endpoint.app)`")
            }
            let isOwn = try readOrigin() == endpoint.folderName
            guard trial.admits(head, isOwn: isOwn) else { return nil }
            // Before the file is mapped, because a process may end while it reads it.
            if opening.compiles || CacheFiles.exists(indexPath(head.digest)) { trial.begins(head.digest) }
            guard let index = try openUnchanging(head, &opening) else { return nil }
            return Opened(index: index, head: isOwn ? head : nil, source: .bundle)
        } catch {
            opening.problems.append(error)
            return nil
        }
    }

    /// The head of a bundle of this server and channel; nil for another one, and for one that cannot be read.
    func ownHead(for endpoint: Endpoint) -> Head? {
        do throws(RouteClientError) {
            return try readOrigin() == endpoint.folderName ? try readHead() : nil
        } catch {
            return nil
        }
    }

    /// Opens the release of a folder that is only read; compiles the body if the index cannot be used, or returns nil and
    /// leaves it to the background.
    private func openUnchanging(
        _ head: Head, _ opening: inout Opening
    ) throws(RouteClientError) -> CompiledIndex? {
        guard !leavesIndex(head.digest, &opening) else { return nil }
        do throws(RouteClientError) {
            if let index = try openIndex(head.digest) { return index }
        } catch {
            opening.problems.append(error)
        }
        guard opening.compiles || !CacheFiles.exists(bodyPath(head.digest)) else {
            opening.isIncomplete = true
            return nil
        }
        guard let body = try CacheFiles.read(bodyPath(head.digest), bytesMax: Limits.bodyBytesMax) else {
            throw RouteClientError(.cacheUnreadable, "\(bodyPath(head.digest)) is missing")
        }
        return try CompiledRelease(body, of: head).index
    }

    /// Opens the cache of the same app and channel under another server's address, for a server that has moved.
    ///
    /// The head is nil, because its position is not valid for this server, whose first head replaces it. The other
    /// cache is not changed, and its problems are not reported.
    func openFromOtherServer(
        _ endpoint: Endpoint, _ opening: inout Opening, _ trial: ReleaseTrial
    ) -> Opened? {
        guard folder.hasSuffix("/" + endpoint.folderName) else { return nil }
        let directory = String(folder.dropLast(endpoint.folderName.count + 1))
        var names: [String] = []
        do throws(RouteClientError) { names = try CacheFiles.names(in: directory) } catch { return nil }
        let others = names.filter { $0 != endpoint.folderName && endpoint.isSameChannel($0) }
        var opened: [(index: CompiledIndex, position: Head.Position)] = []
        for name in others {
            var foreign = Opening(compiles: opening.compiles, provenBytesMax: opening.provenBytesMax)
            if let found = ReleaseCache(folder: "\(directory)/\(name)").openForeign(&foreign, trial) {
                opened.append(found)
            }
            if foreign.isIncomplete { opening.isIncomplete = true }
        }
        guard let latest = opened.max(by: { $0.position < $1.position }) else { return nil }
        return Opened(index: latest.index, head: nil, source: .otherServer)
    }

    private func openForeign(
        _ opening: inout Opening, _ trial: ReleaseTrial
    ) -> (index: CompiledIndex, position: Head.Position)? {
        // Another process may have stored a later release since the head was read.
        for _ in 0..<Limits.openingAttemptsMax {
            do throws(RouteClientError) {
                guard let head = try readHead(), trial.admits(head, isOwn: false),
                    let index = try openUnchanging(head, &opening)
                else { return nil }
                return (index, head.position)
            } catch { continue }
        }
        return nil
    }

    /// The server, app and channel of a bundle's release, as ``Endpoint/folderName``; nil if the file is missing.
    ///
    /// A folder in a cache directory needs no such file, because its name has the same information.
    func readOrigin() throws(RouteClientError) -> String? {
        try CacheFiles.read(originPath, bytesMax: Limits.originBytesMax).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Prepares a folder for a bundle of this endpoint: removes the release of any other one, because positions of
    /// different servers, apps or channels cannot be compared.
    func claim(for endpoint: Endpoint) throws(RouteClientError) {
        try CacheFiles.makeFolder(folder)
        if try readOrigin() == endpoint.folderName { return }
        for name in try CacheFiles.names(in: folder) {
            guard name == "head.json" || name.hasPrefix("body-") || name.hasPrefix("index-") else { continue }
            try CacheFiles.remove("\(folder)/\(name)")
        }
        try CacheFiles.replace(originPath, with: Array(endpoint.folderName.utf8))
    }
}
