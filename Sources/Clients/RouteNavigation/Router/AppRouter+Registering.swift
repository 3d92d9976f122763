public import RouteProtocols
import WebAddress

extension AppRouter {
    /// Registers the navigator of a path; the server's rules have priority.
    @discardableResult
    public func register(path: RoutePath, navigator: any Navigating) -> Bool {
        register(path: path, navigator: navigator, defaults: [:])
    }

    /// Registers the navigator of a path, with values that it gets in addition to each address.
    /// - Parameters:
    ///   - path: with or without its first slash; letter case does not matter.
    ///   - navigator: goes there.
    ///   - defaults: passed on as user info; a caller's values of the same name have priority.
    ///   - traits: exposure, effect, features and guards; by default only the app itself may reach the path.
    /// - Returns: false if the path is registered already and keeps its first navigator.
    @discardableResult
    public func register(
        path: RoutePath, navigator: any Navigating, defaults: UserInfo, traits: RoutingTraits = RoutingTraits()
    ) -> Bool {
        let added = paths.register(path.text, navigator, defaults, traits)
        if added != .added { report(.duplicate(path.text, replaced: added == .replaced)) }
        return added != .refused
    }

    /// Registers a screen whose type declares its own routing.
    /// - Throws: `LocalRouteError` if its pattern is not valid, or its name is taken.
    public func register<Screen: Routable>(_ screen: Screen.Type) throws(LocalRouteError) {
        let (pattern, name) = (Screen.routingPattern, Screen.screenName)
        let replaced = screens[name]
        guard screens.register(Screen.registration) else {
            throw LocalRouteError(
                pattern: pattern, detail: "the name \(name) is taken", hint: "declare another screenName")
        }
        let isTaken = local[pattern]?.handler != nil
        do throws(LocalRouteError) {
            try local.register(pattern, matching: .exact, traits: Screen.routingTraits) {
                $0.screen = name
                $0.handler = nil
            }
        } catch {
            screens.deregister(name)
            if let replaced { screens.register(replaced) }
            throw error
        }
        if isTaken { report(.duplicate(pattern, replaced: true)) }
    }

    /// Registers the handler of a pattern; the server's rules have priority.
    ///
    /// A pattern that is registered again gets the new handler, matching and traits, even if it led to a screen.
    /// - Parameters:
    ///   - pattern: in the syntax of rules, such as `moments://photo/:id`.
    ///   - matching: whole addresses, or also longer ones that begin with the pattern.
    ///   - traits: exposure, effect, features and guards; by default only the app itself may reach the pattern.
    ///   - defaults: passed on as user info; a caller's values of the same name have priority.
    ///   - handler: runs on the main actor.
    /// - Throws: `LocalRouteError` if the pattern is not valid.
    public func register(
        pattern: String, matching: LocalMatching = .exact, traits: RoutingTraits = RoutingTraits(),
        defaults: UserInfo = [:], handler: @escaping RouteHandler
    ) throws(LocalRouteError) {
        let isTaken = local[pattern].map { $0.handler != nil || $0.screen != nil } ?? false
        try local.register(pattern, matching: matching, traits: traits) {
            $0.handler = handler
            $0.defaults = defaults
            $0.screen = nil
        }
        if isTaken { report(.duplicate(pattern, replaced: true)) }
    }

    /// Registers a function that returns an object for an address, without going anywhere.
    /// - Parameters:
    ///   - pattern: in the syntax of rules.
    ///   - matching: whole addresses, or also longer ones that begin with the pattern; nil keeps the matching of the
    ///     pattern's handler, and without a handler stands for whole addresses.
    ///   - object: returns the object; runs on the main actor.
    /// - Throws: `LocalRouteError` if the pattern is not valid.
    public func registerObject(
        pattern: String, matching: LocalMatching? = nil, _ object: @escaping ObjectHandler
    ) throws(LocalRouteError) {
        let known = local[pattern]
        try local.register(
            pattern, matching: matching ?? known?.matching ?? .exact, traits: known?.traits ?? RoutingTraits()
        ) {
            $0.object = object
        }
    }

    /// Removes a pattern with its handler and object; for the pattern of a ``Routable`` also the screen and its name.
    /// - Returns: false if it was not registered.
    @discardableResult
    public func deregister(pattern: String) -> Bool {
        if let screen = local[pattern]?.screen { screens.deregister(screen) }
        return local.deregister(pattern)
    }

    /// The paths and patterns that the app has registered, in order; for lists and tests.
    public var registered: [String] { paths.texts + local.patterns }
}

// MARK: Objects and addresses of patterns

extension AppRouter {
    /// The object that a registered pattern returns for an address; nothing is opened.
    /// - Returns: nil if no pattern matches, or the one that matches has no object.
    public func object(for address: String, userInfo: UserInfo = [:]) -> (any Sendable)? {
        guard let (entry, parameters) = local.match(address, from: .internal), let object = entry.object else {
            return nil
        }
        return object(
            RouteCall(
                pattern: entry.pattern, parameters: parameters, address: address, kind: .internal,
                userInfo: entry.defaults.merging(userInfo) { $1 }, answer: nil))
    }

    /// The address that a pattern and values make, with every value encoded for its place.
    /// - Parameters:
    ///   - pattern: with scheme, host and captures such as `:id`; without groups and tails.
    ///   - values: by the names of the captures; the others become the query, in the order of their names.
    /// - Returns: nil if a value is missing or empty, or the result is not an address.
    public static func address(of pattern: String, _ values: [String: String] = [:]) -> String? {
        var rest = pattern[...]
        var made = ""
        var used: Set<String> = []
        while let character = rest.popFirst() {
            guard character == ":", let first = rest.first, first.isLetter || first == "_" else {
                // Groups, tails and constraints match many addresses.
                guard !"{}*()?\\".contains(character) else { return nil }
                made.append(character)
                continue
            }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            rest = rest.dropFirst(name.count)
            guard let value = values[String(name)], !value.isEmpty, value != ".", value != ".." else { return nil }
            used.insert(String(name))
            made += PercentEncoding.encode(value, .component)
        }
        let others = values.filter { !used.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !others.isEmpty { made += "?" + FormURLEncoded.serialize(others) }
        do throws(AddressError) { return try Address(made).href } catch { return nil }
    }
}
