public import RouteNavigation

#if os(iOS) || os(macOS) || os(visionOS)
public import SwiftUI
#endif

/// The phase of an app, as `ScenePhase` has it.
package enum AppPhase: Sendable, CaseIterable {
    /// In front, and the person works with it.
    case active
    /// Visible, but the person works with something else: an alert of the system, the app switcher, another app beside it.
    case inactive
    /// Not visible; the system may suspend the process at any moment.
    case background
}

/// What of a client follows the phases of an app.
package protocol PhaseFollowing: AnyObject {
    func startUpdating(by means: UpdateMeans)
    func stopUpdating()
    func wake()
}

extension RouteClient: PhaseFollowing {}

extension PhaseFollowing {
    /// Starts and ends updates with the app; an alert of the system does not end them.
    package func follow(_ phase: AppPhase, by means: UpdateMeans) {
        switch phase {
        case .active:
            startUpdating(by: means)
            // Updates that went on while the app was inactive may wait for their next poll.
            wake()
        case .inactive: break
        case .background: stopUpdating()
        }
    }
}

#if os(iOS) || os(macOS) || os(visionOS)
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
extension RouteClient {
    /// Updates while the app is in front: for `onChange(of: phase, initial: true)` of the app's scene.
    ///
    /// Read the phase in the `App`, not in a view: there it is that of all windows together, and one that is closed does not
    /// end the updates of the others. With `initial`, because an app may be active before the first change.
    /// - Parameters:
    ///   - phase: the phase of the app.
    ///   - means: how to learn of new releases.
    public func follow(_ phase: ScenePhase, by means: UpdateMeans = .polling) {
        switch phase {
        case .active: follow(AppPhase.active, by: means)
        case .background: follow(AppPhase.background, by: means)
        case .inactive: follow(AppPhase.inactive, by: means)
        @unknown default: break
        }
    }
}
#endif
