public import RouteModel
public import RouteProtocols

/// Runs when an address matches its pattern.
public typealias RouteHandler = @MainActor (RouteCall) -> Void
/// Returns an object for an address, without going anywhere.
public typealias ObjectHandler = @MainActor (RouteCall) -> (any Sendable)?

/// The argument of a handler: captures, query and user info, kept apart.
@MainActor
public struct RouteCall {
    /// The pattern that matched.
    public let pattern: String
    /// Captures and query.
    public let parameters: Parameters
    /// The address that was followed.
    public let address: String
    /// How the address came to the app.
    public let kind: LinkKind
    /// The values registered with the pattern, and the caller's values, which replace those of the same name.
    public let userInfo: UserInfo
    /// Receives the handler's result; see ``complete(_:)``.
    let answer: OneAnswer<(any Sendable)?>?

    /// Gives the result to the caller.
    ///
    /// The caller gets it once: a second call has no effect. A handler that never calls this completes with nil when it
    /// releases the call.
    /// - Returns: false if the call is complete already, or the caller does not wait for a result.
    @discardableResult
    public func complete(_ result: (any Sendable)? = nil) -> Bool { answer?.give(result) ?? false }

    /// Everything in one dictionary, as handlers of MGJRouter and CNRouter expect.
    ///
    /// User info has a key of its own.
    /// - Parameter order: whether captures or the query have priority for links of the app; for links from outside
    ///   captures do.
    /// - Returns: texts by name, and the reserved keys of ``RouteCallKey``, which an address cannot set.
    public func dictionary(_ order: MergeOrder = .pathOverQuery) -> UserInfo {
        var merged: UserInfo = [:]
        let layers = [parameters.carried, parameters.query, parameters.constants, parameters.path]
        let isCareful = order == .pathOverQuery || kind.isExternal
        for item in (isCareful ? layers : [parameters.path] + layers.dropLast()).joined() {
            merged[item.name] = item.value.text
        }
        merged[RouteCallKey.address] = address
        merged[RouteCallKey.userInfo] = userInfo.isEmpty ? nil : userInfo
        return merged
    }

    /// Which has priority if a capture and a query item have the same name.
    public enum MergeOrder: String, Sendable, Hashable {
        /// The capture.
        case pathOverQuery
        /// The query item, as in MGJRouter.
        ///
        /// Danger: `…/user/7?id=8` is user 8. So it is never used for links from outside.
        case queryOverPath
    }
}

/// The reserved names of ``RouteCall/dictionary(_:)``; set last, so that an address cannot set them.
public enum RouteCallKey {
    /// The address that was followed.
    public static let address = "RouteParameterURL"
    /// The caller's values in addition to the address.
    public static let userInfo = "RouteParameterUserInfo"
}
