#if canImport(UIKit)
public import UIKit

extension LinkIngress {
    /// Takes a universal link: for `scene(_:continue:)` and `application(_:continue:restorationHandler:)`.
    ///
    /// - Returns: whether somebody takes care of it; false for activities that are no links.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb else { return false }
        return handle(IncomingLink(.universalLink, activity.webpageURL?.absoluteString))
    }

    /// Takes addresses of the app's own scheme: for `scene(_:openURLContexts:)`.
    ///
    /// - Returns: whether somebody takes care of one of them.
    @discardableResult
    public func handle(_ contexts: Set<UIOpenURLContext>) -> Bool {
        contexts.map { handle(IncomingLink(.customScheme, $0.url.absoluteString)) }.contains(true)
    }

    /// Takes what a scene was started by: for `scene(_:willConnectTo:options:)`.
    ///
    /// The links wait until ``becameReady()``.
    /// - Returns: whether there was a link that somebody takes care of.
    @discardableResult
    public func handle(_ options: UIScene.ConnectionOptions) -> Bool {
        let activities = options.userActivities.map { handle($0) }
        return handle(options.urlContexts) || activities.contains(true)
    }
}
#endif
