public import RouteParameters

/// Values that a caller gives in addition to an address; an address cannot set them.
public typealias UserInfo = [String: any Sendable]

/// A request for a screen, with parameters; the argument of its factory, and the element of a navigation path.
///
/// Name, parameters, address and kind are compared, hashed and coded. ``userInfo``, ``info`` and the stash are of one
/// attempt: they are not, and a request that was decoded has none.
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
    /// Whether a rule of a release led here; a restored one is shown if a rule still does.
    package var isFromRule = false
    /// Stores large values; nil for links from outside.
    package var stash: ParameterStash?

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

    /// The port for a result of any type; nil if the caller does not wait for one.
    package var anyResultPort: (any ResultPort)? { userInfo[resultKey] as? any ResultPort }
}

extension ScreenRequest: Hashable {
    /// Whether name, parameters, address and kind are equal; ``isSame(as:)`` compares what a screen shows.
    public static func == (left: ScreenRequest, right: ScreenRequest) -> Bool {
        left.name == right.name && left.parameters == right.parameters && left.address == right.address
            && left.kind == right.kind
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(parameters)
        hasher.combine(address)
        hasher.combine(kind)
    }
}

extension ScreenRequest: Codable {
    private enum CodingKeys: String, CodingKey { case name, parameters, address, kind, isFromRule }

    /// Reads a request that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            parameters: try values.decode(Parameters.self, forKey: .parameters),
            address: try values.decode(String.self, forKey: .address),
            kind: try values.decode(LinkKind.self, forKey: .kind))
        isFromRule = try values.decodeIfPresent(Bool.self, forKey: .isFromRule) ?? false
    }

    /// Writes name, parameters, address and kind, for the restoration of an app's state.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(parameters, forKey: .parameters)
        try values.encode(address, forKey: .address)
        try values.encode(kind, forKey: .kind)
        if isFromRule { try values.encode(true, forKey: .isFromRule) }
    }
}
