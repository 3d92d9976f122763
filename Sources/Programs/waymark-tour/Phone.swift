import RouteClient
import RouteModel
import RouteNavigation

/// A simulated phone with one app: its routes, screens and display.
@MainActor
final class Phone {
    private let routes: RouteClient
    private let router: AppRouter
    private let host: MemoryHost
    private let ingress: LinkIngress
    private let say: (String) -> Void
    private let tabs: MemoryNode

    /// Launches the app; from here on it answers with the stored release.
    init(_ options: TourOptions, say: @escaping (String) -> Void) throws(RouteClientError) {
        routes = try RouteClient(
            server: options.server, app: options.app, channel: options.channel, cache: options.cache,
            context: options.context)
        tabs = MemoryNode.tabs(options.tabs.map { .stack([.plain($0)]) })
        let host = MemoryHost(root: tabs)
        router = AppRouter(
            routes: routes, screens: Self.screens(options, routes), host: host,
            policy: RoutingPolicy(webViewHosts: Set(options.pages)))
        ingress = LinkIngress(router: router) { host.root != nil }
        ingress.callbackSchemes = Set(options.callbacks)
        router.switchers = [
            TabSwitcher(tabs: Dictionary(zip(options.tabs, 0...)) { first, _ in first }) { [tabs] index, _ in
                tabs.selected = index
                return true
            },
            StackSwitcher(host: host) { [tabs] in
                tabs.children.indices.contains(tabs.selected) ? tabs.children[tabs.selected].children : []
            },
        ]
        self.host = host
        self.say = say
        router.onEvent = { event in
            switch event {
            case .parkedReplaced(let address): say("* dropped \(address), which waited for a login")
            case .parametersNotTaken(let screen): say("* \(screen) did not take the parameters")
            case .unknownScreen(let name, _): say("* this app has no screen \(name)")
            case .unknownTransition(let name): say("* this app has no transition \(name)")
            case .ended, .fellBack, .duplicate: break
            }
        }
        do throws(LocalRouteError) {
            try router.register(pattern: Self.loginAddress) { [host] _ in
                // A second link that needs a login does not show the login screen again.
                guard let root = host.root, (host.topScreen as? MemoryNode)?.title != Self.loginTitle else { return }
                _ = host.present(MemoryNode.plain(Self.loginTitle), from: root, animated: true)
            }
        } catch {
            say("\(error)")
        }
    }

    private static let loginAddress = "tour://login"
    private static let loginTitle = "Login"

    /// The screens of the app, each with its guards.
    private static func screens(_ options: TourOptions, _ routes: RouteClient) -> ScreenRegistry {
        let login = AsyncGuard("login") { _ in
            routes.context.signedIn == true ? .allow : .redirect(to: loginAddress, resume: true)
        }
        let screens = ScreenRegistry()
        for name in Set(options.screens + options.members + options.tabs + options.hidden).sorted() {
            screens.register(
                ScreenRegistration(
                    name, exposure: options.hidden.contains(name) ? .internal : .exported, transition: .show,
                    guards: options.members.contains(name) ? [login] : [], sameScreen: .ignoreIfSame
                ) { MemoryNode($0) })
        }
        return screens
    }

    /// The events of the client.
    var events: AsyncStream<RouteClientEvent> { routes.updates }

    /// Prints what the launch found, and starts to update.
    func start() {
        for problem in routes.launch.problems { say("cache: \(problem)") }
        if let release = routes.launch.release {
            say("launched with release \(release.version) from the \(routes.launch.source.rawValue), without network")
        } else {
            say("launched without rules; links wait for the first ones")
        }
        routes.startUpdating(by: .events)
    }

    /// Carries out a command.
    /// - Returns: false if the program is to end.
    func perform(_ command: TourCommand) async -> Bool {
        switch command {
        case .open(let kind, let address): await open(kind, address)
        case .refresh: await refresh()
        case .show: show()
        case .status: status()
        case .back:
            say(host.topScreen.map { host.pop(from: $0, animated: true) } == true ? "back" : "nothing to go back to")
        case .dismiss:
            say(host.topScreen.map { host.dismiss($0, animated: true) } == true ? "dismissed" : "nothing is presented")
        case .tab(let number): select(number)
        case .context(let pair): change(pair)
        case .login: await login()
        case .logout:
            change("signedIn=false")
            say("signed out")
        case .can(let kind, let address): say(router.canOpen(address, from: kind) ? "yes" : "no")
        case .help: say(TourCommand.summary)
        case .quit: return false
        case .nothing: break
        }
        return true
    }

    /// Prints an event of the client, and follows waiting links after the first release.
    func react(to event: RouteClientEvent) async {
        switch event {
        case .updated(let release):
            say("* release \(release.version) is in use")
            for outcome in await ingress.becameReady() {
                say("* waiting link: \(Self.text(outcome))")
                show()
            }
        case .ignored(let position): say("* ignored an older head \(position)")
        case .refreshFailed(let error): say("* refresh failed: \(error.detail)")
        case .cacheFailed(let error): say("* not stored: \(error.detail)")
        case .connected: say("* connected: releases arrive as they are published")
        case .disconnected: say("* disconnected: polls for releases")
        case .unchanged, .contextChanged: break
        }
    }

    private func open(_ kind: LinkKind, _ address: String) async {
        let before = host.calls.count
        switch await ingress.receive(IncomingLink(kind, address)) {
        case .followed(let outcome):
            say(Self.text(outcome))
            if outcome.isHandled { show() }
            guard case .opened = outcome else { return sayCalls(since: before) }
        case .waiting: say("waits for the first rules")
        case .dropped: say("dropped: too many links wait")
        case .repeated: say("the same link again")
        }
    }

    /// Prints the addresses of other apps that were opened.
    private func sayCalls(since count: Int) {
        for call in host.calls.dropFirst(count) where call.hasPrefix("system ") {
            say("called \(call.dropFirst("system ".count))")
        }
    }

    /// Signs in, dismisses the login screen, and resumes the link that waited for it.
    private func login() async {
        change("signedIn=true")
        say("signed in")
        if let top = host.topScreen as? MemoryNode, top.title == Self.loginTitle {
            _ = host.dismiss(top, animated: true)
        }
        let before = host.calls.count
        guard let outcome = await router.resumeParked() else { return }
        say("the link that waited: \(Self.text(outcome))")
        show()
        sayCalls(since: before)
    }

    private func refresh() async {
        do throws(RouteClientError) {
            switch try await routes.refresh() {
            case .updated: break  // The event is printed.
            case .unchanged: say("nothing new")
            case .ignored: break  // The event is printed.
            }
        } catch {
            say("the last good release stays: \(routes.release.map { "\($0.version)" } ?? "none")")
        }
        // A person who refreshes also wants the next release without the wait after a failure.
        routes.wake()
    }

    private func show() { say(tabs.outline()) }

    private func status() {
        let counters = routes.counters
        say(
            """
            release \(routes.release.map { "\($0.version) at \($0.position.map { "\($0)" } ?? "?")" } ?? "none")
            refreshes \(counters.refreshes), updates \(counters.updates), resolutions \(counters.resolutions)
            """)
    }

    private func select(_ number: Int) {
        guard tabs.children.indices.contains(number - 1) else { return say("tabs are 1 to \(tabs.children.count)") }
        tabs.selected = number - 1
        show()
    }

    private func change(_ pair: String) {
        do throws(ModelError) {
            let changed = try Context(pairs: [pair])
            routes.updateContext { $0.merge(changed) }
        } catch {
            say("\(error)")
        }
    }

    private static func text(_ outcome: RouteOutcome) -> String {
        switch outcome {
        case .handled(let screen): "→ \(screen)"
        case .alreadyThere(let screen): "already at \(screen)"
        case .updated(let screen): "→ \(screen), with new parameters"
        case .performed(let pattern): "→ done by \(pattern)"
        case .redirected(_, let address, let resumes): "→ \(address) first\(resumes ? "; the link waits" : "")"
        case .asking(let screen): "asking whether \(screen) may open"
        case .opened(let address, let opener): "→ \(address) in the \(opener.rawValue)"
        case .notFound: "nothing: no rule matches this address"
        case .failed(let detail): "failed: \(detail)"
        case .rejected(let rejection): "rejected: \(rejection): \(rejection.text)"
        }
    }
}

extension Context {
    /// Replaces the values that the other context has.
    fileprivate mutating func merge(_ other: Context) {
        for key in ContextKey.all { self[key] = other[key] ?? self[key] }
        attributes.merge(other.attributes) { $1 }
    }
}
