public import Foundation
public import RouteProtocols

/// A link that came to the app.
public struct IncomingLink: Sendable, Hashable {
    /// How it came.
    public var kind: LinkKind
    /// The address; nil if the system gave none.
    public var address: String?
    /// Identifies this arrival, such as a notification's id.
    ///
    /// A second link with the same id is a repetition; a link without an id never is.
    public var id: String?

    /// The campaign values that ``EntryReading/handover`` names, by their names.
    public var campaign: [String: String] = [:]

    /// Makes a link.
    public init(_ kind: LinkKind, _ address: String?, id: String? = nil) {
        self.kind = kind
        self.address = address
        self.id = id
    }

    /// Makes a link from a URL.
    @_disfavoredOverload
    public init(_ kind: LinkKind, _ url: URL?, id: String? = nil) { self.init(kind, url?.absoluteString, id: id) }

    /// Makes a link from a URL of which the system does not say how it came: `http` and `https` are universal links, every
    /// other scheme is one of the app.
    public init(_ url: URL) {
        let address = url.absoluteString
        let scheme = address.prefix { $0 != ":" }.lowercased()
        self.init(["http", "https"].contains(scheme) ? .universalLink : .customScheme, address)
    }
}
