package import LinkResponder
package import RouteIndex

/// What a public release says about the web: its compiled rules, and what is frozen beside the body.
package struct LinkRelease: Sendable {
    /// The compiled index.
    package var index: CompiledIndex
    /// The values of each host in `settings.surfaces`.
    package var surfaces: [String: LinkHost.Values]
    /// The values of rules by their id.
    package var rules: [String: LinkRule]

    /// Makes the values of a release.
    package init(index: CompiledIndex, surfaces: [String: LinkHost.Values], rules: [String: LinkRule] = [:]) {
        self.index = index
        self.surfaces = surfaces
        self.rules = rules
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
            guard let release = releases[app], let values = release.surfaces[name] else { continue }
            let host = LinkHost(name, values)
            guard let second = host.secondHost, owners[second] == app else { continue }
            sites.append(
                LinkSite(
                    LinkHost(second, values, firstHost: name), index: release.index, rules: release.rules))
        }
        let seconds = Set(sites.map(\.host.name))
        for (name, app) in owners where !seconds.contains(name) {
            guard let release = releases[app], var values = release.surfaces[name] else { continue }
            // A second host that the app does not own would be a stranger's.
            if let second = values.secondHost, owners[second] != app { values.secondHost = nil }
            sites.append(LinkSite(LinkHost(name, values), index: release.index, rules: release.rules))
        }
        self.init(sites)
    }
}
