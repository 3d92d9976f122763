/// A display in memory: stacks, tabs, modals and split views that record what was done; for tests and terminals.
@MainActor
public final class MemoryHost: NavigationHost {
    /// The bottom of everything shown.
    public var rootNode: MemoryNode?
    /// What was done, in order, one line each.
    public private(set) var calls: [String] = []
    /// Whether the display has a web view.
    public var hasWebView = true
    /// Schemes that the system takes.
    public var systemSchemes: Set<String> = ["https", "http", "tel", "mailto"]

    /// Makes a display.
    public init(root: MemoryNode?) { rootNode = root }

    /// The bottom of everything shown.
    public var root: (any ScreenNode)? { rootNode }

    /// Pushes in the stack around the source, replaces the detail of a split view, or presents where there is neither.
    public func show(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("show \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newcomer(screen) else { return false }
        switch container(around: source.topScreen) {
        case let found? where found.kind == .split: found.children = [found.children.first, node].compactMap(\.self)
        case let stack?: stack.children += Self.opened(node)
        case nil: return put(node, over: source)
        }
        return true
    }

    /// Puts the screen over whatever the source shows.
    public func present(_ screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("present \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newcomer(screen) else { return false }
        return put(node, over: source)
    }

    /// Puts the screen in place of a stack's top or a split view's detail; presents it where there is neither.
    public func replaceTop(with screen: any ScreenNode, from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("replace \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newcomer(screen) else { return false }
        guard let container = container(around: source.topScreen) else { return put(node, over: source) }
        _ = container.children.popLast()
        container.children += container.kind == .stack ? Self.opened(node) : [node]
        return true
    }

    /// Puts the screen in place of everything.
    public func setRoot(_ screen: any ScreenNode, animated: Bool) -> Bool {
        calls.append("root \(Self.title(screen))\(animated ? "" : " at once")")
        guard let node = newcomer(screen) else { return false }
        rootNode = node
        return true
    }

    /// What may come onto the display: nothing that is on it already.
    private func newcomer(_ screen: any ScreenNode) -> MemoryNode? {
        guard let node = screen as? MemoryNode else { return nil }
        return ([node] + node.children).allSatisfy { pathTo($0).isEmpty } ? node : nil
    }

    private func put(_ node: MemoryNode, over source: any ScreenNode) -> Bool {
        guard let top = source.topScreen as? MemoryNode else { return false }
        top.presented = node
        return true
    }

    /// What goes into a stack: the screens of a stack, or the screen itself.
    private static func opened(_ node: MemoryNode) -> [MemoryNode] { node.kind == .stack ? node.children : [node] }

    /// A stack with the screen in it.
    public func wrapped(_ screen: any ScreenNode) -> any ScreenNode {
        guard let node = screen as? MemoryNode else { return screen }
        return MemoryNode.stack([node])
    }

    /// Takes the top of the stack away; never the last screen of it.
    public func pop(from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("pop")
        guard let stack = container(around: source), stack.kind == .stack, stack.children.count > 1 else {
            return false
        }
        stack.children.removeLast()
        return true
    }

    /// Leaves only the first screen of the stack.
    public func popToRoot(from source: any ScreenNode, animated: Bool) -> Bool {
        calls.append("popToRoot")
        guard let stack = container(around: source), stack.kind == .stack, stack.children.count > 1 else {
            return false
        }
        stack.children.removeSubrange(1...)
        return true
    }

    /// Takes the nearest modal away that the source is, or is inside of.
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

    /// Records what went to the system.
    public func openInSystem(_ address: String) -> Bool {
        calls.append("system \(address)")
        return systemSchemes.contains(String(address.prefix { $0 != ":" }))
    }

    /// The innermost stack or split view around a node.
    private func container(around source: any ScreenNode) -> MemoryNode? {
        // A modal begins a new world: what is pushed inside it must not land behind it.
        let path = pathTo(source)
        let start = path.lastIndex { node in path.contains { $0.presented === node } } ?? 0
        return path.isEmpty ? nil : path[start...].last { $0.kind == .stack || $0.kind == .split }
    }

    /// The nodes from the root down to a node, both included; empty where it is not on the display.
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
