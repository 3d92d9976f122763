/// A link that came to the app from anywhere.
public struct IncomingLink: Sendable, Hashable {
    /// How it came.
    public var kind: LinkKind
    /// The address; nil where the system gave none.
    public var address: String?
    /// What tells this arrival from another of the same address, such as a notification's id; nil is never a repeat.
    public var id: String?

    /// Makes a link.
    public init(_ kind: LinkKind, _ address: String?, id: String? = nil) {
        self.kind = kind
        self.address = address
        self.id = id
    }
}
