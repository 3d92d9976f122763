extension Address {
    /// Calls a closure with the bytes of the serialisation and the offsets of its parts, without allocation.
    ///
    /// `RouteIndex` reads every address with it; it is inlinable, so that the closure is compiled into its caller.
    /// The pointer is valid only during the call.
    @inlinable
    package func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>, AddressParts) -> R) -> R {
        // The string is always contiguous: this module made it from bytes, or read it as contiguous bytes.
        let parts = parts
        if let result = unsafe href.utf8.withContiguousStorageIfAvailable({ unsafe body($0, parts) }) { return result }
        // Unsafe: the pointer is used only during the call.
        var copy = href
        return copy.withUTF8 { unsafe body($0, parts) }
    }
}
