package import WebAddress

/// The surfaces of one host: what its pages look like, which apps open its links, and where a link leads without an app.
///
/// Values that are no use for a page are left out, and told as ``problems``.
package struct LinkHost: Sendable, Equatable {
    /// One step of the ladder that a link goes down if no rule leads it to a web address.
    package enum Step: String, Sendable, CaseIterable {
        /// The app, by a tap on a page.
        case app
        /// The same path on the web site.
        case web
        /// The store of the client's system.
        case store
    }

    /// The host in lower case, without a port.
    package let name: String
    /// The app's title on pages; ``name`` if the settings have none.
    package let title: String
    /// The colour of the first button, `#` and six hexadecimal digits; nil for the default.
    package let colour: String?
    /// The https address of the app's icon; nil for none.
    package let icon: Address?
    /// The https address of the picture of previews; nil for none.
    package let image: String?
    /// Apple's application identifiers.
    package let apple: [String]
    /// Android's application IDs, in order of preference.
    package let android: [String]
    /// HarmonyOS's app identifiers.
    package let harmony: [String]
    /// Where the app can be had, by the system.
    package let stores: [Store: Address]
    /// The web site: an origin, which gets the path and the query of the link, or one page with a path.
    package let web: Address?
    /// The host whose links the systems give to the app, too: a tap on a page of this host opens the app there.
    package let secondHost: String?
    /// The host that names this one as its second one; nil for a host of its own.
    ///
    /// Who arrives at a second host has tapped on a page of the first one, and no app opened.
    package let firstHost: String?
    /// Names of query parameters whose values are handed over beside the link.
    package let campaign: [String]
    /// The ladder, each step at most once.
    package let fallback: [Step]
    /// Texts for administrators: each value that was left out, and why.
    package let problems: [String]

    /// The stores by the system of their apps; raw values are the names in settings.
    package enum Store: String, Sendable, CaseIterable {
        case ios, android, harmony
    }
}

extension LinkHost {
    /// The values as the settings have them.
    package struct Values: Sendable {
        /// The app's title, colour and icon, and the picture of previews.
        package var title, colour, icon, image: String?
        /// Apple's application identifiers.
        package var apple: [String] = []
        /// Android's application IDs.
        package var android: [String] = []
        /// HarmonyOS's app identifiers.
        package var harmony: [String] = []
        /// Addresses of the stores by ``LinkHost/Store``.
        package var stores: [String: String] = [:]
        /// The web site and the second host.
        package var web, secondHost: String?
        /// Names of campaign values.
        package var campaign: [String] = []
        /// The ladder's steps by name.
        package var fallback = ["app", "web", "store"]

        /// Makes values without any app or address.
        package init() {}
    }

    /// Reads values.
    ///
    /// - Parameters:
    ///   - name: the host in lower case, without a port.
    ///   - values: the values.
    ///   - firstHost: the host that names this one as its second one.
    package init(_ name: String, _ values: Values, firstHost: String? = nil) {
        var reader = HostValueReader()
        self.name = name
        self.firstHost = firstHost
        title = reader.text(values.title, "title") ?? name
        colour = reader.colour(values.colour)
        icon = reader.address(values.icon, "icon", needsTLS: true)
        image = reader.address(values.image, "image", needsTLS: true)?.href
        apple = values.apple
        android = values.android.filter { reader.isPackage($0) }
        harmony = values.harmony
        var stores: [Store: Address] = [:]
        for (key, text) in values.stores.sorted(by: { $0.key < $1.key }) {
            guard let store = Store(rawValue: key) else {
                reader.problems.append("stores.\(key) is not one of ios, android and harmony")
                continue
            }
            stores[store] = reader.address(text, "stores.\(key)", needsTLS: true)
        }
        self.stores = stores
        web = reader.address(values.web, "web", needsTLS: false)
        campaign = values.campaign
        secondHost = reader.host(values.secondHost, other: name)
        fallback = reader.steps(values.fallback)
        problems = reader.problems
    }

    /// Whether it is the second host of another.
    var isSecond: Bool { firstHost != nil }

    /// Whether an app for a phone is known, or a store of one.
    var hasPhoneApp: Bool { !apple.isEmpty || !android.isEmpty || !harmony.isEmpty || !stores.isEmpty }
}
