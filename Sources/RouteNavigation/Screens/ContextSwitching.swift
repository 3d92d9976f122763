/// Brings a screen to the front that the display already holds: another tab, an element further down a stack.
@MainActor
public protocol ContextSwitching: AnyObject {
    /// Whether the display already holds what is asked for.
    func canSwitch(to request: ScreenRequest) -> Bool
    /// Brings it to the front.
    /// - Returns: false where that did not work after all; the router then goes on as if it could not.
    func switchContext(to request: ScreenRequest, animated: Bool) -> Bool
    /// The screen that was brought to the front, which gets the parameters; nil is the one on top then.
    func screen(for request: ScreenRequest) -> (any ScreenNode)?
}

extension ContextSwitching {
    /// The one on top.
    public func screen(for request: ScreenRequest) -> (any ScreenNode)? { nil }
}

/// Selects the tab that shows a screen.
///
/// The tab's screen gets the parameters if it is ``Updatable``; one that is not shows what it showed, and
/// ``RouterEvent/parametersNotTaken(screen:)`` tells.
public final class TabSwitcher: ContextSwitching {
    private let indexByScreen: [String: Int]
    private let select: @MainActor (Int, Bool) -> Bool
    private let tab: @MainActor (Int) -> (any ScreenNode)?

    /// Makes a switcher.
    /// - Parameters:
    ///   - tabs: which screen stands in which tab.
    ///   - tab: the screen of a tab, whatever has been pushed over it; where none is given, parameters go to the screen
    ///     that is seen in the tab, if that is the one asked for.
    ///   - select: selects a tab; false where there is none of that number.
    public init(
        tabs: [String: Int], tab: @escaping @MainActor (_ index: Int) -> (any ScreenNode)? = { _ in nil },
        select: @escaping @MainActor (_ index: Int, _ animated: Bool) -> Bool
    ) {
        indexByScreen = tabs
        self.tab = tab
        self.select = select
    }

    /// The screen of the tab.
    public func screen(for request: ScreenRequest) -> (any ScreenNode)? { indexByScreen[request.name].flatMap(tab) }

    /// Whether a tab shows the screen.
    public func canSwitch(to request: ScreenRequest) -> Bool { indexByScreen[request.name] != nil }

    /// Selects that tab.
    public func switchContext(to request: ScreenRequest, animated: Bool) -> Bool {
        indexByScreen[request.name].map { select($0, animated) } ?? false
    }
}

/// Pops back to a screen that is further down the stack.
public final class StackSwitcher: ContextSwitching {
    private let host: any NavigationHost
    private let stack: @MainActor () -> [any ScreenNode]

    /// Makes a switcher.
    /// - Parameters:
    ///   - host: pops.
    ///   - stack: the stack around the top screen, bottom first.
    public init(host: any NavigationHost, stack: @escaping @MainActor () -> [any ScreenNode]) {
        self.host = host
        self.stack = stack
    }

    /// Whether the stack holds the screen with the same parameters.
    public func canSwitch(to request: ScreenRequest) -> Bool { steps(to: request) != nil }

    /// Pops until it is on top.
    public func switchContext(to request: ScreenRequest, animated: Bool) -> Bool {
        guard let steps = steps(to: request) else { return false }
        for step in 0..<steps {
            guard let top = host.topScreen, host.pop(from: top, animated: animated && step == steps - 1) else {
                return false
            }
        }
        return true
    }

    private func steps(to request: ScreenRequest) -> Int? {
        Array(stack().reversed()).firstIndex {
            ($0 as? any ContextHolder)?.currentContext == request.context
        }
    }
}
