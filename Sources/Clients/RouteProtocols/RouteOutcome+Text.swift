extension RouteOutcome {
    /// What happened, as a sentence for logs and developers; not for people who use the app.
    public var text: String {
        switch self {
        case .handled(let screen): "\(screen) is on the display"
        case .alreadyThere(let screen): "\(screen) is on top already and shows the same"
        case .updated(let screen): "\(screen) was on the display already and got the new parameters"
        case .performed(let pattern): "the handler of \(pattern) has run"
        case .opened(let address, .webView): "\(address) is open in the app's web view"
        case .opened(let address, .system): "\(address) was given to the system"
        case .redirected(let name, let address, let resumes):
            "the guard \(name) redirected to \(address)\(resumes ? "; the link waits" : "")"
        case .asking(let screen): "guards are being asked whether \(screen) may open"
        case .notFound: "no rule and no registration matches this address"
        case .rejected(let rejection): rejection.text
        case .failed(let detail): detail
        }
    }
}

extension RouteOutcome.Rejection {
    /// Why, as a sentence for logs and developers, with what to do about it.
    public var text: String {
        switch self {
        case .noAddress: "there was no address"
        case .notAnAddress: "the text is not an address"
        case .notReady: "no rules have arrived yet; keep the link and try again"
        case .blocked(let reason): "a rule blocks the address: \(reason)"
        case .unknownScreen(let name): "a rule names the screen \(name), which this app has not registered"
        case .missingParameter(let name): "the parameter \(name) is missing"
        case .notExported(let name):
            "links from outside may not open \(name): register it with the exposure exported and the effect read if they should"
        case .featureOff(let name): "the feature \(name) is off"
        case .refusedByScreen(let reason): "the screen refused: \(reason)"
        case .nothingMade(let name): "the factory of \(name) made no screen"
        case .noRoot: "there is no display yet"
        case .notShown(let name): "the display refused \(name), for example because it is on the display already"
        case .nobodyOpens(let address): "neither the app's web view nor the system opened \(address)"
        case .schemeNotAllowed(let scheme): "the scheme \(scheme) is not in systemSchemes of the app's policy"
        case .denied(let name, let reason): "the guard \(name) denied it: \(reason)"
        case .guardTimedOut(let name): "the guard \(name) did not decide in time"
        case .tooManyGuardRedirects: "guards redirected too often, or rules changed too often while guards decided"
        case .tooManyAtOnce: "too many other links wait for guards"
        case .tooDeep:
            "links opened each other in a circle: a handler, a screen or a guard opens a link whenever it runs"
        case .cancelled: "the caller was cancelled while guards were asked"
        case .superseded: "it waited for a login, and a later link replaced it"
        case .givenUp: "it waited for a login that was cancelled"
        case .nothingToUpdate(let name): "the screen on top is not \(name), or cannot be updated"
        }
    }
}
