import LinkFiles
import RouteIndex
package import RouteModel
package import WebAddress

/// Why a link does or does not open the app on a phone: what the files, the app's rules and the web say, and which of them
/// is wrong.
///
/// A pure function of its input. It cannot see what a device has kept: iOS and Android read the files again only within
/// days.
package struct PhoneDiagnosis: Sendable, Equatable {
    /// Who says something about a link; raw values are stable.
    package enum Surface: String, Sendable, CaseIterable {
        /// The app in whose web view the link is tapped.
        case browser
        /// The system, by the file of the link's host.
        case os
        /// The app, by its rules.
        case app
        /// The host, by the rules and the ladder.
        case web
    }

    /// One step: what a surface does with the link.
    package struct Step: Sendable, Equatable {
        /// Who.
        package var surface: Surface
        /// Whether the link goes on towards the app; of the web, whether there is anything at the address.
        package var isPassed: Bool
        /// What it does and why, in a sentence.
        package var text: String
        /// What a person can do about it; nil where the link goes on, or nothing can be done.
        package var next: String?

        /// A surface that lets the link go on.
        static func passes(_ surface: Surface, _ text: String) -> Step {
            Step(surface: surface, isPassed: true, text: text)
        }

        /// A surface that stops the link, and what to do about it.
        static func stops(_ surface: Surface, _ text: String, next: String?) -> Step {
            Step(surface: surface, isPassed: false, text: text, next: next)
        }
    }

    /// The steps in the order in which they happen; those behind a step that ends the way are told, too.
    package private(set) var steps: [Step] = []
    /// What is wrong; nil if the app opens, or if nothing is wrong but the app is not there.
    package private(set) var wrong: Surface?
    /// Whether the app opens and shows something.
    package private(set) var opens = false
}

extension PhoneDiagnosis {
    /// What is served for a host, and what the app has.
    package struct Sources: Sendable {
        /// The files of the host; nil for one that is absent or that the system refuses.
        var apple: AppleLinkFile?
        var android: AndroidLinkFile?
        var harmony: HarmonyLinkFile?
        /// Apple's identifiers, Android's application IDs and HarmonyOS's identifiers of the app.
        var apps: Set<String>
        /// What the build declares; nil where it is not known.
        var declared: DeclaredLinks?
        /// The rules of the app's build.
        var index: CompiledIndex
        /// The hosts on the web.
        var sites: LinkSites
        /// The address that the app resolves for one that the system gives it.
        var arriving: @Sendable (Address) -> Address = { $0 }
    }

    /// Explains a link on a phone.
    package init(of address: Address, on phone: LinkPhone, _ sources: Sources, at now: Instant) {
        let browser = Self.browser(phone)
        let file = Self.file(address, phone, sources)
        let app = Self.app(sources.arriving(address), phone, sources, now)
        let web = Self.web(address, phone, sources, now)
        steps = [browser, file, app, web].compactMap(\.self)
        let isInstalled = phone.appVersion != nil
        opens = browser == nil && file.isPassed && app.isPassed && isInstalled
        wrong = opens ? nil : Self.wrong(isClosed: browser != nil, isInstalled: isInstalled, file, app, web)
    }

    /// Which surface is wrong: the one that differs from the rules, or the rules if they lack a link that the system gives.
    private static func wrong(
        isClosed: Bool, isInstalled: Bool, _ file: Step, _ app: Step, _ web: Step
    ) -> Surface? {
        if app.isPassed, !file.isPassed { return .os }
        if file.isPassed, !app.isPassed { return .app }
        if !app.isPassed { return web.isPassed ? nil : .web }
        if isInstalled, isClosed { return .browser }
        return web.isPassed ? nil : .web
    }

    private static func browser(_ phone: LinkPhone) -> Step? {
        guard let app = phone.inApp, !app.opensApps(on: phone.os) else { return nil }
        return .stops(
            .browser,
            "the web view of \(app.rawValue) keeps links: the system is not asked, and the page says how to leave",
            next: "open the link in the system's browser, by the menu of that app")
    }

    private static func app(
        _ address: Address, _ phone: LinkPhone, _ sources: Sources, _ now: Instant
    ) -> Step {
        let context = Context(
            platform: phone.platform, source: "universalLink", appVersion: phone.appVersion, osVersion: phone.osVersion)
        let resolution = sources.index.resolve(address.href, context: context, at: now)
        let by = resolution.trail.first.map { "the rule \($0.rule)" } ?? "no rule"
        switch resolution.outcome {
        case .screen(let screen): return .passes(.app, "\(by) shows the screen \(screen.name)")
        case .address(let place): return .passes(.app, "\(by) leads to \(place)")
        case .blocked(let reason):
            return .stops(.app, "\(by) blocks it: \(reason)", next: "change \(by), if the app should open the link")
        case .unmatched:
            return sources.index.matches(address).isEmpty
                ? .stops(.app, "no rule matches", next: "add a rule for the address")
                : .stops(
                    .app, "rules match the address, but their conditions do not hold there",
                    next: "add a rule for this platform and version; `waymark explain` shows each condition")
        case .failed(let failure):
            return .stops(.app, "\(by) fails: \(failure.detail)", next: "correct \(by)")
        }
    }

    private static func web(
        _ address: Address, _ phone: LinkPhone, _ sources: Sources, _ now: Instant
    ) -> Step {
        guard let host = address.host, sources.sites[host] != nil else {
            return .passes(.web, "another server answers \(address.host ?? "this address")")
        }
        let client = LinkClient(os: phone.os, inApp: phone.inApp)
        let request = LinkRequest(path: address.path, query: address.query, client: client)
        guard let answer = WebResponder(sources.sites).answer(request, host: host, at: now, canDraw: true) else {
            return .stops(.web, "there is no answer", next: nil)
        }
        let place = answer.location.map { " to \($0)" } ?? ""
        let text = "without the app a browser gets \(answer.status) (\(answer.kind.rawValue))\(place)"
        if answer.status < 400 { return .passes(.web, text) }
        return .stops(
            .web, text,
            next: answer.kind == .gone
                ? "a rule blocks the link; change it, if people should get something"
                : "add a rule for the address, or set \"web\" or \"stores\" of the host")
    }
}
