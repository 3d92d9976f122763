import RouteModel
import RouteNavigation

/// A search screen that declares its routing.
final class SearchScreen: Routable, ContextHolder {
    static let routingPattern = "/search/:text"
    static let routingTraits = RoutingTraits(exposure: .exported, transition: .show)

    var text: String?
    var isReady = true
    var posts: [String] = []

    init(_ text: String?) { self.text = text }

    var routingIdentifier: String? { text }
    var currentContext: ScreenContext? { nil }

    static func routingIdentifier(of request: ScreenRequest) -> String? { request.parameters["text"] }

    static func get(_ request: ScreenRequest) throws -> (any ScreenNode)? {
        SearchScreen(try request.parameters.require("text"))
    }

    func post(_ request: ScreenRequest) {
        text = request.parameters["text"]
        posts.append(request.parameters["text"] ?? "")
    }
}

/// A display for nodes of any class: one stack.
@MainActor
final class PlainHost: NavigationHost {
    final class Stack: ScreenNode {
        var nodes: [any ScreenNode] = []
        var visibleChild: (any ScreenNode)? { nodes.last }
    }

    let stack = Stack()
    var root: (any ScreenNode)? { stack }
    /// Whether it accepts screens.
    var takes = true
    func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        if takes { stack.nodes.append(screen) }
        return takes
    }
    func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        show(screen, from: source, animated: animated)
    }
    func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        _ = stack.nodes.popLast()
        return show(screen, from: source, animated: animated)
    }
    func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool {
        stack.nodes = [screen]
        return true
    }
    func wrapped(_ screen: any ScreenNode) -> any ScreenNode { screen }
    func pop(from source: any ScreenNode, animated: Bool) -> Bool { stack.nodes.popLast() != nil }
    func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool { false }
    func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool { false }
    func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool { false }
    func openInSystem(_ address: String) -> Bool { false }
}
