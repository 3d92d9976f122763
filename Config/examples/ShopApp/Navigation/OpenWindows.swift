/// The windows that are on the screen, by the identifiers of their scenes.
///
/// Notifications, actions of the home screen and intents come to the whole app, and each belongs to one window.
@MainActor
final class OpenWindows {
    private struct Place {
        let scene: String
        weak var window: ShopWindow?
    }

    private struct Act {
        let scene: String?
        let perform: @MainActor (ShopWindow) -> Void
    }

    /// The one that was in front last is the last.
    private var places: [Place] = []
    /// What came before its window, such as the notification that started the app.
    private var waiting: [Act] = []
    /// More acts before a window are not a person's.
    private static let waitingMax = 8

    /// The view of a window has appeared in a scene; what waited for it is done.
    func appeared(_ window: ShopWindow, in scene: String) {
        places.removeAll { $0.window == nil || $0.window === window || $0.scene == scene }
        places.append(Place(scene: scene, window: window))
        let due = waiting.filter { $0.scene == nil || $0.scene == scene }
        waiting.removeAll { $0.scene == nil || $0.scene == scene }
        for act in due { act.perform(window) }
    }

    /// A person works with this window now.
    func cameToFront(_ window: ShopWindow) {
        guard let index = places.firstIndex(where: { $0.window === window }) else { return }
        places.append(places.remove(at: index))
    }

    /// Does something in the window of a scene, or of the latest one if the system names none; waits for the window.
    func act(in scene: String?, _ perform: @escaping @MainActor (ShopWindow) -> Void) {
        places.removeAll { $0.window == nil }
        let place = places.last { scene == nil || $0.scene == scene }
        if let window = place?.window {
            perform(window)
        } else if waiting.count < Self.waitingMax {
            waiting.append(Act(scene: scene, perform: perform))
        }
    }
}
