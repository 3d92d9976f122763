#if os(iOS) || os(macOS) || os(visionOS)
import RouteNavigation
public import SwiftUI

/// The stack of a tab, or of an app without tabs; the detail column of a split view may be one, too.
///
/// Its screens are made by `routeDestination(_:destination:)`.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
public struct RouteStack<Root: View>: View {
    @Environment(\.navigator) private var navigator
    @Environment(\.routeDestinations) private var destinations
    private let tab: String
    private let root: Root

    /// Makes a stack.
    /// - Parameters:
    ///   - tab: the name of its tab; none for an app without tabs.
    ///   - root: its first screen.
    public init(tab: String = "", @ViewBuilder root: () -> Root) {
        self.tab = tab
        self.root = root()
    }

    /// The first screen, and those that are pushed over it.
    public var body: some View {
        NavigationStack(path: path) {
            root.navigationDestination(for: ScreenRequest.self) { destinations.view(for: $0) }
        }
    }

    private var path: Binding<[ScreenRequest]> {
        Binding { @MainActor [navigator, tab] in
            navigator?.state.path(of: tab) ?? []
        } set: { @MainActor [navigator, tab] in
            navigator?.personSet(path: $0, modal: nil, tab: tab)
        }
    }
}

/// The stack of a modal.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
struct ModalStack: View {
    @Environment(\.routeDestinations) private var destinations
    let navigator: Navigator
    let modal: NavigatorState.Modal
    let depth: Int

    var body: some View {
        NavigationStack(path: path) {
            destinations.view(for: current.root)
                .navigationDestination(for: ScreenRequest.self) { destinations.view(for: $0) }
        }
        .modifier(ModalLayer(navigator: navigator, depth: depth + 1))
    }

    /// The modal as it is now: its first screen may have been replaced.
    private var current: NavigatorState.Modal {
        navigator.state.modals.first { $0.id == modal.id } ?? modal
    }

    private var path: Binding<[ScreenRequest]> {
        Binding { @MainActor [navigator, modal] in
            navigator.state.modals.first { $0.id == modal.id }?.path ?? []
        } set: { @MainActor [navigator, modal] in
            navigator.personSet(path: $0, modal: modal.id, tab: "")
        }
    }
}

/// The modal that a layer has shown last; views do not observe it.
@MainActor
final class LatestModal {
    var id = 0
}

/// Presents the modal of a depth over a view, as a sheet or a cover, and the alert if no modal covers the view.
@available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
struct ModalLayer: ViewModifier {
    let navigator: Navigator
    let depth: Int
    @State private var latest = LatestModal()

    func body(content: Content) -> some View {
        presenting(content)
            .alert(alert?.title ?? "", isPresented: hasAlert) {
                Button("OK") {}
            } message: {
                Text(alert?.message ?? "")
            }
    }

    private func presenting(_ content: Content) -> some View {
        #if os(macOS)
        content.sheet(item: item(nil), onDismiss: ended) { stack($0) }
        #else
        content.sheet(item: item(.sheet), onDismiss: ended) { stack($0) }
            .fullScreenCover(item: item(.cover), onDismiss: ended) { stack($0) }
        #endif
    }

    private var alert: NavigatorState.Alert? { navigator.state.alert(at: depth) }

    private var hasAlert: Binding<Bool> {
        Binding { @MainActor [navigator, depth] in
            navigator.state.alert(at: depth) != nil
        } set: { @MainActor [navigator, depth] isShown in
            if !isShown, navigator.state.alert(at: depth) != nil { navigator.personClosedAlert() }
        }
    }

    private func stack(_ modal: NavigatorState.Modal) -> ModalStack {
        latest.id = modal.id
        return ModalStack(navigator: navigator, modal: modal, depth: depth)
    }

    /// The system does not say which modal is gone, and may say it when another one is dismissed already.
    private func ended() { navigator.modalWasDismissed(latest.id) }

    /// The modal of this depth, if it has the style; nil stands for every style.
    private func item(_ style: NavigatorState.Modal.Style?) -> Binding<NavigatorState.Modal?> {
        Binding { @MainActor [navigator, depth] in
            navigator.state.modals.dropFirst(depth).first.flatMap { style == nil || $0.style == style ? $0 : nil }
        } set: { @MainActor [navigator, depth] modal in
            guard modal == nil, let gone = navigator.state.modals.dropFirst(depth).first else { return }
            navigator.personDismissed(modal: gone.id)
        }
    }
}
#endif
