import WebAddress

extension AppRouter {
    /// Registers what runs when an address matches a pattern; the server's rules come first.
    ///
    /// A pattern that is registered again gets the new handler, matching and traits, also where it led to a screen.
    /// - Parameters:
    ///   - pattern: in the syntax of rules, such as `moments://photo/:id`.
    ///   - matching: whole addresses, or also those that begin with it.
    ///   - traits: who may reach it, and guards; the app alone by default.
    ///   - defaults: handed over as user info; what a caller hands over itself wins.
    ///   - handler: runs on the main actor.
    /// - Throws: `LocalRouteError` where the pattern is none.
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
        if isTaken { tell(.duplicate(pattern, replaced: true)) }
    }

    /// Registers what gives an object for an address without going anywhere.
    /// - Parameters:
    ///   - pattern: in the syntax of rules.
    ///   - matching: whole addresses, or also those that begin with it; nil leaves it to the pattern's handler, and is
    ///     whole addresses where there is none.
    ///   - object: gives the object, on the main actor.
    /// - Throws: `LocalRouteError` where the pattern is none.
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

    /// Forgets a pattern's handler and object, and for the pattern of a ``Routable`` the screen and its name.
    /// - Returns: false where it was not registered.
    @discardableResult
    public func deregister(pattern: String) -> Bool {
        if let screen = local[pattern]?.screen { screens.deregister(screen) }
        return local.deregister(pattern)
    }

    /// Goes where an address of the app's own leads, and brings back what its handler gives.
    /// - Parameters:
    ///   - address: where to go.
    ///   - userInfo: what is handed over beside the address.
    ///   - completion: called exactly once: with the handler's result when it completes, or with nil when a screen or
    ///     page is on the display, or the address was not followed.
    /// - Returns: how it ended, or `asking` while guards decide.
    @discardableResult
    public func open(
        _ address: String?, userInfo: UserInfo = [:],
        completion: @escaping @MainActor (RouteOutcome, (any Sendable)?) -> Void
    ) -> RouteOutcome {
        let joined = JoinedCompletion(completion)
        let answer = OneAnswer<(any Sendable)?>(forgotten: nil) { joined.result($0) }
        let attempt = Attempt(kind: .internal, userInfo: userInfo, answer: answer)
        return start(address, attempt) { joined.outcome($0) }
    }

    /// The object that a registered pattern gives for an address; nothing is opened.
    /// - Returns: nil where no pattern matches or none gives an object.
    public func object(for address: String, userInfo: UserInfo = [:]) -> (any Sendable)? {
        guard let (entry, parameters) = local.match(address, from: .internal), let object = entry.object else {
            return nil
        }
        return object(
            RouteCall(
                pattern: entry.pattern, parameters: parameters, address: address, kind: .internal,
                userInfo: entry.defaults.merging(userInfo) { $1 }, answer: nil))
    }

    /// The address that a pattern makes of values, each encoded as its place needs.
    /// - Parameters:
    ///   - pattern: with captures such as `:id` and scheme and host; no groups, no tails.
    ///   - values: by the captures' names; the others become the query, in the order of their names.
    /// - Returns: nil where a value is missing or empty, or the result is not an address.
    public static func address(of pattern: String, _ values: [String: String] = [:]) -> String? {
        var rest = pattern[...]
        var made = ""
        var used: Set<String> = []
        while let character = rest.popFirst() {
            guard character == ":", let first = rest.first, first.isLetter || first == "_" else {
                // Groups, tails and constraints stand for many addresses.
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

/// Brings the outcome of an attempt and the result of its handler together: one call, when both are known.
@MainActor
private final class JoinedCompletion {
    private var outcome: RouteOutcome?
    private var result: (any Sendable)??
    private var completion: (@MainActor (RouteOutcome, (any Sendable)?) -> Void)?

    init(_ completion: @escaping @MainActor (RouteOutcome, (any Sendable)?) -> Void) { self.completion = completion }

    func outcome(_ outcome: RouteOutcome) {
        self.outcome = outcome
        // Nobody but a handler gives a result.
        if case .performed = outcome {} else { result = .some(result ?? nil) }
        deliver()
    }

    func result(_ result: (any Sendable)?) {
        if self.result == nil { self.result = .some(result) }
        deliver()
    }

    private func deliver() {
        guard let outcome, let result, let completion else { return }
        self.completion = nil
        completion(outcome, result)
    }
}
