package import CanonicalJSON
package import RouteModel

/// What the settings of a draft say about links that an operating system or a browser opens (language.md section 10).
///
/// Releases keep it beside the body: clients do not download it.
package struct LinkSettings: Sendable, Equatable {
    /// What is served at each host, by its name.
    package var surfaces: [String: SurfaceSettings] = [:]
    /// What rules without their own values have.
    package var page = LinkPage()

    /// Makes settings.
    package init(surfaces: [String: SurfaceSettings] = [:], page: LinkPage = LinkPage()) {
        self.surfaces = surfaces
        self.page = page
    }
}

/// What is served at a host.
package struct SurfaceSettings: Sendable, Equatable {
    /// An app of Android.
    package struct AndroidApp: Sendable, Equatable {
        /// The application ID.
        package var package: String
        /// SHA-256 of its certificates: 32 pairs of capital hexadecimal digits with `:` between.
        package var fingerprints: [String]

        /// Makes an app.
        package init(package: String, fingerprints: [String]) {
            self.package = package
            self.fingerprints = fingerprints
        }
    }

    /// Apple's application identifiers, in order of preference.
    package var apple: [String] = []
    /// Apps of Android, in order of preference.
    package var android: [AndroidApp] = []
    /// HarmonyOS's app identifiers, in order of preference.
    package var harmony: [String] = []
    /// The address in a store by operating system.
    package var stores: [LinkStore: String] = [:]
    /// Where a link leads in a browser, if its rule says nothing else.
    package var web: String?
    /// Another host of the app: a tap on a page of this host opens the app there.
    package var secondHost: String?
    /// The colour of the first button of pages, `#` and six hexadecimal digits.
    package var colour: String?
    /// The address of the app's icon.
    package var icon: String?
    /// Names of query parameters whose values are handed over beside the link, such as `utm_source`.
    package var campaign: [String] = []
    /// Path patterns that the systems give to apps; nil for those that follow from the rules.
    package var claim: [String]?
    /// Path patterns that the systems never give to apps.
    package var never: [String] = []

    /// Makes a host without apps.
    package init() {}
}

/// An operating system with a store of apps.
package enum LinkStore: String, Sendable, CaseIterable {
    case android, harmony, ios
}

/// A way on for a link where the app does not open it.
package enum LinkFallback: String, Sendable, CaseIterable {
    /// A page with a button that opens the app.
    case app
    /// The surface's address on the web.
    case web
    /// The store of the client's system.
    case store
}

/// What browsers and previews of chat apps show for a link.
package struct LinkPage: Sendable, Equatable {
    /// The title; nil for none.
    package var title: String?
    /// A sentence below the title of previews; nil for none.
    package var description: String?
    /// The address of a picture; nil for none.
    package var image: String?
    /// The ways on, in their order; nil for the default.
    package var fallback: [LinkFallback]?
    /// Whether browsers may keep the redirect (301); of rules that redirect only.
    package var isPermanent: Bool

    /// Makes a page.
    package init(
        title: String? = nil, description: String? = nil, image: String? = nil, fallback: [LinkFallback]? = nil,
        isPermanent: Bool = false
    ) {
        self.title = title
        self.description = description
        self.image = image
        self.fallback = fallback
        self.isPermanent = isPermanent
    }
}

// MARK: Texts

extension Settings {
    /// What they say about links.
    package var links: LinkSettings {
        guard !linkText.isEmpty else { return LinkSettings() }
        return Decoded.reading(linkText) { decoder, root in decoder.links(root) }.value ?? LinkSettings()
    }
}

extension Rule {
    /// What browsers and previews show for its links.
    package var page: LinkPage {
        guard !linkText.isEmpty else { return LinkPage() }
        return Decoded.reading(linkText) { decoder, root in decoder.page(root) }.value ?? LinkPage()
    }
}

extension LinkSettings {
    /// The members of settings as JSON; defaults are left out.
    var json: JSONValue {
        var members = page.members
        if !surfaces.isEmpty { members["surfaces"] = .object(surfaces.mapValues { $0.json }) }
        return .object(members)
    }
}

extension LinkPage {
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if let title { members["title"] = .string(title) }
        if let description { members["description"] = .string(description) }
        if let image { members["image"] = .string(image) }
        if let fallback { members["fallback"] = .texts(fallback.map { $0.rawValue }) }
        if isPermanent { members["permanent"] = true }
        return members
    }

    /// The members of a rule or of settings as JSON; defaults are left out.
    package var json: JSONValue { .object(members) }
}

extension SurfaceSettings {
    /// The surface as JSON; defaults are left out.
    package var json: JSONValue {
        var members: [String: JSONValue] = [:]
        if !apple.isEmpty { members["apple"] = .array(apple.map { ["appID": .string($0)] }) }
        if !android.isEmpty {
            members["android"] = .array(
                android.map { ["package": .string($0.package), "sha256": .texts($0.fingerprints)] })
        }
        if !harmony.isEmpty { members["harmony"] = .texts(harmony) }
        if !stores.isEmpty {
            members["stores"] = .object(
                Dictionary(uniqueKeysWithValues: stores.map { ($0.key.rawValue, .string($0.value)) }))
        }
        if let web { members["web"] = .string(web) }
        if let secondHost { members["secondHost"] = .string(secondHost) }
        if let colour { members["colour"] = .string(colour) }
        if let icon { members["icon"] = .string(icon) }
        if !campaign.isEmpty { members["campaign"] = .texts(campaign) }
        if let claim { members["claim"] = .texts(claim) }
        if !never.isEmpty { members["never"] = .texts(never) }
        return .object(members)
    }
}
