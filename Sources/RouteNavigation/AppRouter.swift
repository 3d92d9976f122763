public import RouteModel
import WebAddress

/// The router of an app: asks the rules where an address leads, checks what the app allows, and goes there.
///
/// Resolving is separate from going: `destination(of:from:)` only answers. There is no global instance; make one in
/// the app's composition and hand it to whoever needs it.
@MainActor
public final class AppRouter: AppRouting {
    /// Where the rules come from.
    public let routes: any AddressResolving
    /// The app's screens.
    public let screens: ScreenRegistry
    /// What the app allows beyond its screens.
    public let policy: RoutingPolicy
    /// The app's feature switches; nil turns every feature off.
    public weak var features: (any FeatureToggleStore)?
    /// Asked in order, before a new screen is made, whether the display already holds the one asked for.
    public var switchers: [any ContextSwitching] = []
    /// Told about every attempt, such as for counting; called after it ended.
    public var onOutcome: (@MainActor (String?, LinkKind, RouteOutcome) -> Void)?

    private let host: any NavigationHost
    private var paths: PathTable

    /// Makes a router over rules, screens and a display.
    public init(
        routes: any AddressResolving, screens: ScreenRegistry, host: any NavigationHost,
        policy: RoutingPolicy = RoutingPolicy(), paths: PathOptions = PathOptions()
    ) {
        self.routes = routes
        self.screens = screens
        self.host = host
        self.policy = policy
        self.paths = PathTable(paths)
    }

    /// Registers who takes people to a path of the app; the server's rules come first.
    @discardableResult
    public func register(path: String, navigator: any Navigating) -> Bool { paths.register(path, navigator) }

    /// Goes where an address of the app's own leads.
    @discardableResult
    public func route(
        to address: String?, from source: (any RoutingSource)?, using transition: TransitionType?
    ) -> RouteOutcome {
        open(address, kind: .internal, from: source, using: transition)
    }

    /// Goes where an address leads, with the care its origin asks for.
    /// - Parameters:
    ///   - address: the address as it came in.
    ///   - kind: how it came in.
    ///   - source: where the jump starts; nil or a foreign object stands for the root.
    ///   - transition: how to go there; nil leaves it to rule and screen.
    ///   - userInfo: what the caller hands over beside the address; dropped for addresses from outside.
    /// - Returns: how it ended.
    @discardableResult
    public func open(
        _ address: String?, kind: LinkKind, from source: (any RoutingSource)? = nil,
        using transition: TransitionType? = nil,
        userInfo: [String: String] = [:]
    ) -> RouteOutcome {
        var attempt = Attempt(kind: kind, source: source, transition: transition, userInfo: userInfo)
        if kind.isExternal { attempt.userInfo = [:] }
        let outcome = follow(address, attempt)
        onOutcome?(address, kind, outcome)
        return outcome
    }

    /// Where an address leads, without going there.
    public func destination(of address: String, from kind: LinkKind = .internal) -> Resolution {
        var context = routes.context
        context.source = kind.rawValue
        return routes.resolve(address, context: context)
    }

    /// Whether following an address could end on a screen or a page; nothing is opened.
    public func canOpen(_ address: String, from kind: LinkKind = .internal) -> Bool {
        switch destination(of: address, from: kind).outcome {
        case .screen(let screen): screens[screen.name].map { permission($0, kind) == nil } ?? false
        case .address(let target): opener(of: target) != nil
        case .unmatched: (try? Address(address)).flatMap { paths.navigator(for: $0, from: kind) } != nil
        case .blocked, .failed: false
        }
    }

    /// What one call wants beside the address.
    private struct Attempt {
        var kind: LinkKind
        var source: (any RoutingSource)?
        var transition: TransitionType?
        var userInfo: [String: String]
    }

    private func follow(_ text: String?, _ attempt: Attempt) -> RouteOutcome {
        guard let text, !text.isEmpty else { return .rejected(.noAddress) }
        let resolution = destination(of: text, from: attempt.kind)
        switch resolution.outcome {
        case .screen(let screen): return show(screen, resolution, attempt)
        case .address(let target): return openPage(target, attempt)
        case .blocked(let reason): return .rejected(.blocked(reason))
        case .unmatched: return followPath(text, resolution, attempt)
        case .failed(let failure):
            switch failure.code {
            case .notReady: return .rejected(.notReady)
            case .invalidAddress: return .rejected(.notAnAddress)
            default: return .failed(failure.detail)
            }
        }
    }

    private func show(_ screen: Screen, _ resolution: Resolution, _ attempt: Attempt) -> RouteOutcome {
        guard let registration = screens[screen.name] else { return .rejected(.unknownScreen(screen.name)) }
        if let rejection = permission(registration, attempt.kind) { return .rejected(rejection) }
        if let missing = registration.requiredParameters.first(where: { resolution.parameters[$0] == nil }) {
            return .rejected(.missingParameter(missing))
        }
        guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
        let request = ScreenRequest(
            name: screen.name, parameters: resolution.parameters, address: resolution.original,
            userInfo: attempt.userInfo)
        if registration.sameScreen == .ignoreIfSame, let top = host.topScreen?.currentScreen,
            top.isSame(as: request)
        {
            return .alreadyThere(screen: screen.name)
        }
        for switcher in switchers where switcher.canSwitch(to: request) {
            if switcher.switchContext(to: request, animated: policy.animates) { return .handled(screen: screen.name) }
        }
        var node: any ScreenNode
        do throws(ScreenRegistration.Refusal) { node = try registration.make(request) } catch {
            switch error {
            case .missingParameter(let name): return .rejected(.missingParameter(name))
            case .other(let reason): return .rejected(.refusedByScreen(reason))
            }
        }
        if registration.wrapping == .navigation { node = host.wrapped(node) }
        let chosen = attempt.transition ?? screen.transition.flatMap(TransitionType.init(rawValue:))
        switch chosen ?? registration.transition ?? policy.transition {
        case .show: host.show(node, from: source, animated: policy.animates)
        case .present: host.present(node, from: source, animated: policy.animates)
        }
        return .handled(screen: screen.name)
    }

    /// Why a screen is not shown to this kind of link; nil where it may be.
    private func permission(_ screen: ScreenRegistration, _ kind: LinkKind) -> RouteOutcome.Rejection? {
        if kind.isExternal && (screen.exposure != .exported || screen.effect != .read) {
            return .notExported(screen.name)
        }
        let features = features
        let isOn = screen.anyOfFeatures.isEmpty || screen.anyOfFeatures.contains { features?.isOn($0) ?? false }
        return isOn ? nil : .featureOff(screen.anyOfFeatures.joined(separator: " or "))
    }

    private func followPath(_ text: String, _ resolution: Resolution, _ attempt: Attempt) -> RouteOutcome {
        let address: Address
        do throws(AddressError) { address = try Address(text) } catch { return .rejected(.notAnAddress) }
        guard let navigator = paths.navigator(for: address, from: attempt.kind) else { return .notFound }
        guard let source = host.resolveSource(attempt.source) else { return .rejected(.noRoot) }
        var parameters = resolution.parameters
        if parameters.query.isEmpty { parameters.query = QueryItems.of(address) }
        return navigator.navigate(
            from: source, using: attempt.transition ?? policy.transition, parameters: parameters, host: host)
    }

    private func openPage(_ target: String, _ attempt: Attempt) -> RouteOutcome {
        switch opener(of: target) {
        case .webView where host.openInWebView(target, from: host.resolveSource(attempt.source)):
            .opened(address: target, by: .webView)
        case .webView, .system:
            host.openInSystem(target) ? .opened(address: target, by: .system) : .notFound
        case nil:
            .rejected(.schemeNotAllowed(String(target.prefix { $0 != ":" })))
        }
    }

    /// Web pages inside the app where its hosts allow it, else the system; other schemes only from the allow-list.
    private func opener(of target: String) -> RouteOutcome.Opener? {
        guard let address = try? Address(target) else { return nil }
        if address.scheme == "https" || address.scheme == "http" {
            return policy.webViewHosts.contains(address.host ?? "") ? .webView : .system
        }
        return policy.systemSchemes.contains(address.scheme) ? .system : nil
    }
}
