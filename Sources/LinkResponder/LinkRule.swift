/// What a rule says about the web, beside its destination; clients do not download it.
package struct LinkRule: Sendable, Equatable {
    /// The title of previews and of the page; nil for the app's.
    package var title: String?
    /// The https address of the picture of previews; nil for the host's.
    package var image: String?
    /// The ladder; nil for the host's.
    package var fallback: [LinkHost.Step]?
    /// Whether its redirects are permanent (301), so that browsers keep them for five minutes.
    package var isPermanent: Bool

    /// Makes a rule's values.
    package init(
        title: String? = nil, image: String? = nil, fallback: [LinkHost.Step]? = nil, isPermanent: Bool = false
    ) {
        self.title = title
        self.image = image
        self.fallback = fallback
        self.isPermanent = isPermanent
    }
}
