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

/// A notification that a person tapped.
public struct NotificationEntry: Sendable, Hashable {
    /// Identifies the tap, because the system may report it several times; nil if it cannot be a repetition.
    public var id: String?
    /// What the sender wrote.
    public var payload: EntryValue

    /// Makes an entry.
    public init(id: String? = nil, payload: EntryValue) {
        self.id = id
        self.payload = payload
    }

    /// Makes an entry from a payload as the system has it.
    public init(id: String? = nil, payload: [AnyHashable: Any]) { self.init(id: id, payload: EntryValue(payload)) }
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
