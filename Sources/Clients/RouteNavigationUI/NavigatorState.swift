public import RouteProtocols

/// What an app shows, as a value: tabs with their paths, modals over them, and an alert.
///
/// It is Codable, for the restoration of an app's state.
public struct NavigatorState: Sendable, Hashable, Codable {
    /// A screen presented over everything below, with a stack of its own.
    public struct Modal: Sendable, Hashable, Codable, Identifiable {
        /// How it is presented.
        public enum Style: String, Sendable, Hashable, Codable {
            /// A sheet, which a person can pull down.
            case sheet
            /// A cover of the full screen; a sheet on macOS.
            case cover
        }

        /// Distinguishes it from other modals of the same navigator.
        public let id: Int
        /// How it is presented.
        public var style: Style
        /// Its first screen.
        public var root: ScreenRequest
        /// The screens pushed over that.
        public var path: [ScreenRequest] = []
    }

    /// A message over everything, with one button, OK.
    public struct Alert: Sendable, Hashable, Codable {
        /// The title.
        public var title: String
        /// The text.
        public var message: String

        /// Makes an alert.
        public init(_ title: String, message: String = "") {
            self.title = title
            self.message = message
        }
    }

    /// The names of the tabs, in order; one at least.
    public internal(set) var tabs: [String]
    /// The selected tab.
    public internal(set) var selected: String
    /// The screens pushed over the first screen of each tab.
    public internal(set) var paths: [String: [ScreenRequest]] = [:]
    /// The modals, bottom first.
    public internal(set) var modals: [Modal] = []
    /// The alert over everything.
    public internal(set) var alert: Alert?
    private var modalsMade = 0

    /// Makes a state in which the first tab is selected and shows its first screen.
    /// - Parameter tabs: the names of the tabs; one for an app without tabs.
    public init(tabs: [String]) {
        self.tabs = tabs.isEmpty ? [""] : tabs
        selected = self.tabs[0]
    }

    /// The path of a tab.
    public func path(of tab: String) -> [ScreenRequest] { paths[tab] ?? [] }

    /// The screens of the stack on top: of the modal on top, or else of the selected tab.
    public var topPath: [ScreenRequest] { modals.last?.path ?? path(of: selected) }

    /// The request of the screen on top; nil for the first screen of a tab.
    public var topRequest: ScreenRequest? { topPath.last ?? modals.last?.root }

    /// The requests of all screens.
    var requests: [ScreenRequest] { paths.values.flatMap(\.self) + modals.flatMap { [$0.root] + $0.path } }

    /// The alert that the layer of this depth shows: 0 for the view below all modals, 1 for the first modal, and so on.
    ///
    /// Only the view on top may present it: a system does not present from a view that a modal covers.
    public func alert(at depth: Int) -> Alert? { modals.count == depth ? alert : nil }

    /// Sets the path on top.
    mutating func setTopPath(_ path: [ScreenRequest]) {
        if modals.isEmpty { setPath(path, of: selected) } else { modals[modals.count - 1].path = path }
    }

    /// Sets the path of a tab.
    mutating func setPath(_ path: [ScreenRequest], of tab: String) { paths[tab] = path.isEmpty ? nil : path }

    /// Adds a modal on top.
    mutating func present(_ request: ScreenRequest, _ style: Modal.Style) {
        modalsMade += 1
        modals.append(Modal(id: modalsMade, style: style, root: request))
    }
}
