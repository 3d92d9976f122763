/// Bytes that never change and are shared by every answer that carries them.
package final class SharedBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Makes them.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many there are.
    package var count: Int { bytes.count }
}
