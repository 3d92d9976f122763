public import RouteModel

/// Which screen to show with what: the value between a resolution and an object of the UI framework.
public struct ScreenRequest: Sendable, Hashable {
    /// The screen's name, as rules know it.
    public var name: String
    /// Everything that was matched on the way.
    public var parameters: Parameters
    /// The address that was asked for.
    public var address: String
    /// What the caller hands over beside the address; never filled from an address.
    public var userInfo: [String: String]

    /// Whether both show the same thing: the same screen with the same parameters, however it was reached.
    public func isSame(as other: ScreenRequest) -> Bool { name == other.name && parameters == other.parameters }

    /// Makes a request.
    public init(name: String, parameters: Parameters, address: String, userInfo: [String: String] = [:]) {
        self.name = name
        self.parameters = parameters
        self.address = address
        self.userInfo = userInfo
    }
}
