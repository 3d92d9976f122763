public import RouteParameters

/// What a screen shows, as a value that can be compared.
public protocol ScreenContextInfo: Sendable {
    /// Whether both are equal; false for nil and for other types.
    func isEqual(to other: (any ScreenContextInfo)?) -> Bool
}

extension ScreenContextInfo where Self: Equatable {
    /// Equal values of the same type are equal.
    public func isEqual(to other: (any ScreenContextInfo)?) -> Bool {
        guard let other = other as? Self else { return false }
        return self == other
    }
}

extension Parameters: ScreenContextInfo {}

/// A screen with what it shows; used to compare the display with a request.
///
/// Every kind of link becomes a context: an address, a notification, a jump in the app's code.
public struct ScreenContext: Sendable, Equatable {
    /// The screen's name, as in rules and in the registry.
    public var screen: String
    /// What it shows; nil if the screen always shows the same.
    public var info: (any ScreenContextInfo)?

    /// Makes a context.
    public init(_ screen: String, info: (any ScreenContextInfo)? = nil) {
        self.screen = screen
        self.info = info
    }

    /// Equal if screen and info are equal; two contexts of one screen without info are equal.
    public static func == (left: ScreenContext, right: ScreenContext) -> Bool {
        guard left.screen == right.screen else { return false }
        guard let info = left.info else { return right.info == nil }
        return info.isEqual(to: right.info)
    }
}

/// A screen that has a context: what it shows, as a value.
///
/// A screen that does not conform never equals a requested one.
@MainActor
public protocol ContextHolder: AnyObject {
    /// What it shows now; nil is not equal to any request.
    var currentContext: ScreenContext? { get }
}

/// Makes screens for contexts that the registry does not have, for example for all screens of a module.
@MainActor
public protocol ContextFactory: AnyObject {
    /// The screen for a context; nil if there is none.
    func screen(for context: ScreenContext) -> (any ScreenNode)?
}
