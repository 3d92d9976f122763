public import RouteModel

/// Who answers where an address leads; a `RouteClient` in an app.
@MainActor
public protocol AddressResolving: Sendable {
    /// What the app knows about itself.
    var context: Context { get }
    /// Whether any rules are there to answer from.
    var isReady: Bool { get }
    /// Says where an address leads for a context.
    func resolve(_ address: String, context: Context) -> Resolution
}
