extension Address {
    /// Hands the serialisation and its parts to a closure, without allocating: the hot edge for `RouteIndex`.
    ///
    /// Inlinable, so that the closure is no call through a context.
    @inlinable
    package func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>, AddressParts) -> R) -> R {
        // Contiguous always: this module made the string, from bytes or by `withUTF8`, so it is native and not bridged.
        let parts = parts
        if let result = unsafe href.utf8.withContiguousStorageIfAvailable({ unsafe body($0, parts) }) { return result }
        // Unsafe as the branch above: the pointer lives as long as the call.
        var copy = href
        return copy.withUTF8 { unsafe body($0, parts) }
    }
}
