import RouteModel
import RouteProtocols
import WebAddress

/// Where an attempt leads, before anything is done.
enum Plan {
    /// To a registered screen; `transition` is the name that the rule gives.
    case screen(ScreenRegistration, ScreenRequest, transition: String?)
    /// To a handler that the app registered.
    case handler(LocalRoutes.Entry, ScreenRequest)
    /// To a navigator that the app registered for a path.
    case path(PathTable.Entry, ScreenRequest)
    /// To a page; `insteadOf` is the outcome that the page replaces, and nil for a page that a rule names.
    case page(String, RouteOutcome.Opener, insteadOf: RouteOutcome?)

    /// The request; nil for pages.
    var request: ScreenRequest? {
        switch self {
        case .screen(_, let request, _), .handler(_, let request), .path(_, let request): request
        case .page: nil
        }
    }

    /// The guards of the destination itself.
    @MainActor var guards: [any RouteGuard] {
        switch self {
        case .screen(let registration, _, _): registration.guards
        case .handler(let entry, _): entry.traits.guards
        case .path(let entry, _): entry.traits.guards
        case .page: []
        }
    }
}

/// What planning found: a destination, or the outcome of the attempt.
enum Planned {
    case go(Plan)
    case stop(RouteOutcome)
}

/// Finds where an address leads, and whether this kind of link may go there; shows nothing.
@MainActor
struct RoutePlanner {
    let routes: any AddressResolving
    let screens: ScreenRegistry
    let paths: PathTable
    let local: LocalRoutes
    let policy: RoutingPolicy
    let permissions: Permissions
    let stash: ParameterStash
    let attempt: Attempt
    /// Receives events, such as that of a screen which is not registered; nil if the attempt is only tried.
    let report: (@MainActor (RouterEvent) -> Void)?

    /// Plans an attempt to follow an address.
    func plan(_ text: String?) -> Planned {
        guard let text, !text.isEmpty else { return .stop(.rejected(.noAddress)) }
        let resolution = routes.resolve(text, from: attempt.kind)
        switch resolution.outcome {
        case .screen(let screen):
            guard let registration = screens[screen.name] else {
                report?(.unknownScreen(screen.name, address: text))
                return registeredOrPage(text, resolution, insteadOf: .rejected(.unknownScreen(screen.name)))
            }
            return plan(registration, resolution, transition: screen.transition)
        case .address(let target): return registered(target, resolution) ?? page(target)
        case .blocked(let reason): return .stop(.rejected(.blocked(reason)))
        case .unmatched: return registeredOrPage(text, resolution, insteadOf: .notFound)
        case .failed(let failure):
            switch failure.code {
            case .invalidAddress: return .stop(.rejected(.notAnAddress))
            case .notReady: return registeredOrPage(text, resolution, insteadOf: .rejected(.notReady))
            default: return registeredOrPage(text, resolution, insteadOf: .failed(failure.detail))
            }
        }
    }

    private func plan(
        _ registration: ScreenRegistration, _ resolution: Resolution, transition: String?
    ) -> Planned {
        if let rejection = permissions.rejection(of: registration, for: attempt.kind) {
            return .stop(.rejected(rejection))
        }
        if let missing = registration.requiredParameters.first(where: { resolution.parameters[$0] == nil }) {
            return .stop(.rejected(.missingParameter(missing)))
        }
        var request = request(registration.name, resolution.parameters, resolution.original, attempt.userInfo)
        request.info = registration.info?(request)
        if case .screen = resolution.outcome { request.isFromRule = true }
        return .go(.screen(registration, request, transition: transition))
    }

    /// What the app registered for an address: patterns first, then paths; nil if there is nothing.
    private func registered(_ text: String, _ resolution: Resolution) -> Planned? {
        if let (entry, matched) = local.match(text, from: attempt.kind) {
            var parameters = matched
            parameters.carried += resolution.parameters.path + resolution.parameters.carried
            return plan(entry, parameters, text, resolution)
        }
        guard let address = try? Address(text), let entry = paths.entry(for: address, from: attempt.kind) else {
            return nil
        }
        if let rejection = permissions.rejection(of: entry.traits, named: entry.path, for: attempt.kind) {
            return .stop(.rejected(rejection))
        }
        var parameters = resolution.parameters
        if parameters.query.isEmpty { parameters.query = Self.items(of: address) }
        return .go(.path(entry, request(entry.path, parameters, text, userInfo(entry.defaults))))
    }

    /// The query of an address in order, form-decoded.
    private static func items(of address: Address) -> [Parameters.Item] {
        guard let query = address.query else { return [] }
        return FormURLEncoded.items(query).map { Parameters.Item($0.name, $0.value) }
    }

    /// A pattern that the app registered: of a screen, or of a handler.
    private func plan(
        _ entry: LocalRoutes.Entry, _ parameters: Parameters, _ text: String, _ resolution: Resolution
    ) -> Planned? {
        if let name = entry.screen, let registration = screens[name] {
            let found = Resolution(
                outcome: resolution.outcome, original: text, version: resolution.version, parameters: parameters)
            return plan(registration, found, transition: nil)
        }
        if let rejection = permissions.rejection(of: entry.traits, named: entry.pattern, for: attempt.kind) {
            return .stop(.rejected(rejection))
        }
        guard entry.handler != nil else { return nil }
        return .go(.handler(entry, request(entry.pattern, parameters, text, userInfo(entry.defaults))))
    }

    /// For an address that no rule leads to a screen: what the app registered, else a web page, else the outcome.
    private func registeredOrPage(
        _ text: String, _ resolution: Resolution, insteadOf outcome: RouteOutcome
    ) -> Planned {
        if let registered = registered(text, resolution) { return registered }
        guard let address = try? Address(text) else { return .stop(.rejected(.notAnAddress)) }
        guard ["http", "https"].contains(address.scheme) else { return .stop(outcome) }
        for fallback in policy.fallbacks {
            let opener: RouteOutcome.Opener
            switch fallback {
            case .webView where policy.webViewHosts.contains(address.host ?? ""): opener = .webView
            case .browser where attempt.kind != .universalLink: opener = .system
            case .webView, .browser: continue
            }
            report?(.fellBack(address: text, because: outcome))
            return .go(.page(text, opener, insteadOf: outcome))
        }
        return .stop(outcome)
    }

    /// A page that a rule names: in the app's web view if the policy lists its host, else by the system; schemes other
    /// than http and https only if the policy lists them.
    private func page(_ target: String) -> Planned {
        guard let address = try? Address(target) else { return .stop(.rejected(.notAnAddress)) }
        if address.scheme == "https" || address.scheme == "http" {
            let isOwn = policy.webViewHosts.contains(address.host ?? "")
            return .go(.page(target, isOwn ? .webView : .system, insteadOf: nil))
        }
        guard policy.systemSchemes.contains(address.scheme) else {
            return .stop(.rejected(.schemeNotAllowed(address.scheme)))
        }
        return .go(.page(target, .system, insteadOf: nil))
    }

    private func request(
        _ name: String, _ parameters: Parameters, _ address: String, _ userInfo: UserInfo
    ) -> ScreenRequest {
        var parameters = parameters
        if attempt.isCallbackRequest {
            let isParameter: (Parameters.Item) -> Bool = { !$0.name.lowercased().hasPrefix("x-") }
            parameters.query = parameters.query.filter(isParameter)
            parameters.carried = parameters.carried.filter(isParameter)
        }
        var request = ScreenRequest(
            name: name, parameters: parameters, address: address, kind: attempt.kind, userInfo: userInfo)
        request.stash = attempt.kind.isExternal ? nil : stash
        return request
    }

    /// The caller's values over those that were registered.
    private func userInfo(_ defaults: UserInfo) -> UserInfo { defaults.merging(attempt.userInfo) { $1 } }
}
