public import RouteProtocols

/// Goes back by one screen.
public final class PopNavigator: Navigating {
    /// Makes a navigator.
    public init() {}

    /// Removes the top screen; the outcome is `failed` if there is nothing to go back to.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        host.wentBack(host.pop(from: source.topScreen, animated: true))
    }
}

/// Goes back to the first screen of the stack.
public final class PopToRootNavigator: Navigating {
    /// Makes a navigator.
    public init() {}

    /// Removes all screens above the first.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        host.wentBack(host.popToRoot(from: source.topScreen, animated: true))
    }
}

/// Dismisses the nearest modal.
public final class DismissNavigator: Navigating {
    /// Makes a navigator.
    public init() {}

    /// Dismisses the modal that contains the source.
    public func navigate(
        from source: any ScreenNode, using transition: TransitionType, request: ScreenRequest,
        host: any NavigationHost
    ) -> RouteOutcome {
        host.wentBack(host.dismiss(source.topScreen, animated: true))
    }
}

/// Goes back to a screen deeper in the stack.
public final class PopToNavigator: Navigating {
    private let context: ScreenContext
    private let stack: @MainActor () -> [any ScreenNode]

    /// Makes a navigator.
    /// - Parameters:
    ///   - context: the context of the screen to go back to.
    ///   - stack: the stack around the top screen, bottom first.
    public init(_ context: ScreenContext, stack: @escaping @MainActor () -> [any ScreenNode]) {
        self.context = context
        self.stack = stack
    }

    /// Pops until the screen is on top; does nothing if the stack does not contain it.
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
