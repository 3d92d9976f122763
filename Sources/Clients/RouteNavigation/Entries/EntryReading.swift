public import Foundation
public import RouteProtocols

/// How links are read from what the system hands to the app: where the address is, and which kind of link it makes.
///
/// A value without effects, so that tests read payloads as the app does.
public struct EntryReading: Sendable {
    /// Where payloads of notifications have the address; the first path at which there is something counts.
    public var notificationPaths: [EntryPath] = ["link"]
    /// Where payloads have the address of a custom action of a notification, by the identifier of the action.
    ///
    /// An action with an entry here, or in ``addresses``, navigates; any other one is the app's own and opens nothing.
    public var notificationActionPaths: [String: [EntryPath]] = [:]
    /// Where activities of the app have the address.
    public var activityPaths: [EntryPath] = ["link"]
    /// Where actions of the home screen have the address.
    public var quickActionPaths: [EntryPath] = ["link"]
    /// The addresses of activities, and of actions of the home screen and of notifications, that have none: by their type or
    /// identifier, such as `com.example.shop.orders`.
    public var addresses: [String: String] = [:]
    /// The kind of links with a scheme of the app, in lower case; others are ``LinkKind/customScheme``.
    ///
    /// For widgets: `["shop-widget": .widget]`. Other apps can open such a scheme, too, so it is no proof.
    public var schemeKinds: [String: LinkKind] = [:]
    /// The kind of links from activities of the app, by their type; others are ``LinkKind/handoff``.
    public var activityKinds: [String: LinkKind] = [:]
    /// What a server's pages hand over to the app; without it, addresses are taken as they come.
    public var handover: LinkHandover?
    /// The address of an item of the system's search by its identifier; the default is the identifier if it has a scheme.
    public var searchAddress: @Sendable (_ identifier: String) -> String? = { $0.contains(":") ? $0 : nil }

    /// Makes the default.
    public init() {}

    /// The link of an address of which the system does not say how it came: its scheme tells the kind.
    public func link(_ url: URL) -> IncomingLink {
        var link = IncomingLink(url)
        let scheme = url.absoluteString.prefix { $0 != ":" }.lowercased()
        if let kind = schemeKinds[scheme] { link.kind = kind }
        return handed(link)
    }

    /// The link of an activity.
    /// - Throws: `EntryProblem` if it has no address.
    public func link(_ entry: ActivityEntry) throws(EntryProblem) -> IncomingLink {
        switch entry.meaning {
        case .browsing:
            guard let page = entry.webpage else {
                throw EntryProblem(kind: .universalLink, place: "webpageURL", detail: "the activity has no web page")
            }
            return handed(IncomingLink(.universalLink, page))
        case .searchResult(let identifier):
            guard let identifier, let address = searchAddress(identifier) else {
                throw EntryProblem(
                    kind: .spotlight, place: identifier ?? "identifier", detail: "the item has no address",
                    hint: "use addresses as identifiers, or set EntryReading.searchAddress")
            }
            return IncomingLink(.spotlight, address)
        case .own(let type):
            let kind = activityKinds[type] ?? .handoff
            let known = entry.webpage ?? addresses[type]
            return IncomingLink(
                kind,
                try address(
                    in: entry.values, at: activityPaths, or: known, kind,
                    hint: "\(type) needs an address there, a web page, or one in EntryReading.addresses"))
        }
    }

    /// The link of a notification that a person opened, or of a custom action that navigates.
    /// - Throws: `EntryProblem` if the payload has no address, the notification was dismissed, or the action is not in
    ///   ``notificationActionPaths`` and not in ``addresses``.
    public func link(_ entry: NotificationEntry) throws(EntryProblem) -> IncomingLink {
        let text: String
        switch entry.action {
        case .opened:
            text = try address(
                in: entry.payload, at: notificationPaths, or: nil, .push,
                hint: "the sender writes the address there, or EntryReading.notificationPaths names another place")
        case .dismissed:
            throw EntryProblem(kind: .push, place: "action", detail: "a person dismissed the notification")
        case .custom(let action):
            let (paths, known) = (notificationActionPaths[action], addresses[action])
            let hint = "EntryReading.notificationActionPaths or EntryReading.addresses gives \(action) an address"
            guard paths != nil || known != nil else {
                throw EntryProblem(
                    kind: .push, place: "action", detail: "\(action) is an action that opens no address", hint: hint)
            }
            text = try address(in: entry.payload, at: paths ?? [], or: known, .push, hint: hint)
        }
        return IncomingLink(.push, text, id: entry.id)
    }

    /// The link of an action of the home screen.
    /// - Throws: `EntryProblem` if it has no address.
    public func link(_ entry: QuickActionEntry) throws(EntryProblem) -> IncomingLink {
        let text = try address(
            in: entry.values, at: quickActionPaths, or: addresses[entry.type], .quickAction,
            hint: "\(entry.type) needs an address there, or one in EntryReading.addresses")
        return IncomingLink(.quickAction, text)
    }

    /// The link of a text that a person pasted (client.md C9.4).
    /// - Throws: `EntryProblem` if it is not an address of a host of ``handover``.
    public func link(pasted text: String) throws(EntryProblem) -> IncomingLink {
        guard let handed = handover?.pasted(text) else {
            throw EntryProblem(
                kind: .universalLink, place: "pasteboard", detail: "the text is no link of the app's hosts",
                hint: handover == nil ? "set EntryReading.handover" : "only whole addresses of these hosts count")
        }
        var link = IncomingLink(.universalLink, handed.address)
        link.campaign = handed.campaign
        return link
    }

    /// A universal link with the address of the first host and its campaign values; others as they are.
    private func handed(_ link: IncomingLink) -> IncomingLink {
        guard let handover, link.kind == .universalLink, let address = link.address else { return link }
        let handed = handover.arriving(address)
        var link = link
        (link.address, link.campaign) = (handed.address, handed.campaign)
        return link
    }

    /// The text at the first path that finds something, or else the known address.
    private func address(
        in value: EntryValue, at paths: [EntryPath], or known: String?, _ kind: LinkKind, hint: String
    ) throws(EntryProblem) -> String {
        var missing: EntryProblem?
        for path in paths {
            if let problem = path.problem {
                throw EntryProblem(kind: kind, place: path.description, detail: problem, hint: "mend the path")
            }
            switch path.find(in: value) {
            case .value(.text(let text)) where !text.isEmpty: return text
            case .value(let other):
                let detail = other == .text("") ? "the text is empty" : "\(other.kind) is no address"
                throw EntryProblem(kind: kind, place: path.description, detail: detail, hint: hint)
            case .unlike(let place, let there, let step):
                missing =
                    missing
                    ?? EntryProblem(
                        kind: kind, place: path.description, detail: "\(place) is \(there.kind), and has no \(step)",
                        hint: hint)
            case .missing(let place, let there):
                missing =
                    missing
                    ?? EntryProblem(
                        kind: kind, place: path.description, detail: "\(place) is \(there.kind)", hint: hint)
            }
        }
        if let known { return known }
        throw missing ?? EntryProblem(kind: kind, place: "paths", detail: "there is no path", hint: hint)
    }
}
