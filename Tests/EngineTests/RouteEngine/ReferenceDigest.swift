import Digests

extension InterfaceTests {
    /// The digest as the server computes it.
    static func reference(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
}
