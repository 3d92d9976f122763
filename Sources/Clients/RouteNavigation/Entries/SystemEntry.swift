/// An activity with which the system opens the app: a web page, a result of the system's search, or an activity of the app
/// that a person continues here.
public struct ActivityEntry: Sendable, Hashable {
    /// What the system says about the activity.
    public enum Meaning: Sendable, Hashable {
        /// A web page of the app's site: a universal link.
        case browsing
        /// A result of the system's search, with the identifier under which the app gave the item to the search.
        case searchResult(identifier: String?)
        /// An activity of the app, by its type: Handoff, a widget or an intent without an address.
        case own(type: String)
    }

    /// What the system says about it.
    public var meaning: Meaning
    /// The web page, if it has one.
    public var webpage: String?
    /// The values that it has.
    public var values: EntryValue

    /// Makes an entry.
    public init(_ meaning: Meaning, webpage: String? = nil, values: EntryValue = .object([:])) {
        self.meaning = meaning
        self.webpage = webpage
        self.values = values
    }
}

/// What a person did with a notification.
public struct NotificationEntry: Sendable, Hashable {
    /// Which action a person chose.
    public enum Action: Sendable, Hashable {
        /// Opened the notification itself; it navigates.
        case opened
        /// Dismissed it; it never navigates. The system reports this only for categories with `customDismissAction`.
        case dismissed
        /// Chose an action of the app, with its identifier; it navigates if ``EntryReading`` has the identifier.
        case custom(String)
    }

    /// Identifies the tap, because the system may report it several times; nil if it cannot be a repetition.
    public var id: String?
    /// What the sender wrote.
    public var payload: EntryValue
    /// Which action a person chose.
    public var action = Action.opened

    /// Makes an entry of a notification that a person opened.
    public init(id: String? = nil, payload: EntryValue) {
        self.id = id
        self.payload = payload
    }

    /// Makes an entry of a notification that a person opened, from a payload as the system has it.
    public init(id: String? = nil, payload: [AnyHashable: Any]) { self.init(id: id, payload: EntryValue(payload)) }

    /// Makes an entry from a payload as the system has it, with the action that a person chose.
    public init(id: String? = nil, payload: [AnyHashable: Any], action: Action) {
        self.init(id: id, payload: payload)
        self.action = action
    }
}

/// An action of the app's icon on the home screen that a person chose.
public struct QuickActionEntry: Sendable, Hashable {
    /// Its type, as in `Info.plist` or in code.
    public var type: String
    /// The values that it has.
    public var values: EntryValue

    /// Makes an entry.
    public init(type: String, values: EntryValue = .object([:])) {
        self.type = type
        self.values = values
    }
}
