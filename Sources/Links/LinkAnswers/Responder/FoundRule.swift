import RouteDocuments
import RouteModel

/// What the rules on a link's way say about the web: of each value the first one.
struct FoundRule {
    /// The id of the rule that the link matched; nil if none did.
    let id: String?
    /// The number of the release.
    let release: Int
    /// The title; nil if no rule has one.
    let title: String?
    /// The sentence below the title of previews; nil if no rule has one.
    let description: String?
    /// The picture; nil if no rule has one.
    let image: String?
    /// The ladder; nil if no rule has one.
    let fallback: [LinkFallback]?
    /// Whether all redirects on the way are permanent.
    let isPermanent: Bool
    /// Whether a rule has something of its own for previews.
    let hasPreview: Bool

    init(_ resolution: Resolution, _ site: LinkSite) {
        release = Int(resolution.version)
        id = resolution.firstRule
        guard !site.rules.isEmpty else {
            (title, description, image, fallback, isPermanent, hasPreview) = (nil, nil, nil, nil, false, false)
            return
        }
        let values = resolution.trail.map { site.rules[$0.rule] }
        title = values.lazy.compactMap { $0?.title }.first
        description = values.lazy.compactMap { $0?.description }.first
        image = values.lazy.compactMap { $0?.image }.first
        fallback = values.lazy.compactMap { $0?.fallback }.first
        isPermanent = !values.isEmpty && values.allSatisfy { $0?.isPermanent == true }
        hasPreview = title != nil || description != nil || image != nil
    }
}
