public import RouteClient
public import RouteModel

extension RouteClient: AddressResolving {
    /// Whether a release is in use.
    public var isReady: Bool { release != nil }

    /// Says where an address leads for a context, at this moment.
    public func resolve(_ address: String, context: Context) -> Resolution {
        resolve(address, context: context, at: nil)
    }
}
