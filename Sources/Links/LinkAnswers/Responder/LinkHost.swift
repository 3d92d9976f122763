package import RouteDocuments
package import WebAddress

/// One host as its links are answered: what its pages look like, which apps open its links, and where a link leads without
/// an app.
package struct LinkHost: Sendable, Equatable {
    /// The host in lower case, without a port.
    let name: String
    /// The app's title on pages; ``name`` if the settings have none.
    package let title: String
    /// The https address of the app's icon; nil for none.
    package let icon: Address?
    /// The sentence below the title of previews; nil for none.
    let description: String?
    /// The https address of the picture of previews; nil for none.
    package let image: String?
    /// Android's application IDs, in order of preference.
    package let android: [String]
    /// Where the app can be had, by the system.
    package let stores: [LinkStore: Address]
    /// The web site: an origin, which gets the path and the query of the link, or one page with a path.
    package let web: Address?
    /// The host that names this one as its second one; nil for a host of its own.
    ///
    /// Who arrives at a second host has tapped on a page of the first one, and no app opened.
    package let firstHost: String?
    /// The ladder that a link goes down if no rule leads it to a web address.
    package let fallback: [LinkFallback]
    /// What the settings say of the host, as they were checked when they were read.
    package let surface: SurfaceSettings

    /// Makes a host of what the settings say.
    ///
    /// - Parameters:
    ///   - name: the host in lower case, without a port.
    ///   - surface: what they say of the host.
    ///   - page: what they say for all rules.
    ///   - firstHost: the host that names this one as its second one.
    package init(_ name: String, _ surface: SurfaceSettings, _ page: LinkPage = LinkPage(), firstHost: String? = nil) {
        self.name = name
        self.surface = surface
        self.firstHost = firstHost
        title = Self.line(page.title) ?? name
        icon = Self.secure(surface.icon)
        description = page.description
        image = Self.secure(page.image)?.href
        android = surface.android.map(\.package).filter { !$0.isEmpty }
        stores = surface.stores.compactMapValues(Self.secure)
        web = surface.web.flatMap { try? Address($0) }
        fallback = page.fallback ?? LinkFallback.allCases
    }

    /// Whether it is the second host of another.
    var isSecond: Bool { firstHost != nil }

    /// Whether an app for a phone is known, or a store of one.
    var hasPhoneApp: Bool {
        !surface.apple.isEmpty || !android.isEmpty || !surface.harmony.isEmpty || !stores.isEmpty
    }

    /// A text without control characters, cut at ``LinkPageLimits/titleCharacters``; nil if nothing is left.
    static func line(_ text: String?) -> String? {
        let clean = (text ?? "").unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        let cut = String(String(String.UnicodeScalarView(clean)).prefix(LinkPageLimits.titleCharacters))
        return cut.isEmpty ? nil : cut
    }

    /// An https address, which a page may load or lead to from a secure one; nil for others.
    private static func secure(_ text: String?) -> Address? {
        guard let text, let address = try? Address(text), address.scheme == "https" else { return nil }
        return address
    }
}
