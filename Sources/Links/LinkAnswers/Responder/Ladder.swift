import RouteDocuments
import RouteModel
import WebAddress

/// The steps that a link goes down if no rule leads it to a web address, for one client.
struct Ladder {
    /// What the first possible step gives.
    enum Answer: Equatable {
        /// A page that opens the app by a tap.
        case openPage
        /// A page that says how to leave the in-app browser.
        case inAppPage
        /// A page with a code for a phone.
        case scanPage
        /// The web site.
        case web(String)
        /// The store of the system.
        case store(String)
        /// Nothing is possible.
        case nothing
    }

    let site: LinkSite
    let sites: LinkSites
    let client: LinkClient
    let target: LinkTarget
    let steps: [LinkFallback]

    init(_ site: LinkSite, _ sites: LinkSites, _ client: LinkClient, _ target: LinkTarget, _ found: FoundRule) {
        self.site = site
        self.sites = sites
        self.client = client
        self.target = target
        steps = found.fallback ?? site.host.fallback
    }

    /// The first possible step.
    var answer: Answer {
        for step in steps {
            switch step {
            case .app:
                guard hasApp, !site.host.isSecond else { continue }
                if client.agent.inApp != nil { return .inAppPage }
                if open != nil || storeNumber != nil { return .openPage }
            case .web:
                if let web { return .web(web) }
            case .store:
                guard let store else { continue }
                return isClosed ? .inAppPage : .store(store)
            }
        }
        guard site.host.hasPhoneApp, steps.contains(where: { $0 != .web }) else { return .nothing }
        return system == nil ? .scanPage : client.agent.inApp == nil ? .openPage : .inAppPage
    }

    /// The phone system; nil for PCs and for systems that are not known.
    var system: LinkStore? {
        switch client.agent.os {
        case .ios: .ios
        case .android: .android
        case .harmony: .harmony
        case .windows, .macos, .linux, nil: nil
        }
    }

    /// Whether the client's system has an app of the host.
    var hasApp: Bool {
        switch system {
        case .ios: !site.host.surface.apple.isEmpty
        case .android: !site.host.android.isEmpty
        case .harmony: !site.host.surface.harmony.isEmpty
        case nil: false
        }
    }

    /// Whether it is an in-app browser that opens no other app.
    var isClosed: Bool { client.agent.inApp.map { InAppWords($0).isClosed(on: client.agent.os) } ?? false }

    /// The address that opens the app by a tap; nil if there is none.
    var open: String? {
        guard hasApp, !isClosed, !site.host.isSecond else { return nil }
        if system == .android, let package = site.host.android.first {
            return target.intent(package, fallback: client.isFirefox ? nil : afterApp)
        }
        // iOS and HarmonyOS open an app for the links of another host than that of the page.
        return site.host.surface.secondHost.map { target.on(host: $0) }
    }

    /// The address of the first step behind the app.
    private var afterApp: String? {
        let rest = steps.drop { $0 != .app }.dropFirst()
        return rest.lazy.compactMap { $0 == .web ? web : $0 == .store ? store : nil }.first
    }

    /// The link on the web site; nil without a site, and if the site is a served host, which would answer with a page or a
    /// redirect back.
    var web: String? {
        guard let web = site.host.web, let host = web.host, sites[host] == nil else { return nil }
        // A site with a path is one page for all links, which is told the link.
        guard web.path == "/", web.query == nil else { return Self.adding(handover, to: web).href }
        return String(web.withFragment(nil).href.dropLast()) + target.suffix
    }

    /// The store of the client's system; nil without one.
    ///
    /// Google Play hands `referrer` over to the app after the installation
    /// (<https://developer.android.com/google/play/installreferrer>), so that the app opens the link at its first start.
    var store: String? {
        guard let store = system.flatMap({ site.host.stores[$0] }) else { return nil }
        guard store.host == "play.google.com", store.query?.contains("referrer=") != true,
            let handover
        else { return store.href }
        return Self.adding("referrer=\(PercentEncoding.encode(handover, .component))", to: store).href
    }

    /// On iOS, the app's number in Apple's store, for the banner of Safari, which opens the app; nil if it is not known.
    ///
    /// It is the number of `id1234567890`, the last part of the address.
    var storeNumber: String? {
        guard system == .ios, hasApp,
            let part = site.host.stores[.ios]?.path.split(separator: "/").last
        else { return nil }
        let digits = part.dropFirst(2)
        let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return part.hasPrefix("id") && isNumber && (1...20).contains(digits.utf8.count) ? String(digits) : nil
    }

    /// What a place that does not get the link's own path is given, as a form (client.md C9): `link` with the link, and the
    /// campaign values that the host names; nil if there is neither.
    private var handover: String? {
        var values: [(String, String)] = []
        if target.href.utf8.count <= LinkPageLimits.handedBytes { values.append(("link", target.href)) }
        let items = target.address.query.map { FormURLEncoded.items($0) } ?? []
        for name in site.host.surface.campaign {
            guard let value = items.first(where: { $0.name.utf8.elementsEqual(name.utf8) })?.value,
                value.utf8.count <= LinkPageLimits.campaignBytes
            else { continue }
            values.append((name, value))
        }
        return values.isEmpty ? nil : FormURLEncoded.serialize(values)
    }

    private static func adding(_ query: String?, to address: Address) -> Address {
        guard let query else { return address }
        return address.withQuery((address.query.map { $0.isEmpty ? "" : $0 + "&" } ?? "") + query)
    }
}
