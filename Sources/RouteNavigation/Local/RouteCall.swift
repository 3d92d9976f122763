public import RouteModel

/// Runs when an address matches its pattern.
public typealias RouteHandler = @MainActor (RouteCall) -> Void
/// Gives an object for an address without going anywhere.
public typealias ObjectHandler = @MainActor (RouteCall) -> (any Sendable)?

/// What a handler gets: what was matched, in name spaces that cannot overwrite each other.
@MainActor
public struct RouteCall {
    /// The pattern that matched.
    public let pattern: String
    /// Captures and query.
    public let parameters: Parameters
    /// The address that was asked for.
    public let address: String
    /// How the address came in.
    public let kind: LinkKind
    /// What the caller hands over beside the address, over what was registered with the pattern.
    public let userInfo: UserInfo
    /// Gets the handler's result; see ``complete(_:)``.
    let answer: OneAnswer<(any Sendable)?>?

    /// Hands the result to the caller.
    ///
    /// A caller that waits gets it exactly once: a second call is refused, and a handler that never calls this has
    /// completed with nil as soon as it lets the call go.
    /// - Returns: false where the call is complete already, or nobody waits.
    @discardableResult
    public func complete(_ result: (any Sendable)? = nil) -> Bool { answer?.give(result) ?? false }

    /// Everything in one dictionary, as handlers of MGJRouter and CNRouter expect.
    ///
    /// - Parameter order: which of captures and query wins for the app's own links; for those from outside captures do.
    ///   User info stays apart under its own key.
    /// - Returns: texts by name, and the reserved keys of ``RouteCallKey``, which no address can set.
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

    /// Which layer wins where a capture and a query item have the same name.
    public enum MergeOrder: String, Sendable, Hashable {
        /// What the pattern captured wins.
        case pathOverQuery
        /// What stands in the query wins, as in MGJRouter. Danger: `…/user/7?id=8` is user 8; so never for links from
        /// outside.
        case queryOverPath
    }
}

/// The reserved names of ``RouteCall/dictionary(_:)``; set last, so that an address cannot set them.
public enum RouteCallKey {
    /// The address that was asked for.
    public static let address = "RouteParameterURL"
    /// What the caller hands over.
    public static let userInfo = "RouteParameterUserInfo"
}
