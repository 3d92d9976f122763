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
            "Sources/Clients/RouteNavigation/RouteNavigation.docc/Entries.md",
        ].map { try PackageRoot.text(of: $0) }
        #expect(found.allSatisfy { $0.contains("didReceive response: UNNotificationResponse") })
        #expect(!found.contains(where: hasAsyncDelegate))
    }

    /// What code names of UIKit by a text: classes, notifications, and keys of `value(forKey:)`.
    private func names(in text: String) -> [String] {
        text.matches(of: /"(UI[A-Z]\w+)"|value\(forKey: "(\w+)"\)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
    }

    /// Those of a text that the stub of UIKit does not declare.
    ///
    /// A class or a property is a declaration; a notification has its text there, and what Objective-C calls otherwise a comment.
    private func undeclared(in text: String, stub: String) throws -> [String] {
        try names(in: text).filter { name in
            let declaration = try Regex(
                "(class|var) \(name)\\b|Notification\\.Name\\(rawValue: \"\(name)\"\\)|it is \(name)\\.")
            return !stub.contains(declaration)
        }
    }

    @Test("what the client names of UIKit by a text is declared in UIKit's stub")
    func quotedNames() throws {
        let stub = try PackageRoot.text(of: "Config/apple-stubs/UIKit.swift")
        let targets = try Manifest.current.get().clientTargets
        var found = 0
        for file in SourceTree.sources.files where targets.contains(file.target) {
            found += names(in: file.text).count
            #expect(try undeclared(in: file.text, stub: stub) == [], "\(file.path)")
        }
        #expect(found >= 8, "a class, five notifications and two keys for trials")
        let wrong = "\"UIAppDidStartNotification\" value(forKey: \"noSuchKey\") NSClassFromString(\"UIApplication\")"
        #expect(try undeclared(in: wrong, stub: stub) == ["UIAppDidStartNotification", "noSuchKey"])
    }

    @Test("each layer of modals presents the alert itself, and the window does not")
    func alerts() throws {
        let layers = try PackageRoot.text(of: "Sources/Clients/RouteNavigationUI/RouteStack.swift")
        let window = try PackageRoot.text(of: "Sources/Clients/RouteNavigationUI/View+Routes.swift")
        let layer = try #require(layers.components(separatedBy: "struct ModalLayer").last)
        #expect(layer.contains(".alert(alert?.title") && layer.contains("navigator.state.alert(at: depth)"))
        #expect(!window.contains(".alert(") && window.contains("ModalLayer(navigator: navigator, depth: 0)"))
    }
}
