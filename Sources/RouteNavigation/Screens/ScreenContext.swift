public import RouteModel

/// What a screen shows, as far as it tells one showing from another.
public protocol ScreenContextInfo: Sendable {
    /// Whether both mean the same; false for nil and for other types.
    func isEqual(to other: (any ScreenContextInfo)?) -> Bool
}

extension ScreenContextInfo where Self: Equatable {
    /// Equal values of the same type mean the same.
    public func isEqual(to other: (any ScreenContextInfo)?) -> Bool {
        guard let other = other as? Self else { return false }
        return self == other
    }
}

extension Parameters: ScreenContextInfo {}

/// A screen with what it shows: what is on the display and what is asked for are compared as these.
///
/// Every kind of link becomes one: an address, a notification, a jump of the app's own.
public struct ScreenContext: Sendable, Equatable {
    /// The screen's name, as rules and the registry know it.
    public var screen: String
    /// What it shows; nil where a screen shows always the same.
    public var info: (any ScreenContextInfo)?

    /// Makes a context.
    public init(_ screen: String, info: (any ScreenContextInfo)? = nil) {
        self.screen = screen
        self.info = info
    }

    /// The same screen with the same info; two contexts without info are the same.
    public static func == (left: ScreenContext, right: ScreenContext) -> Bool {
        guard left.screen == right.screen else { return false }
        guard let info = left.info else { return right.info == nil }
        return info.isEqual(to: right.info)
    }
}

/// A screen that tells what it shows; only screens that matter to the router need to.
///
/// A screen without it is never the same as one that is asked for.
@MainActor
public protocol ContextHolder: AnyObject {
    /// What it shows at this moment; nil while it shows nothing in particular.
    var currentContext: ScreenContext? { get }
}

/// Makes screens for contexts that the registry does not know, such as whole modules of the app's own.
@MainActor
public protocol ContextFactory: AnyObject {
    /// The screen for a context; nil where there is none.
    func screen(for context: ScreenContext) -> (any ScreenNode)?
}
