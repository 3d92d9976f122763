public import RouteProtocols

/// Brings a screen to the front that the display already has: in another tab, or deeper in a stack.
@MainActor
public protocol ContextSwitching: AnyObject {
    /// Whether the display already has the requested screen.
    func canSwitch(to request: ScreenRequest) -> Bool
    /// Brings it to the front.
    /// - Returns: false if that failed; the router then tries the next switcher.
    func switchContext(to request: ScreenRequest, animated: Bool) -> Bool
    /// The screen that was brought to the front, which gets the parameters; nil stands for the one on top.
    func screen(for request: ScreenRequest) -> (any ScreenNode)?
}

extension ContextSwitching {
    /// The default: the screen on top.
    public func screen(for request: ScreenRequest) -> (any ScreenNode)? { nil }
}

/// Selects the tab that shows a screen.
///
/// The tab's screen gets the parameters if it is ``Updatable``; otherwise it stays unchanged, and the event
/// ``RouterEvent/parametersNotTaken(screen:)`` reports it.
public final class TabSwitcher: ContextSwitching {
    private let indexByScreen: [String: Int]
    private let select: @MainActor (Int, Bool) -> Bool
    private let tab: @MainActor (Int) -> (any ScreenNode)?

    /// Makes a switcher.
    /// - Parameters:
    ///   - tabs: the index of the tab of each screen.
    ///   - tab: the first screen of a tab, also if others were pushed over it; by default parameters go to the visible
    ///     screen of the tab, if that is the requested one.
    ///   - select: selects a tab; returns false if there is no such tab.
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

/// Pops back to a screen that is deeper in the stack.
public final class StackSwitcher: ContextSwitching {
    private let host: any NavigationHost
    private let stack: @MainActor () -> [any ScreenNode]

    /// Makes a switcher.
    /// - Parameters:
    ///   - host: the display.
    ///   - stack: the stack around the top screen, bottom first.
    public init(host: any NavigationHost, stack: @escaping @MainActor () -> [any ScreenNode]) {
        self.host = host
        self.stack = stack
    }

    /// Whether the stack has the screen with the same context.
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
