#if os(iOS) || os(macOS) || os(visionOS)
import CoreSpotlight
import Foundation
public import RouteNavigation
public import SwiftUI

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
extension View {
    /// Shows what a navigator has above this view: modals and alerts; inside it each ``RouteStack`` shows a path.
    /// - Parameters:
    ///   - navigator: the navigator of this window.
    ///   - links: receives the addresses, web pages and search results with which the system opens this window; nil for none.
    ///   - activities: the types of the app's own activities that `links` receives, too: Handoff, widgets and intents.
    /// - Returns: the view with what is over it.
    public func routes(_ navigator: Navigator, links: LinkIngress? = nil, activities: [String] = []) -> some View {
        modifier(RoutesModifier(navigator: navigator, links: links, activities: activities))
    }

    /// Makes the views of a typed route for the stacks and modals inside; write it outside of `routes(_:links:activities:)`.
    public func routeDestination<Route: TypedRoute, Destination: View>(
        _ type: Route.Type, @ViewBuilder destination: @escaping @MainActor @Sendable (Route) -> Destination
    ) -> some View {
        transformEnvironment(\.routeDestinations) { destinations in
            destinations.makers.append { request in
                guard let route = try? Route(request: request) else { return nil }
                return AnyView(destination(route))
            }
        }
    }

    /// Runs an action for each route that a router shows or updates, such as to count screens; also if one is shown again.
    ///
    /// It begins with the route that was shown last, because a link may be followed before the view appears.
    /// It stands before `routes(_:)`, which gives what is inside it the navigator.
    public func onRoute<Route: TypedRoute>(
        _ type: Route.Type, perform action: @escaping @MainActor (Route) -> Void
    ) -> some View {
        modifier(OnRouteModifier(action: action))
    }
}

/// Makes the view of a request; the first maker that has one.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
struct RouteDestinations: Sendable {
    var makers: [@MainActor @Sendable (ScreenRequest) -> AnyView?] = []

    @MainActor
    func view(for request: ScreenRequest) -> AnyView {
        for maker in makers {
            if let view = maker(request) { return view }
        }
        return AnyView(Text("no routeDestination makes \(request.name)"))
    }
}

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
extension EnvironmentValues {
    private struct NavigatorKey: EnvironmentKey {
        static let defaultValue: Navigator? = nil
    }

    private struct DestinationsKey: EnvironmentKey {
        static let defaultValue = RouteDestinations()
    }

    /// The navigator of the window; nil outside of `routes(_:links:activities:)`.
    public internal(set) var navigator: Navigator? {
        get { self[NavigatorKey.self] }
        set { self[NavigatorKey.self] = newValue }
    }

    var routeDestinations: RouteDestinations {
        get { self[DestinationsKey.self] }
        set { self[DestinationsKey.self] = newValue }
    }
}

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
struct RoutesModifier: ViewModifier {
    @Environment(\.openURL) private var openURL
    let navigator: Navigator
    let links: LinkIngress?
    let activities: [String]

    func body(content: Content) -> some View {
        receiving(content)
            .modifier(ModalLayer(navigator: navigator, depth: 0))
            .environment(\.navigator, navigator)
            .onAppear {
                navigator.system = { [openURL] address in
                    guard let url = URL(string: address) else { return false }
                    openURL(url)
                    return true
                }
                navigator.attach()
            }
            .onDisappear { navigator.detach() }
            .onOpenURL { links?.handle($0) }
    }

    /// The content with a modifier for each type of activity; the types of a window do not change.
    private func receiving(_ content: Content) -> AnyView {
        let types = [NSUserActivityTypeBrowsingWeb, CSSearchableItemActionType] + activities
        return types.reduce(AnyView(content)) { view, type in
            AnyView(view.onContinueUserActivity(type) { links?.handle($0) })
        }
    }
}

/// The number of the request that a view has read last; views do not observe it.
@MainActor
final class LatestShown {
    var number = 0
}

@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
struct OnRouteModifier<Route: TypedRoute>: ViewModifier {
    @Environment(\.navigator) private var navigator
    @State private var latest = LatestShown()
    let action: @MainActor (Route) -> Void

    func body(content: Content) -> some View {
        content.task { [navigator, action, latest] in
            guard let navigator else {
                return assertionFailure("onRoute has no navigator: put it before routes(_:), on the window's content")
            }
            for await shown in navigator.shown(after: latest.number) {
                latest.number = shown.number
                if let route = try? Route(request: shown.request) { action(route) }
            }
        }
    }
}
#endif
