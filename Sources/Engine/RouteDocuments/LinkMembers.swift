import CanonicalJSON

/// Members about links as a rule or settings keep them, to be written among the other members in their order.
struct LinkMembers {
    private let document: JSONDocument?

    /// Takes canonical JSON; empty for no members.
    init(_ text: [UInt8]) { document = text.isEmpty ? nil : try? JSONDocument(parsing: text) }

    /// Writes a member, if there is one with that name.
    func write(_ name: String, to writer: inout CanonicalWriter) {
        guard let document, let node = document.root[name] else { return }
        writer.name(name)
        // The range of a string is its text without the quotes.
        if let text = node.stringValue { writer.string(text) } else { writer.raw(document.bytes[node.range]) }
    }
}
