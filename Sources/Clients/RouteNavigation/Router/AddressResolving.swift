public import RouteClient
public import RouteModel
import RouteProtocols

/// Resolves addresses for a router; a `RouteClient` in an app, a table in a test.
@MainActor
public protocol AddressResolving: Sendable {
    /// Facts about the app and the device, which rules may test.
    var context: Context { get }
    /// Whether there are any rules.
    var isReady: Bool { get }
    /// Resolves an address for a context.
    func resolve(_ address: String, context: Context) -> Resolution
    /// The router has shown a screen: the rules in use have passed their trial.
    func screenShown()
}

extension AddressResolving {
    /// The default: does nothing, for rules that are never on trial.
    public func screenShown() {}

    /// Resolves an address for a kind of link.
    func resolve(_ address: String, from kind: LinkKind) -> Resolution {
        var context = context
        context.source = kind.source
        return resolve(address, context: context)
    }
}

extension RouteClient: AddressResolving {
    /// Whether a release is in use.
    public var isReady: Bool { release != nil }

    /// Resolves an address for a context, at the current time.
    public func resolve(_ address: String, context: Context) -> Resolution {
        resolve(address, context: context, at: nil)
    }
}
