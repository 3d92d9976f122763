/// A member's name in its canonical spelling with quotes and colon, for encoders that write it often.
package struct CanonicalName: Sendable, ExpressibleByStringLiteral {
    /// The name.
    package let text: String
    let bytes: [UInt8]

    /// Encodes a name.
    package init(stringLiteral text: String) {
        self.text = text
        var writer = CanonicalWriter()
        writer.string(text)
        bytes = writer.bytes + [ASCII.colon]
    }
}
