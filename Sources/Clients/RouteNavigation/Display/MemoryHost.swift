public import RouteProtocols

/// A display in memory, with stacks, tabs, modals and split views, that records calls; for tests and terminals.
@MainActor
public final class MemoryHost: NavigationHost {
    /// The root of the display.
    public var rootNode: MemoryNode?
    /// The calls, in order, one line for each.
    public private(set) var calls: [String] = []
    /// Whether ``openInWebView(_:from:)`` succeeds.
    public var hasWebView = true
    /// The schemes with which ``openInSystem(_:)`` succeeds.
    public var systemSchemes: Set<String> = ["https", "http", "tel", "mailto"]

    /// Makes a display.
    public init(root: MemoryNode?) { rootNode = root }

    /// The root of the display.
    public var root: (any ScreenNode)? { rootNode }

    /// Pushes in the stack around the source, replaces the detail of a split view, or presents if there is neither.
    public func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("show \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newNode(screen) else { return false }
        switch container(around: source.topScreen) {
        case let found? where found.kind == .split: found.children = [found.children.first, node].compactMap(\.self)
        case let stack?: stack.children += Self.opened(node)
        case nil: return put(node, over: source)
        }
        return true
    }

    /// Presents the screen over the top screen of the source.
    public func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("present \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newNode(screen) else { return false }
        return put(node, over: source)
    }

    /// Replaces a stack's top or a split view's detail; presents the screen if there is neither.
    public func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("replace \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newNode(screen) else { return false }
        guard let container = container(around: source.topScreen) else { return put(node, over: source) }
        _ = container.children.popLast()
        container.children += container.kind == .stack ? Self.opened(node) : [node]
        return true
    }

    /// Replaces everything with the screen.
    public func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool {
        calls.append("root \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newNode(screen) else { return false }
        rootNode = node
        return true
    }

    /// The screen as a node; nil if it, or a child of it, is on the display already.
    private func newNode(_ screen: any ScreenNode) -> MemoryNode? {
        guard let node = screen as? MemoryNode else { return nil }
        return ([node] + node.children).allSatisfy { pathTo($0).isEmpty } ? node : nil
    }

    private func put(_ node: MemoryNode, over source: any ScreenNode) -> Bool {
        guard let top = source.topScreen as? MemoryNode else { return false }
        top.presented = node
        return true
    }

    /// The nodes to put into a stack: the children of a stack, or the screen itself.
    private static func opened(_ node: MemoryNode) -> [MemoryNode] { node.kind == .stack ? node.children : [node] }

    /// A new stack that contains the screen.
    public func wrapped(_ screen: any ScreenNode) -> any ScreenNode {
        guard let node = screen as? MemoryNode else { return screen }
        return MemoryNode.stack([node])
    }

    /// Removes the top of the stack, unless it is the last screen.
    public func pop(from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("pop")
        guard let stack = container(around: source), stack.kind == .stack, stack.children.count > 1 else {
            return false
        }
        stack.children.removeLast()
        return true
    }

    /// Removes all screens of the stack but the first.
    public func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("popToRoot")
        guard let stack = container(around: source), stack.kind == .stack, stack.children.count > 1 else {
            return false
        }
        stack.children.removeSubrange(1...)
        return true
    }

    /// Dismisses the nearest modal that is, or contains, the source.
    public func dismiss(_ source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("dismiss")
        let modal = pathTo(source).reversed().first { node in pathTo(node).contains { $0.presented === node } }
        guard let modal, let presenter = pathTo(modal).first(where: { $0.presented === modal }) else { return false }
        presenter.presented = nil
        return true
    }

    /// Records a web page.
    public func openInWebView(_ address: String, from source: (any ScreenNode)?) -> Bool {
        calls.append("web \(address)")
        return hasWebView
    }

    /// Records an address for the system.
    public func openInSystem(_ address: String) -> Bool {
        calls.append("system \(address)")
        return systemSchemes.contains(String(address.prefix { $0 != ":" }))
    }

    /// The innermost stack or split view around a node.
    private func container(around source: any ScreenNode) -> MemoryNode? {
        // Containers behind a modal do not count, because a screen pushed there would not be visible.
        let path = pathTo(source)
        let start = path.lastIndex { node in path.contains { $0.presented === node } } ?? 0
        return path.isEmpty ? nil : path[start...].last { $0.kind == .stack || $0.kind == .split }
    }

    /// The nodes from the root down to a node, both included; empty if it is not on the display.
    private func pathTo(_ target: any ScreenNode) -> [MemoryNode] {
        func descend(_ node: MemoryNode) -> [MemoryNode]? {
            if node === target { return [node] }
            for next in node.children + [node.presented].compactMap(\.self) {
                if let path = descend(next) { return [node] + path }
            }
            return nil
        }
        return rootNode.flatMap(descend) ?? []
    }

    private static func title(_ node: any ScreenNode) -> String {
        guard let node = node as? MemoryNode else { return "?" }
        return node.kind == .screen ? node.title : "[\(node.children.map { title($0) }.joined(separator: " "))]"
    }
}
