import Foundation
import TestSupport
import Testing

/// Looks at code that is only type-checked here, for rules of Apple's systems that a compiler does not know.
@Suite("Code for Apple's systems keeps rules that no compiler checks", .scheduled)
struct AppleEntryTests {
    /// Whether a text has a notification delegate in its async form, or one that does not pass on the completion handler.
    private func hasAsyncDelegate(_ text: String) -> Bool {
        let forms = text.components(separatedBy: "didReceive response: UNNotificationResponse").dropFirst()
        return forms.contains { form in
            let signature = form.prefix { $0 != "{" }
            return signature.contains("async") || !signature.contains("withCompletionHandler completionHandler:")
                || !form.contains("completionHandler()")
        }
    }

    @Test("a notification delegate has the form with a completion handler: the async form calls it on any thread")
    func notificationDelegates() throws {
        let form = "func a(_ c: C, didReceive response: UNNotificationResponse"
        #expect(hasAsyncDelegate("\(form)) async {}"))
        #expect(hasAsyncDelegate("\(form), withCompletionHandler completionHandler: @escaping () -> Void) {}"))
        let found = try [
            "Config/examples/ShopApp/App/ShopDelegate.swift",
            "Sources/RouteNavigation/RouteNavigation.docc/Entries.md",
        ].map { try PackageRoot.text(of: $0) }
        #expect(found.allSatisfy { $0.contains("didReceive response: UNNotificationResponse") })
        #expect(!found.contains(where: hasAsyncDelegate))
    }

    @Test("each layer of modals presents the alert itself, and the window does not")
    func alerts() throws {
        let layers = try PackageRoot.text(of: "Sources/RouteNavigationUI/RouteStack.swift")
        let window = try PackageRoot.text(of: "Sources/RouteNavigationUI/View+Routes.swift")
        let layer = try #require(layers.components(separatedBy: "struct ModalLayer").last)
        #expect(layer.contains(".alert(alert?.title") && layer.contains("navigator.state.alert(at: depth)"))
        #expect(!window.contains(".alert(") && window.contains("ModalLayer(navigator: navigator, depth: 0)"))
    }
}
