import SwiftUI
import UIKit

/// Finds the scene of a view, which SwiftUI does not tell.
struct SceneReader: UIViewRepresentable {
    /// Called with the identifier of the scene's session when the view is in it.
    let found: @MainActor (_ scene: String) -> Void

    func makeUIView(context: UIViewRepresentableContext<Self>) -> SceneReadingView {
        let view = SceneReadingView()
        view.found = found
        return view
    }

    func updateUIView(_ view: SceneReadingView, context: UIViewRepresentableContext<Self>) {}
}

final class SceneReadingView: UIView {
    var found: (@MainActor (_ scene: String) -> Void)?

    override func didMoveToWindow() {
        if let scene = window?.windowScene { found?(scene.session.persistentIdentifier) }
    }
}
