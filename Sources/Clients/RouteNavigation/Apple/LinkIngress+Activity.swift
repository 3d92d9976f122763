#if os(iOS) || os(macOS) || os(visionOS)
import CoreSpotlight
public import Foundation

extension LinkIngress {
    /// Receives an activity: for SwiftUI's `onContinueUserActivity`, `scene(_:continue:)` and
    /// `application(_:continue:restorationHandler:)`.
    ///
    /// Web pages, results of the system's search, and activities of the app, with what ``reading`` says about them.
    /// - Returns: whether it is handled; false for activities without an address, which ``onUnread`` reports.
    @discardableResult
    public func handle(_ activity: NSUserActivity) -> Bool { handle(ActivityEntry(activity)) }
}

extension ActivityEntry {
    /// Copies an activity of the system.
    @MainActor
    public init(_ activity: NSUserActivity) {
        let values = activity.userInfo ?? [:]
        let meaning: Meaning =
            switch activity.activityType {
            case NSUserActivityTypeBrowsingWeb: .browsing
            case CSSearchableItemActionType:
                .searchResult(identifier: values[CSSearchableItemActivityIdentifier] as? String)
            default: .own(type: activity.activityType)
            }
        self.init(meaning, webpage: activity.webpageURL?.absoluteString, values: EntryValue(values))
    }
}
#endif
