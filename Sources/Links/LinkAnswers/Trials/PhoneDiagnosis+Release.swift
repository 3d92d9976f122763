package import LinkFiles
import RouteAnalysis
package import RouteDocuments
package import RouteIndex

extension PhoneDiagnosis.Sources {
    /// What a release says about a host.
    ///
    /// - Parameters:
    ///   - surfaces: What the release keeps beside its body.
    ///   - index: Its compiled rules.
    ///   - host: The host of the link; one without surfaces, which is no second host, has no files.
    ///   - declared: What the build declares; nil where it is not known.
    package init(
        _ surfaces: ReleaseSurfaces, index: CompiledIndex, host: String, declared: DeclaredLinks? = nil
    ) {
        let files = surfaces.files[host]
        let settings = surfaces.links.source(of: host).flatMap { surfaces.links.surfaces[$0] } ?? SurfaceSettings()
        self.init(
            apple: files.flatMap { AppleLinkFile.read($0.apple).file },
            android: files.flatMap { AndroidLinkFile.read($0.android).file },
            harmony: files.flatMap { HarmonyLinkFile.read($0.harmony).file },
            apps: Set(settings.apple + settings.android.map(\.package) + settings.harmony), declared: declared,
            index: index, sites: LinkSites(trying: surfaces, index: index), arriving: surfaces.links.arriving)
    }
}
