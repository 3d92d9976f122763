public import RouteModel

/// What a caller hands over beside an address; never filled from an address.
public typealias UserInfo = [String: any Sendable]

/// Which screen to show with what: the value between a resolution and an object of the UI framework.
public struct ScreenRequest: Sendable {
    /// The screen's name, as rules know it; the pattern or path for handlers and navigators.
    public var name: String
    /// Everything that was matched on the way.
    public var parameters: Parameters
    /// The address that was asked for.
    public var address: String
    /// How the address came in.
    public var kind: LinkKind
    /// What the caller hands over beside the address; empty for addresses from outside.
    public var userInfo: UserInfo
    /// What tells this showing from another; nil leaves that to the parameters.
    public var info: (any ScreenContextInfo)?
    /// Where large values wait; nil for addresses from outside.
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

    /// Makes the request that a context stands for.
    public init(_ context: ScreenContext, address: String = "") {
        self.init(
            name: context.screen, parameters: context.info as? Parameters ?? Parameters(), address: address,
            info: context.info)
    }

    /// The request as a context, to be compared with what is on the display.
    public var context: ScreenContext { ScreenContext(name, info: info ?? parameters) }

    /// Whether both show the same thing: the same screen with the same parameters, however it was reached.
    public func isSame(as other: ScreenRequest) -> Bool { context == other.context }

    /// Takes the large value that the caller stashed and named in the address; works once.
    ///
    /// - Returns: nil where the address names none, came from outside, or the value is gone or of another type.
    @MainActor
    public func takeStashed<Value: Sendable>(as type: Value.Type) -> Value? {
        guard !kind.isExternal, let word = parameters.query.first(where: { $0.name == ParameterStash.queryName }) else {
            return nil
        }
        return stash?.take(word.value.text, as: type)
    }

    /// Where to send the result, if the caller waits for one of this type.
    public func resultPort<Value: Sendable>(for type: Value.Type) -> OneAnswer<Value?>? {
        userInfo[ResultChannel<Value>.userInfoKey] as? OneAnswer<Value?>
    }
}
