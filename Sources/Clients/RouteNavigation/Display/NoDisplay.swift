import RouteProtocols

/// The display of a router that only decides: it has no root.
@MainActor
final class NoDisplay: NavigationHost {
    let root: (any ScreenNode)? = nil
    func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool { false }
    func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool { false }
    func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool { false }
    func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool { false }
    func wrapped(_ screen: any ScreenNode) -> any ScreenNode { screen }
    func pop(from source: any ScreenNode, animated: Bool) -> Bool { false }
    func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool { false }
    func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool { false }
    func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool { false }
    func openInSystem(_ address: String) -> Bool { false }
}
