import RouteModel
import WebAddress

/// Where an attempt goes, before anything is done.
enum Plan {
    /// To a registered screen; the rule's own transition stands beside it.
    case screen(ScreenRegistration, ScreenRequest, named: String?)
    /// To a handler of the app's own.
    case handler(LocalRoutes.Entry, ScreenRequest)
    /// To a navigator registered for a path.
    case path(PathTable.Entry, ScreenRequest)
    /// To a page that a rule names, or, with how the way there ended, that stands in for what nobody takes.
    case page(String, RouteOutcome.Opener, insteadOf: RouteOutcome?)
}

/// What planning found.
enum Prepared {
    case go(Plan)
    case stop(RouteOutcome)
}

extension AppRouter {
    /// Finds out where an address leads and whether this kind of link may go there; does nothing.
    func prepare(_ text: String?, _ attempt: Attempt, telling: Bool) -> Prepared {
        guard let text, !text.isEmpty else { return .stop(.rejected(.noAddress)) }
        let resolution = destination(of: text, from: attempt.kind)
        switch resolution.outcome {
        case .screen(let screen):
            guard let registration = screens[screen.name] else {
                if telling { tell(.unknownScreen(screen.name, address: text)) }
                return elsewhere(text, resolution, attempt, .rejected(.unknownScreen(screen.name)), telling)
            }
            return plan(registration, resolution, attempt, named: screen.transition)
        case .address(let target):
            return ofOurOwn(target, resolution, attempt) ?? page(target)
        case .blocked(let reason): return .stop(.rejected(.blocked(reason)))
        case .unmatched: return elsewhere(text, resolution, attempt, .notFound, telling)
        case .failed(let failure):
            switch failure.code {
            case .invalidAddress: return .stop(.rejected(.notAnAddress))
            case .notReady: return elsewhere(text, resolution, attempt, .rejected(.notReady), telling)
            default: return elsewhere(text, resolution, attempt, .failed(failure.detail), telling)
            }
        }
    }

    private func plan(
        _ registration: ScreenRegistration, _ resolution: Resolution, _ attempt: Attempt, named transition: String?
    ) -> Prepared {
        if let rejection = permission(registration, attempt.kind) { return .stop(.rejected(rejection)) }
        if let missing = registration.requiredParameters.first(where: { resolution.parameters[$0] == nil }) {
            return .stop(.rejected(.missingParameter(missing)))
        }
        var request = self.request(registration.name, resolution.parameters, resolution.original, attempt)
        request.info = registration.info?(request)
        return .go(.screen(registration, request, named: transition))
    }

    /// What the app itself registered for an address: patterns first, then paths.
    private func ofOurOwn(_ text: String, _ resolution: Resolution, _ attempt: Attempt) -> Prepared? {
        if let (entry, matched) = local.match(text, from: attempt.kind) {
            var parameters = matched
            parameters.carried += resolution.parameters.path + resolution.parameters.carried
            guard let name = entry.screen, let registration = screens[name] else {
                if let rejection = permission(entry.pattern, entry.traits, attempt.kind) {
                    return .stop(.rejected(rejection))
                }
                guard entry.handler != nil else { return nil }
                let userInfo = entry.defaults.merging(attempt.userInfo) { $1 }
                return .go(
                    .handler(entry, request(entry.pattern, parameters, text, attempt, userInfo: userInfo)))
            }
            let found = Resolution(
                outcome: resolution.outcome, original: text, version: resolution.version, parameters: parameters)
            return plan(registration, found, attempt, named: nil)
        }
        guard let address = try? Address(text), let entry = paths.entry(for: address, from: attempt.kind) else {
            return nil
        }
        if let rejection = permission(entry.path, entry.traits, attempt.kind) { return .stop(.rejected(rejection)) }
        var parameters = resolution.parameters
        if parameters.query.isEmpty { parameters.query = QueryItems.of(address) }
        let userInfo = entry.defaults.merging(attempt.userInfo) { $1 }
        return .go(.path(entry, request(entry.path, parameters, text, attempt, userInfo: userInfo)))
    }

    /// What an address leads to that no rule takes to a screen: something of our own, a web page, or nothing.
    private func elsewhere(
        _ text: String, _ resolution: Resolution, _ attempt: Attempt, _ outcome: RouteOutcome, _ telling: Bool
    ) -> Prepared {
        if let ours = ofOurOwn(text, resolution, attempt) { return ours }
        guard let address = try? Address(text) else { return .stop(.rejected(.notAnAddress)) }
        guard ["http", "https"].contains(address.scheme) else { return .stop(outcome) }
        for fallback in policy.fallbacks {
            let opener: RouteOutcome.Opener
            switch fallback {
            case .webView where policy.webViewHosts.contains(address.host ?? ""): opener = .webView
            case .browser where attempt.kind != .universalLink: opener = .system
            case .webView, .browser: continue
            }
            if telling { tell(.fellBack(address: text, because: outcome)) }
            return .go(.page(text, opener, insteadOf: outcome))
        }
        return .stop(outcome)
    }

    /// A page that a rule names: inside the app where its hosts allow it, else by the system; other schemes only from
    /// the allow-list.
    private func page(_ target: String) -> Prepared {
        guard let address = try? Address(target) else { return .stop(.rejected(.notAnAddress)) }
        if address.scheme == "https" || address.scheme == "http" {
            let isOurs = policy.webViewHosts.contains(address.host ?? "")
            return .go(.page(target, isOurs ? .webView : .system, insteadOf: nil))
        }
        guard policy.systemSchemes.contains(address.scheme) else {
            return .stop(.rejected(.schemeNotAllowed(address.scheme)))
        }
        return .go(.page(target, .system, insteadOf: nil))
    }

    private func request(
        _ name: String, _ parameters: Parameters, _ address: String, _ attempt: Attempt, userInfo: UserInfo? = nil
    ) -> ScreenRequest {
        var parameters = parameters
        if attempt.isCallbackRequest {
            let isOurs: (Parameters.Item) -> Bool = { !$0.name.lowercased().hasPrefix("x-") }
            parameters.query = parameters.query.filter(isOurs)
            parameters.carried = parameters.carried.filter(isOurs)
        }
        var request = ScreenRequest(
            name: name, parameters: parameters, address: address, kind: attempt.kind,
            userInfo: userInfo ?? attempt.userInfo)
        request.stash = attempt.kind.isExternal ? nil : stash
        return request
    }

    /// Why a screen is not shown to this kind of link; nil where it may be.
    func permission(_ screen: ScreenRegistration, _ kind: LinkKind) -> RouteOutcome.Rejection? {
        if kind.isExternal && (screen.exposure != .exported || screen.effect != .read) {
            return .notExported(screen.name)
        }
        return featureOff(anyOf: screen.anyOfFeatures, allOf: screen.allOfFeatures)
    }

    private func permission(_ name: String, _ traits: RoutingTraits, _ kind: LinkKind) -> RouteOutcome.Rejection? {
        if kind.isExternal && (traits.exposure != .exported || traits.effect != .read) { return .notExported(name) }
        return featureOff(anyOf: traits.anyOfFeatures, allOf: [])
    }

    private func featureOff(anyOf: [String], allOf: [String]) -> RouteOutcome.Rejection? {
        let features = features
        if let off = allOf.first(where: { !(features?.isOn($0) ?? false) }) { return .featureOff(off) }
        let isOn = anyOf.isEmpty || anyOf.contains { features?.isOn($0) ?? false }
        return isOn ? nil : .featureOff(anyOf.joined(separator: " or "))
    }

    func tell(_ event: RouterEvent) { onEvent?(event) }
}
