#if os(iOS) || os(visionOS)
import RouteProtocols
import UIKit

/// Reports modals that a person has pulled down; UIKit does not call it for those that code has dismissed.
@MainActor
final class PullDownObserver: NSObject, UIAdaptivePresentationControllerDelegate {
    var report: (@MainActor (_ screens: [ScreenContext]) -> Void)?

    /// The dismissal of a modal has ended.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        let modal = presentationController.presentedViewController
        let screens = (modal as? UINavigationController)?.viewControllers ?? [modal]
        report?(screens.compactMap { ($0 as? any ContextHolder)?.currentContext })
    }
}
#endif
