import Digests
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
    func openBundle(_ problems: inout [RouteClientError]) -> Opened? {
        do throws(RouteClientError) {
            guard let head = try readHead() else {
                throw RouteClientError(.cacheUnreadable, "\(headPath) is missing", hint: "run `waymark bundle`")
            }
            do throws(RouteClientError) {
                if let index = try openIndex(head.digest) { return Opened(index: index, head: head, source: .bundle) }
            } catch {
                // An older format: the body beside it serves until the next build.
                problems.append(error)
            }
            guard let body = try CacheFiles.read(bodyPath(head.digest), bytesMax: Limits.bodyBytesMax) else {
                throw RouteClientError(.cacheUnreadable, "\(bodyPath(head.digest)) is missing")
            }
            return Opened(index: try CompiledRelease(body, digest: head.digest).index, head: head, source: .bundle)
        } catch {
            problems.append(error)
            return nil
        }
    }

    /// What the same app and channel left under another server's address, as when a server moves.
    ///
    /// Without its position, which says nothing about this server: the first head wins. Nothing is written there, and
    /// damage there is not this client's to report.
    func openFromOtherServer(_ endpoint: Endpoint) -> Opened? {
        guard folder.hasSuffix("/" + endpoint.folderName) else { return nil }
        let directory = String(folder.dropLast(endpoint.folderName.count + 1))
        var ignored: [RouteClientError] = []
        var names: [String] = []
        do throws(RouteClientError) { names = try CacheFiles.names(in: directory) } catch { return nil }
        let others = names.filter { $0 != endpoint.folderName && endpoint.isSameChannel($0) }
        let opened = others.compactMap { ReleaseCache(folder: "\(directory)/\($0)").openBundle(&ignored) }
        guard let latest = opened.max(by: { ($0.head?.position ?? .zero) < ($1.head?.position ?? .zero) }) else {
            return nil
        }
        return Opened(index: latest.index, head: nil, source: .otherServer)
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
        guard hex(index.digest) == digest else {
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

extension Head.Position {
    /// Before every position that a server gives.
    fileprivate static let zero = Head.Position(epoch: 0, sequence: 0)
}
