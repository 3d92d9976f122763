/// Goes back by one screen.
public final class PopNavigator: Navigating {
    /// Makes one.
    public init() {}

    /// Takes the top screen away; an empty stack is an answer, not a crash.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        host.wentBack(host.pop(from: source.topScreen, animated: true))
    }
}

/// Goes back to the first screen of the stack.
public final class PopToRootNavigator: Navigating {
    /// Makes one.
    public init() {}

    /// Takes everything above the first screen away.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        host.wentBack(host.popToRoot(from: source.topScreen, animated: true))
    }
}

/// Takes the nearest modal away.
public final class DismissNavigator: Navigating {
    /// Makes one.
    public init() {}

    /// Dismisses what the source is on.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        host.wentBack(host.dismiss(source.topScreen, animated: true))
    }
}

/// Goes back to a screen further down the stack.
public final class PopToNavigator: Navigating {
    private let context: ScreenContext
    private let stack: @MainActor () -> [any ScreenNode]

    /// Makes one.
    /// - Parameters:
    ///   - context: what is to be on top afterwards.
    ///   - stack: the stack around the top screen, bottom first.
    public init(_ context: ScreenContext, stack: @escaping @MainActor () -> [any ScreenNode]) {
        self.context = context
        self.stack = stack
    }

    /// Pops until the screen is on top; a stack without it stays as it is.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        let switcher = StackSwitcher(host: host, stack: stack)
        let wanted = ScreenRequest(context)
        return host.wentBack(switcher.canSwitch(to: wanted) && switcher.switchContext(to: wanted, animated: true))
    }
}

extension NavigationHost {
    fileprivate func wentBack(_ worked: Bool) -> RouteOutcome {
        worked ? .handled(screen: topContext?.screen ?? "") : .failed("there is nothing to go back to")
    }
}
