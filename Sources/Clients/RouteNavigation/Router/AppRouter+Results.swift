public import RouteProtocols
import WebAddress

extension AppRouter {
    /// Follows an address of the app's own code, and passes on the result of its handler.
    /// - Parameters:
    ///   - address: the address.
    ///   - userInfo: values in addition to the address.
    ///   - completion: called once: with the handler's result when it completes, or with nil when a screen or a page was
    ///     opened, or the address was not followed. If a guard redirects to a login, it is called after the login.
    /// - Returns: the outcome, or `asking` while guards decide.
    @discardableResult
    public func open(
        _ address: String?, userInfo: UserInfo = [:],
        completion: @escaping @MainActor (RouteOutcome, (any Sendable)?) -> Void
    ) -> RouteOutcome {
        let joined = JoinedCompletion(completion)
        let answer = OneAnswer<(any Sendable)?>(forgotten: nil) { joined.result($0) }
        var attempt = Attempt(kind: .internal, userInfo: userInfo, answer: answer)
        // A link that is parked for a login has not ended: its outcome and its result come afterwards.
        attempt.ending = Ending { joined.outcome($0) }
        return start(address, attempt) { _ in }
    }

    /// Opens an address and waits for the result that its screen sends.
    /// - Parameters:
    ///   - type: the type of the result.
    ///   - address: the address.
    ///   - source: where the jump starts.
    ///   - userInfo: other values in addition to the address.
    /// - Returns: the result; nil if the screen was closed without one, or could not be shown, or the calling task was
    ///   cancelled, such as that of a view that went away. A cancelled caller does not close the screen.
    public func ask<Value: Sendable>(
        for type: Value.Type, at address: String, from source: (any RoutingSource)? = nil, userInfo: UserInfo = [:]
    ) async -> Value? {
        let channel = ResultChannel<Value>()
        return await withTaskCancellationHandler {
            await open(address, answering: channel, from: source, userInfo)
            return await channel.value()
        } onCancel: {
            Task { @MainActor in channel.giveUp() }
        }
    }

    /// Separate from ``ask(for:at:from:userInfo:)``, so that the port is released before the wait for the result.
    private func open<Value: Sendable>(
        _ address: String, answering channel: ResultChannel<Value>, from source: (any RoutingSource)?,
        _ userInfo: UserInfo
    ) async {
        var userInfo = userInfo
        userInfo[ResultChannel<Value>.userInfoKey] = channel.makePort()
        await open(address, kind: .internal, from: source, userInfo: userInfo)
    }

    /// Opens a typed route of the app's own code.
    @discardableResult
    public func open(
        _ route: some TypedRoute, from source: (any RoutingSource)? = nil, using transition: TransitionType? = nil,
        userInfo: UserInfo = [:]
    ) async -> RouteOutcome {
        await open(route.address, kind: .internal, from: source, using: transition, userInfo: userInfo)
    }

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

/// Joins the outcome of an attempt and the result of its handler: one call, when both are there.
@MainActor
private final class JoinedCompletion {
    private var outcome: RouteOutcome?
    private var result: (any Sendable)??
    private var completion: (@MainActor (RouteOutcome, (any Sendable)?) -> Void)?

    init(_ completion: @escaping @MainActor (RouteOutcome, (any Sendable)?) -> Void) { self.completion = completion }

    func outcome(_ outcome: RouteOutcome) {
        self.outcome = outcome
        // Only a handler gives a result.
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
