#if os(iOS) || os(macOS) || os(visionOS)
public import AppIntents
import Foundation
public import RouteProtocols

@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
extension OpenURLIntent {
    /// Makes the intent that opens a typed route in the app, for the result of another intent:
    /// `.result(opensIntent: try OpenURLIntent(ShopRoute.orders))`.
    ///
    /// The system opens the app with the address as a universal link, so ``TypedRoute/base`` has to be a web address of the
    /// app's site. Before iOS 18 an intent with `openAppWhenRun` calls ``LinkIngress/receive(intent:)``.
    /// - Throws: `TypedRouteError` if the route has no address, or one with a scheme of the app.
    public init(_ route: some TypedRoute) throws(TypedRouteError) {
        guard let address = route.address, let url = URL(string: address) else {
            throw TypedRouteError(place: "\(type(of: route))", detail: "\(route) has no address")
        }
        guard IncomingLink(url).kind == .universalLink else {
            throw TypedRouteError(
                place: "\(type(of: route)).base", detail: "\(address) is no web address",
                hint: "the system opens universal links only")
        }
        self.init(url)
    }
}
#endif
