/// An address (URL) of any scheme, parsed and serialised as in the WHATWG URL standard.
///
/// It stores the serialised text and the offsets of its parts. Two addresses are equal if their serialisations are.
/// Spec: <https://url.spec.whatwg.org/>.
public struct Address: Sendable {
    /// The serialised address: always ASCII.
    public let href: String
    /// The offsets of the parts in ``href``.
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
    /// - Throws: ``AddressError``, with the offset in the text.
    public init(_ text: String) throws(AddressError) {
        if let parts = CleanScanner.parts(of: text) {
            self.init(href: text, parts: parts)
            return
        }
        self = try AddressParser.address(parsing: text, base: nil)
    }

    /// Parses an address that may be relative to a base address.
    ///
    /// - Throws: ``AddressError``, with the offset in the text.
    public init(_ text: String, relativeTo base: Address) throws(AddressError) {
        // An address that is its own serialisation is absolute: the base has no effect.
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

    /// Hashes the serialisation.
    public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension Address: CustomStringConvertible {
    /// The serialised address.
    public var description: String { href }
}
