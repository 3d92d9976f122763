#if canImport(UIKit)
import RouteNavigation
import UIKit

final class InternalMenuController: UIViewController {}

/// As the app had it.
struct InternalMenuNavigator: Navigating {
    func navigate(
        from viewController: UIViewController, using transitionType: TransitionType, parameters: [String: String]
    ) {
        let navigationController = UINavigationController(rootViewController: InternalMenuController())
        navigate(to: navigationController, from: viewController, using: transitionType)
    }
}

@MainActor
func registerMenu(in router: AppRouter, from controller: UIViewController, path: String, url: URL?) {
    router.register(path: path, navigator: InternalMenuNavigator())
    router.route(to: url, from: controller, using: .present)
}
#endif
