extension Address {
    /// Calls a closure with the bytes of the serialisation and the offsets of its parts, without allocation.
    ///
    /// `RouteIndex` reads every address with it; it is inlinable, so that the closure is compiled into it, and not inlined,
    /// because a closure would be there twice. The pointer is valid only during the call.
    @inlinable @inline(never)
    package borrowing func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>, AddressParts) -> R) -> R {
        let parts = parts
        // Unsafe: the pointer is used only during the call.
        guard let result = unsafe href.utf8.withContiguousStorageIfAvailable({ unsafe body($0, parts) }) else {
            preconditionFailure("an address is made from bytes, or was read as contiguous bytes")
        }
        return result
    }

    /// Whether bytes of the serialisation are those of a text; capital letters of the serialisation count as small ones.
    ///
    /// It makes no string of the part: a redirect compares its target with every entry of an allow-list.
    ///
    /// - Parameters:
    ///   - range: offsets in bytes, inside the serialisation.
    ///   - text: a text without capital letters.
    /// - Returns: Whether they are the same; false for a range that is not wholly inside.
    package func matchesFolding(_ range: Range<Int>, _ text: String) -> Bool {
        let count = range.count
        guard count == text.utf8.count, range.upperBound <= href.utf8.count else { return false }
        return unsafe withUTF8 { bytes, _ in
            // Unsafe: both pointers are used in the closure only, and each index is below the count of its bytes.
            let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { wanted in
                for offset in 0..<count {
                    let byte = unsafe bytes[range.lowerBound &+ offset]
                    let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
                    guard unsafe folded == wanted[offset] else { return false }
                }
                return true
            }
            // A text of this package is contiguous.
            return isSame ?? false
        }
    }
}
