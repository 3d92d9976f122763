package import DataPlane
import HTTPExchange
package import HTTPWire
import LinkResponder
package import LinkServing
import LinkStore
package import ReleaseStore
import RouteDocuments
package import StoreRecords
import Synchronization

/// The link files of all hosts, in memory, as the public releases of the channel `production` have them; it also tells the
/// responder of links which hosts there are.
///
/// A host without a public release has no files: then nothing is answered here.
package final class HostedFiles: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let state = Mutex(State())
    private let paths: [(path: [UInt8], kind: LinkFileKind)]

    private struct Host {
        let app: String
        let version: Int
        let files: [LinkFileKind: LinkFile]
    }

    private struct State {
        var hosts: [String: Host] = [:]
        /// What the apps of these hosts serve.
        var releases: [String: LinkRelease] = [:]
        var links: LoopLinks?

        var sites: LinkSites { LinkSites(owners: hosts.mapValues(\.app), releases: releases) }
    }

    /// Makes an empty table; ``load(_:serving:)`` fills it.
    package init(store: any RuleStore, snapshots: SnapshotSource) {
        self.store = store
        self.snapshots = snapshots
        paths = LinkFileKind.allCases.map { (Array($0.path.utf8), $0) }
    }

    /// Tells a responder of links which hosts there are, now and after each change.
    ///
    /// Call it when all apps are loaded: each change reads all hosts.
    package func join(_ links: LoopLinks) {
        links.replace(
            state.withLock { state in
                state.links = links
                return state.sites
            })
    }

    /// How many hosts have files.
    package var count: Int { state.withLock { $0.hosts.count } }

    /// Reads the files of an app's hosts; the next request sees them.
    ///
    /// Calls for one app must not overlap.
    ///
    /// - Parameters:
    ///   - app: The app; one that was deleted has no hosts.
    ///   - version: The release that its channel `production` serves without a token; nil if there is none.
    /// - Throws: The failure of a read; the files stay as they were.
    package func load(_ app: String, serving version: Int?) throws(StoreError) {
        let names: [String]
        do throws(StoreError) { names = version == nil ? [] : try store.hosts(of: app).map(\.name) } catch {
            guard error.code == .notFound else { throw error }
            return replace([:], nil, of: app)
        }
        guard let version, !names.isEmpty else { return replace([:], nil, of: app) }
        let known = state.withLock { state in
            names.allSatisfy { state.hosts[$0]?.app == app && state.hosts[$0]?.version == version }
                && state.hosts.values.count { $0.app == app } == names.count
        }
        if known { return }
        guard let document = try store.releaseSurfaces(app, version), let surfaces = ReleaseSurfaces(document: document)
        else { return replace([:], nil, of: app) }
        let release = try snapshots.index(of: app, version).map { LinkRelease(surfaces, index: $0) }
        var fresh: [String: Host] = [:]
        for name in names {
            guard let files = surfaces.files[name] else { continue }
            let made = LinkFileKind.allCases.map { ($0, LinkFile($0.bytes(files))) }
            fresh[name] = Host(app: app, version: version, files: Dictionary(made) { first, _ in first })
        }
        replace(fresh, release, of: app)
    }

    private func replace(_ fresh: [String: Host], _ release: LinkRelease?, of app: String) {
        let change = state.withLock { state -> (LoopLinks, LinkSites)? in
            state.hosts = state.hosts.filter { $0.value.app != app || fresh[$0.key] != nil }
            state.hosts.merge(fresh) { _, new in new }
            let before = state.releases.removeValue(forKey: app)
            state.releases[app] = fresh.isEmpty ? nil : release
            guard let links = state.links, before != nil || state.releases[app] != nil else { return nil }
            return (links, state.sites)
        }
        if let (links, sites) = change { links.replace(sites) }
    }

    /// The answer to a GET or HEAD for a link file, on an event loop; nil for other paths and for hosts without files.
    package func answer(_ view: borrowing RequestView) -> PreparedResponse? {
        for entry in paths where view.matches(view.head.path, bytes: entry.path) {
            guard let field = view.first(.host), !view.isRepeated(.host) else { return nil }
            guard let file = file(entry.kind, of: view.text(field)) else { return nil }
            return file.answer(ifNoneMatch: view.first(.ifNoneMatch).map { view.text($0) })
        }
        return nil
    }

    /// The file of a host, which is given as the field `Host` has it.
    package func file(_ kind: LinkFileKind, of field: String) -> LinkFile? {
        let name = field.lowercased().prefix { $0 != ":" }
        // A final dot marks a complete name (RFC 1034 section 3.1); it is the same host.
        let key = String(name.hasSuffix(".") ? name.dropLast() : name)
        return state.withLock { $0.hosts[key]?.files[kind] }
    }
}
