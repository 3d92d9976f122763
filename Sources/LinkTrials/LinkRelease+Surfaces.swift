import LinkResponder
package import LinkServing
package import RouteDocuments
package import RouteIndex

extension LinkRelease {
    /// What a release keeps beside its body, as the responder reads it.
    package init(_ surfaces: ReleaseSurfaces, index: CompiledIndex) {
        self.init(
            index: index,
            surfaces: surfaces.links.surfaces.mapValues { LinkHost.Values($0, surfaces.links.page) },
            rules: surfaces.pages.mapValues { LinkRule($0) })
    }
}

extension LinkHost.Values {
    /// The surface of a host, and what the settings say for all rules.
    fileprivate init(_ surface: SurfaceSettings, _ page: RouteDocuments.LinkPage) {
        self.init()
        title = page.title
        image = page.image
        colour = surface.colour
        icon = surface.icon
        apple = surface.apple
        android = surface.android.map(\.package)
        harmony = surface.harmony
        stores = Dictionary(uniqueKeysWithValues: surface.stores.map { ($0.key.rawValue, $0.value) })
        web = surface.web
        secondHost = surface.secondHost
        campaign = surface.campaign
        if let ways = page.fallback { fallback = ways.map(\.rawValue) }
    }
}

extension LinkRule {
    /// What a rule says beside its destination.
    fileprivate init(_ page: RouteDocuments.LinkPage) {
        self.init(
            title: page.title, image: page.image,
            fallback: page.fallback.map { ways in ways.compactMap { LinkHost.Step(rawValue: $0.rawValue) } },
            isPermanent: page.isPermanent)
    }
}
