import RouteNavigation

extension ShopWindow {
    /// Follows the links that started the app, as soon as there are rules.
    ///
    /// No link is lost, however late the rules are. After some seconds without rules, links that need none are followed: an address of our site is shown as a page. The
    /// others go on waiting.
    /// - Parameters:
    ///   - rules: the app's client.
    ///   - limit: how long all links wait.
    func start(_ rules: RouteClient, waiting limit: Duration = .seconds(5)) async {
        do throws(RouteClientError) {
            _ = try await rules.ready(timeout: limit)
        } catch {
            // The view that started this is gone; the next one starts it again, and the links wait.
            guard error.code == .timedOut else { return }
            await links.stopWaitingForRules()
            guard (try? await rules.ready) != nil else { return }
        }
        await rulesAreReady()
    }
}

/// The version of the app that its `Info.plist` has, which rules test and which decides whether a release gets a new trial.
/// - Parameter info: the dictionary of the app's bundle.
/// - Returns: `0` without a version, so that rules for a version and later do not match.
func appVersion(in info: [String: Any]?) -> String {
    let version = info?["CFBundleShortVersionString"] as? String ?? ""
    return version.isEmpty ? "0" : version
}
