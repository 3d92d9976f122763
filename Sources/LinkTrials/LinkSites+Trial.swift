package import LinkResponder
import LinkServing
package import RouteDocuments
package import RouteIndex

extension LinkSites {
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
