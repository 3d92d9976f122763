import RouteModel
public import RouteProtocols

/// One element of a display in memory.
@MainActor
public final class MemoryNode: ScreenNode, ContextHolder {
    /// The kinds of elements.
    public enum Kind: String, Sendable {
        /// A screen, or another element without children.
        case screen
        /// A navigation stack; the last child is visible.
        case stack
        /// Tabs; the selected child is visible.
        case tabs
        /// A split view; the last child, the detail, is visible.
        case split
    }

    /// The kind of this element.
    public let kind: Kind
    /// The title.
    public let title: String
    /// The request that it was made for; nil for containers and plain elements.
    public let request: ScreenRequest?
    /// The elements inside a container.
    public var children: [MemoryNode]
    /// The index of the selected tab.
    public var selected = 0
    /// The element presented over it.
    public var presented: MemoryNode?

    private init(_ kind: Kind, _ title: String, request: ScreenRequest?, children: [MemoryNode]) {
        self.kind = kind
        self.title = title
        self.request = request
        self.children = children
    }

    /// A screen for a request.
    public convenience init(_ request: ScreenRequest) {
        self.init(.screen, request.name, request: request, children: [])
    }

    /// An element without a request.
    public static func plain(_ title: String) -> MemoryNode { MemoryNode(.screen, title, request: nil, children: []) }
    /// A stack, bottom first.
    public static func stack(_ children: [MemoryNode]) -> MemoryNode {
        MemoryNode(.stack, "stack", request: nil, children: children)
    }
    /// Tabs, the first selected.
    public static func tabs(_ children: [MemoryNode]) -> MemoryNode {
        MemoryNode(.tabs, "tabs", request: nil, children: children)
    }
    /// A split view: primary, then detail.
    public static func split(_ children: [MemoryNode]) -> MemoryNode {
        MemoryNode(.split, "split", request: nil, children: children)
    }

    /// The visible child.
    public var visibleChild: (any ScreenNode)? {
        switch kind {
        case .screen: nil
        case .stack, .split: children.last
        case .tabs: children.indices.contains(selected) ? children[selected] : nil
        }
    }

    /// The element presented over it.
    public var presentedChild: (any ScreenNode)? { presented }

    /// The context of its request.
    public var currentContext: ScreenContext? { request?.context }

    /// The element and everything in it as indented lines, for people.
    public func outline(indent: String = "") -> String {
        var lines = [indent + label]
        for (number, child) in children.enumerated() {
            let mark = kind == .tabs ? (number == selected ? "* " : "  ") : ""
            lines.append(child.outline(indent: indent + "  " + mark))
        }
        if let presented { lines.append(presented.outline(indent: indent + "^ ")) }
        return lines.joined(separator: "\n")
    }

    private var label: String {
        guard let request else { return title }
        let pairs = request.parameters.flat.map { "\($0.name)=\($0.value.text)" }
        return pairs.isEmpty ? title : "\(title)(\(pairs.joined(separator: ", ")))"
    }
}
