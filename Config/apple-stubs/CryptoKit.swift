// swift-format-ignore-file
// What Digests uses of CryptoKit. Declarations only: nothing here runs.

public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct SHA256: Sendable {
    public init() {}
    public mutating func update<D: Collection>(data: D) where D.Element == UInt8 { fatalError() }
    public func finalize() -> SHA256Digest { fatalError() }
}
