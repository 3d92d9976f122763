import RouteProtocols

/// A call of a ``ControllerNavigating``, whose method has no display among its parameters.
@MainActor
final class ControllerCall {
    /// Why a screen that a navigator shows after its call has no display.
    struct Lost: Error {
        let reason: String
    }

    /// The calls under way, outermost first: a navigator may open an address that another navigator has.
    private static var underWay: [ControllerCall] = []
    /// The latest calls that have returned, oldest first; one for each screen at which they started.
    private static var returned: [ControllerCall] = []

    /// The display; nil after its window was closed.
    private(set) weak var host: (any NavigationHost)?
    private weak var source: (any ScreenNode)?
    /// The name of the requested screen or path.
    let screen: String
    /// Whether the display refused a screen.
    var isRefused = false

    init(_ host: any NavigationHost, _ source: any ScreenNode, screen: String) {
        self.host = host
        self.source = source
        self.screen = screen
    }

    /// Records that a call begins.
    static func begin(_ call: ControllerCall) { underWay.append(call) }

    /// Records that the innermost call has returned.
    static func end() {
        guard let call = underWay.popLast() else { return }
        returned.removeAll { ($0.source == nil && $0.host == nil) || $0.source === call.source }
        returned = returned.suffix(Limits.lateCallsMax - 1) + [call]
    }

    /// The call to which a screen belongs that a navigator shows now.
    static func call(for source: any ScreenNode) -> Result<ControllerCall, Lost> {
        if let call = underWay.last { return .success(call) }
        if let call = returned.last(where: { $0.source === source }) { return .success(call) }
        let displays = Dictionary(grouping: returned.filter { $0.host != nil }) { $0.host.map { ObjectIdentifier($0) } }
        guard displays.count < 2 else {
            return .failure(Lost(reason: "\(displays.count) displays have called navigators, none from this screen"))
        }
        guard let call = displays.first?.value.last else {
            return .failure(Lost(reason: "no display that has called a navigator is left"))
        }
        return .success(call)
    }
}
