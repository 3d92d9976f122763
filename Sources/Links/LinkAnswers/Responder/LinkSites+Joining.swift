package import RouteDocuments
package import RouteIndex

/// What a public release says about the web: its compiled rules, and what is frozen beside the body.
package struct LinkRelease: Sendable {
    let index: CompiledIndex
    /// What the settings say of hosts, and for all rules.
    let links: LinkSettings
    /// What rules say, by their ids.
    let pages: [String: LinkPage]

    /// Makes a release of its parts.
    package init(index: CompiledIndex, links: LinkSettings, pages: [String: LinkPage] = [:]) {
        self.index = index
        self.links = links
        self.pages = pages
    }

    /// Takes what a release keeps beside its body.
    package init(_ surfaces: ReleaseSurfaces, index: CompiledIndex) {
        self.init(index: index, links: surfaces.links, pages: surfaces.pages)
    }

    /// The site of a host.
    fileprivate func site(_ name: String, _ surface: SurfaceSettings, firstHost: String? = nil) -> LinkSite {
        LinkSite(LinkHost(name, surface, links.page, firstHost: firstHost), index: index, rules: pages)
    }
}

extension LinkSites {
    /// The sites of hosts from their owners' releases.
    ///
    /// A host is served if its app has a public release with surfaces for it, or if it is the second host of another host
    /// of that app. Surfaces of hosts that belong to another app have no effect.
    ///
    /// - Parameters:
    ///   - owners: the app of each host, from `PUT /v1/hosts/{host}`.
    ///   - releases: the release that the public `production` of each app points at.
    package init(owners: [String: String], releases: [String: LinkRelease]) {
        var sites: [LinkSite] = []
        // Sorted, so that of two hosts with one second host always the same one has it.
        for (name, app) in owners.sorted(by: { $0.key > $1.key }) {
            guard let release = releases[app], let surface = release.links.surfaces[name],
                let second = surface.secondHost, owners[second] == app
            else { continue }
            sites.append(release.site(second, surface, firstHost: name))
        }
        let seconds = Set(sites.map(\.host.name))
        for (name, app) in owners where !seconds.contains(name) {
            guard let release = releases[app], var surface = release.links.surfaces[name] else { continue }
            // A second host that the app does not own would be a stranger's.
            if let second = surface.secondHost, owners[second] != app { surface.secondHost = nil }
            sites.append(release.site(name, surface))
        }
        self.init(sites)
    }

    /// The hosts of a release as they would be served if all of them belonged to its app, and to no other.
    package init(trying surfaces: ReleaseSurfaces, index: CompiledIndex) {
        let hosts = surfaces.links.surfaces
        let names = Set(hosts.keys).union(hosts.values.compactMap(\.secondHost))
        let app = "trial"
        self.init(
            owners: Dictionary(uniqueKeysWithValues: names.map { ($0, app) }),
            releases: [app: LinkRelease(surfaces, index: index)])
    }
}
