/// An address (URL) as the WHATWG URL standard parses and prints it, for every scheme.
///
/// It is a text that is known to be well-formed, and knows where its parts lie. Two addresses are equal if their
/// serialisations are. Spec: <https://url.spec.whatwg.org/>.
public struct Address: Sendable {
    /// The serialised address: always ASCII.
    public let href: String
    /// Where the parts lie in ``href``.
    @usableFromInline package let parts: AddressParts

    init(href: String, parts: AddressParts) {
        self.href = href
        self.parts = parts
    }

    init(_ writer: AddressWriter) {
        self.init(href: String(decoding: writer.bytes, as: UTF8.self), parts: writer.parts)
    }

    /// Parses a whole address.
    ///
    /// - Throws: ``AddressError`` with the offset in the text.
    public init(_ text: String) throws(AddressError) {
        if let parts = CleanScanner.parts(of: text) {
            self.init(href: text, parts: parts)
            return
        }
        self = try AddressParser.address(parsing: text, base: nil)
    }

    /// Parses an address that may be relative to another.
    ///
    /// - Throws: ``AddressError`` with the offset in the text.
    public init(_ text: String, relativeTo base: Address) throws(AddressError) {
        // A clean address is whole: no base could change it.
        if let parts = CleanScanner.parts(of: text) {
            self.init(href: text, parts: parts)
            return
        }
        self = try AddressParser.address(parsing: text, base: base)
    }
}

extension Address: Hashable {
    /// Equal addresses have the same serialisation.
    public static func == (left: Address, right: Address) -> Bool { left.href == right.href }

    /// Feeds the serialisation.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension Address: CustomStringConvertible {
    /// The serialised address.
    public var description: String { href }
}
