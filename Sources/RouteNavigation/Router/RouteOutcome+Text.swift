extension RouteOutcome {
    /// What happened, as a sentence for a log or a developer's screen; not for the people who use the app.
    public var text: String {
        switch self {
        case .handled(let screen): "\(screen) is on the display"
        case .alreadyThere(let screen): "\(screen) was there already and shows the same"
        case .updated(let screen): "\(screen) was there already and took the new parameters"
        case .performed(let pattern): "the handler of \(pattern) has run"
        case .opened(let address, .webView): "\(address) is open in the app's web view"
        case .opened(let address, .system): "\(address) went to the system"
        case .redirected(let name, let address, let resumes):
            "the guard \(name) led to \(address) first\(resumes ? ", and the link waits" : "")"
        case .asking(let screen): "guards are being asked whether \(screen) may open"
        case .notFound: "no rule and nothing registered knows this address"
        case .rejected(let rejection): rejection.text
        case .failed(let detail): detail
        }
    }
}

extension RouteOutcome.Rejection {
    /// Why, as a sentence for a log or a developer's screen, with what to do about it where that is not plain.
    public var text: String {
        switch self {
        case .noAddress: "there was no address"
        case .notAnAddress: "the text is not an address"
        case .notReady: "no rules have arrived yet; keep the link and try again"
        case .blocked(let reason): "a rule blocks the address: \(reason)"
        case .unknownScreen(let name): "a rule names the screen \(name), which this app has not registered"
        case .missingParameter(let name): "the parameter \(name) is missing"
        case .notExported(let name):
            "\(name) is for the app alone: links from outside reach what is registered as exported and only shows"
        case .featureOff(let name): "the feature \(name) is off"
        case .refusedByScreen(let reason): "the screen refused: \(reason)"
        case .nothingMade(let name): "the factory of \(name) made no screen"
        case .noRoot: "there is no display yet"
        case .notShown(let name): "the display did not take \(name); it may be on it already"
        case .nobodyOpens(let address): "neither the app's web view nor the system takes \(address)"
        case .schemeNotAllowed(let scheme): "\(scheme) is not among the schemes that the app hands to the system"
        case .denied(let name, let reason): "the guard \(name) does not let it through: \(reason)"
        case .guardTimedOut(let name): "the guard \(name) did not decide in time"
        case .tooManyGuardRedirects: "guards led elsewhere again and again"
        case .tooManyAtOnce: "guards are being asked about too many other links"
        case .tooDeep: "links opened each other without end"
        case .cancelled: "the caller gave up while guards were asked"
        case .superseded: "it waited for a login, and a later link took its place"
        case .givenUp: "it waited for a login that was given up"
        case .nothingToUpdate(let name): "the screen on top does not take what was posted to \(name)"
        }
    }
}
