public import RouteProtocols

/// A change of what is shown; each has the same effect on every system.
public enum NavigatorChange: Sendable, Hashable {
    /// Push in the stack on top.
    case push(ScreenRequest)
    /// Present a sheet over everything.
    case sheet(ScreenRequest)
    /// Present a cover of the full screen over everything.
    case cover(ScreenRequest)
    /// Replace the screen on top; push if that is the first screen of a tab.
    case replace(ScreenRequest)
    /// Dismiss all modals; the screen is the only one over the first screen of the selected tab.
    case root(ScreenRequest)
    /// Remove the screen on top from its stack.
    case pop
    /// Remove all screens but the first of the stack on top.
    case popToRoot
    /// Dismiss all modals, remove the alert, and all screens but the first of every tab, such as at a sign-out; the selected tab
    /// stays.
    case allToRoot
    /// Remove all screens of the stack on top above the last one with this name.
    case popTo(screen: String)
    /// Dismiss the modal on top.
    case dismiss
    /// Dismiss all modals.
    case dismissAll
    /// Dismiss all modals and select a tab.
    case select(tab: String)
    /// Show an alert; it replaces the one that is shown.
    case alert(NavigatorState.Alert)
    /// Remove the alert.
    case removeAlert
}

extension NavigatorState {
    /// Makes a change.
    /// - Returns: false if it has no effect: there is nothing to go back to, no such tab or screen, or a stack or the list
    ///   of modals is full.
    @discardableResult
    public mutating func apply(_ change: NavigatorChange) -> Bool {
        switch change {
        case .push(let request): return push(request)
        case .sheet(let request): return add(request, .sheet)
        case .cover(let request): return add(request, .cover)
        case .replace(let request): return replaceTop(request)
        case .root(let request):
            modals = []
            setPath([request], of: selected)
        case .pop: return cut(to: topPath.count - 1)
        case .popToRoot: return cut(to: topPath.isEmpty ? -1 : 0)
        case .allToRoot:
            guard !modals.isEmpty || !paths.isEmpty || alert != nil else { return false }
            (modals, paths, alert) = ([], [:], nil)
        case .popTo(let screen): return popTo(screen)
        case .dismiss: return modals.popLast() != nil
        case .dismissAll:
            defer { modals = [] }
            return !modals.isEmpty
        case .select(let tab):
            guard tabs.contains(tab) else { return false }
            modals = []
            selected = tab
        case .alert(let alert): self.alert = alert
        case .removeAlert:
            defer { alert = nil }
            return alert != nil
        }
        return true
    }

    private mutating func push(_ request: ScreenRequest) -> Bool {
        guard topPath.count < Limits.pathMax else { return false }
        setTopPath(topPath + [request])
        return true
    }

    private mutating func add(_ request: ScreenRequest, _ style: Modal.Style) -> Bool {
        guard modals.count < Limits.layersMax else { return false }
        // A modal would be below the alert, and a person has not seen it then.
        alert = nil
        present(request, style)
        return true
    }

    private mutating func replaceTop(_ request: ScreenRequest) -> Bool {
        if topPath.isEmpty, !modals.isEmpty {
            modals[modals.count - 1].root = request
        } else {
            setTopPath(topPath.dropLast() + [request])
        }
        return true
    }

    private mutating func popTo(_ screen: String) -> Bool {
        if let index = topPath.lastIndex(where: { $0.name == screen }) { return cut(to: index + 1) }
        return modals.last?.root.name == screen && cut(to: 0)
    }

    /// Leaves the first screens of the stack on top; false if there are no more of them.
    private mutating func cut(to count: Int) -> Bool {
        guard count >= 0, count < topPath.count else { return false }
        setTopPath(Array(topPath.prefix(count)))
        return true
    }

    /// The next state on the way to another that a system can show in one transition: modals and the alert are dismissed
    /// before others are presented, because a system drops what is presented during a dismissal.
    func step(to target: NavigatorState) -> NavigatorState {
        let kept = zip(modals, target.modals).prefix { $0.id == $1.id }.count
        let isAlertInTheWay = alert != nil && target.modals.count > kept
        guard kept < modals.count || isAlertInTheWay else { return target }
        var next = self
        next.modals = Array(modals.prefix(kept))
        next.alert = nil
        return next
    }
}
