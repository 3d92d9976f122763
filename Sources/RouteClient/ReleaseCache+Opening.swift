import RouteIndex
import RouteModel

extension ReleaseCache {
    /// Finds the release to start with, and collects what was wrong on the way.
    ///
    /// In this order: the index that the head names, mapped; the body that the head names, compiled again; without a
    /// usable head the newest body that proves itself. The lock is not needed: files are replaced whole.
    func open(_ problems: inout [RouteClientError]) -> Opened? {
        var tried: String?
        for _ in 0..<Limits.openingAttemptsMax {
            var head: Head?
            do throws(RouteClientError) { head = try readHead() } catch { problems.append(error) }
            guard let head else { break }
            if let opened = open(head, &problems) { return opened }
            // Another process may have put a later release between reading the head and its files.
            if tried == head.digest { break }
            tried = head.digest
        }
        return openOrphan(&problems)
    }

    /// The release of an app's package, which nobody may write to.
    ///
    /// A position says something only about the channel and the server it came from: of another's release it is left
    /// out, so that the first head wins.
    func openBundle(for endpoint: Endpoint, _ problems: inout [RouteClientError]) -> Opened? {
        do throws(RouteClientError) {
            guard let head = try readHead() else {
                throw RouteClientError(.cacheUnreadable, "\(headPath) is missing", hint: "run `waymark bundle`")
            }
            guard head.app == endpoint.app else {
                throw RouteClientError(
                    .cacheUnreadable, "\(folder) holds a release of the app \(head.app), not of \(endpoint.app)",
                    hint: "run `waymark bundle --app \(endpoint.app)`")
            }
            var opened = Opened(
                index: try openUnchanging(head, &problems), head: head, source: .bundle)
            if try readOrigin() != endpoint.folderName { opened.head = nil }
            return opened
        } catch {
            problems.append(error)
            return nil
        }
    }

    /// The release of a folder that is only read, of an older format from its body.
    private func openUnchanging(
        _ head: Head, _ problems: inout [RouteClientError]
    ) throws(RouteClientError) -> CompiledIndex {
        do throws(RouteClientError) {
            if let index = try openIndex(head.digest) { return index }
        } catch {
            problems.append(error)
        }
        guard let body = try CacheFiles.read(bodyPath(head.digest), bytesMax: Limits.bodyBytesMax) else {
            throw RouteClientError(.cacheUnreadable, "\(bodyPath(head.digest)) is missing")
        }
        return try CompiledRelease(body, of: head).index
    }

    /// What the same app and channel left under another server's address, as when a server moves.
    ///
    /// Without its position, which says nothing about this server: the first head wins. Nothing is written there, and
    /// damage there is not this client's to report.
    func openFromOtherServer(_ endpoint: Endpoint) -> Opened? {
        guard folder.hasSuffix("/" + endpoint.folderName) else { return nil }
        let directory = String(folder.dropLast(endpoint.folderName.count + 1))
        var names: [String] = []
        do throws(RouteClientError) { names = try CacheFiles.names(in: directory) } catch { return nil }
        let others = names.filter { $0 != endpoint.folderName && endpoint.isSameChannel($0) }
        let opened = others.compactMap { ReleaseCache(folder: "\(directory)/\($0)").openForeign() }
        guard let latest = opened.max(by: { $0.position < $1.position }) else { return nil }
        return Opened(index: latest.index, head: nil, source: .otherServer)
    }

    private func openForeign() -> (index: CompiledIndex, position: Head.Position)? {
        var ignored: [RouteClientError] = []
        // Its own process may put a later release between reading the head and its files.
        for _ in 0..<Limits.openingAttemptsMax {
            do throws(RouteClientError) {
                guard let head = try readHead() else { return nil }
                return (try openUnchanging(head, &ignored), head.position)
            } catch { continue }
        }
        return nil
    }

    /// The release of a head, from its index or else from its body.
    private func open(_ head: Head, _ problems: inout [RouteClientError]) -> Opened? {
        do throws(RouteClientError) {
            if let index = try openIndex(head.digest) { return Opened(index: index, head: head, source: .index) }
        } catch {
            problems.append(error)
        }
        do throws(RouteClientError) {
            guard let index = try rebuild(head.digest, &problems) else { return nil }
            return Opened(index: index, head: head, source: .body)
        } catch {
            problems.append(error)
            return nil
        }
    }

    private func openIndex(_ digest: String) throws(RouteClientError) -> CompiledIndex? {
        let path = indexPath(digest)
        guard let bytes = try CacheFiles.map(path, bytesMax: Limits.indexBytesMax) else { return nil }
        let index: CompiledIndex
        do throws(IndexError) { index = try CompiledIndex(bytes) } catch {
            throw RouteClientError(.cacheUnreadable, "\(path): \(error)", hint: "it is made again from the body")
        }
        guard index.hexDigest == digest else {
            throw RouteClientError(.cacheUnreadable, "\(path) belongs to another body")
        }
        return index
    }

    /// Compiles the kept body once more and keeps the result; that it cannot be kept is only reported.
    private func rebuild(
        _ digest: String, _ problems: inout [RouteClientError]
    ) throws(RouteClientError) -> CompiledIndex? {
        guard let body = try CacheFiles.read(bodyPath(digest), bytesMax: Limits.bodyBytesMax) else { return nil }
        let compiled = try CompiledRelease(body, digest: digest)
        do throws(RouteClientError) { try storeIndex(compiled.bytes, digest: digest) } catch { problems.append(error) }
        return compiled.index
    }

    /// Without a head: an update may have been killed before its very first head, or the head's file was damaged.
    private func openOrphan(_ problems: inout [RouteClientError]) -> Opened? {
        var names: [String] = []
        do throws(RouteClientError) { names = try CacheFiles.names(in: folder) } catch { problems.append(error) }
        var best: CompiledIndex?
        for name in names where name.hasPrefix("body-") && name.hasSuffix(".json") {
            let digest = String(name.dropFirst("body-".count).dropLast(".json".count))
            do throws(RouteClientError) {
                guard let index = try rebuild(digest, &problems) else { continue }
                if index.version > best?.version ?? 0 { best = index }
            } catch {
                problems.append(error)
            }
        }
        return best.map { Opened(index: $0, head: nil, source: .body) }
    }
}
