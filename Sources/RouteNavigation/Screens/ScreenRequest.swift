public import RouteModel

/// Values that a caller gives in addition to an address; an address cannot set them.
public typealias UserInfo = [String: any Sendable]

/// A request for a screen, with parameters; the argument of its factory.
public struct ScreenRequest: Sendable {
    /// The screen's name, as in rules; for handlers the pattern, for navigators the path.
    public var name: String
    /// Captures, query items and constants, from all hops.
    public var parameters: Parameters
    /// The address that was followed.
    public var address: String
    /// How the address came to the app.
    public var kind: LinkKind
    /// The caller's values in addition to the address; empty for links from outside.
    public var userInfo: UserInfo
    /// What the screen is to show, as a value that can be compared; nil compares the parameters.
    public var info: (any ScreenContextInfo)?
    /// Stores large values; nil for links from outside.
    var stash: ParameterStash?

    /// Makes a request.
    public init(
        name: String, parameters: Parameters, address: String, kind: LinkKind = .internal, userInfo: UserInfo = [:],
        info: (any ScreenContextInfo)? = nil
    ) {
        self.name = name
        self.parameters = parameters
        self.address = address
        self.kind = kind
        self.userInfo = userInfo
        self.info = info
    }

    /// Makes the request of a context.
    public init(_ context: ScreenContext, address: String = "") {
        self.init(
            name: context.screen, parameters: context.info as? Parameters ?? Parameters(), address: address,
            info: context.info)
    }

    /// The context of the request, to be compared with the display.
    public var context: ScreenContext { ScreenContext(name, info: info ?? parameters) }

    /// Whether both ask for the same screen with the same info or parameters; the addresses may differ.
    public func isSame(as other: ScreenRequest) -> Bool { context == other.context }

    /// Removes and returns the large value whose key is in the address; works once.
    /// - Returns: nil if the address has no key or came from outside, or the value is gone or has another type.
    @MainActor
    public func takeStashed<Value: Sendable>(as type: Value.Type) -> Value? {
        guard !kind.isExternal, let word = parameters.query.first(where: { $0.name == ParameterStash.queryName }) else {
            return nil
        }
        return stash?.take(word.value.text, as: type)
    }

    /// The port to send a result of this type to; nil if the caller does not wait for one.
    public func resultPort<Value: Sendable>(for type: Value.Type) -> OneAnswer<Value?>? {
        userInfo[ResultChannel<Value>.userInfoKey] as? OneAnswer<Value?>
    }
}
