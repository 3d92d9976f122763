import RouteModel

/// A pointer to the caller's context, so that reading one of its ten values copies that value only.
@safe struct BorrowedContext {
    // Unsafe: valid until the closure of `with` returns; no copy of this value is used after that.
    private let base: UnsafePointer<Context>

    /// Runs a closure with a pointer to the context.
    @inline(__always)
    static func with<R>(_ context: Context, _ body: (BorrowedContext) -> R) -> R {
        // The pointer is passed to `body` only.
        unsafe withUnsafePointer(to: context) { unsafe body(BorrowedContext(base: $0)) }
    }

    private init(base: UnsafePointer<Context>) {
        unsafe self.base = base  // The caller of `with` owns the context.
    }

    /// The context.
    @inline(__always)
    var value: Context { unsafe base.pointee }  // Alive, as documented above.

    /// The context's word; copies no other value.
    @inline(__always)
    subscript(_ key: WordKey) -> String? { unsafe base.pointee[key] }  // Alive, as documented above.

    /// The context's version as text; copies no other value.
    @inline(__always)
    subscript(_ key: VersionKey) -> String? { unsafe base.pointee[key] }  // Alive, as documented above.

    /// The context's flag.
    @inline(__always)
    subscript(_ key: FlagKey) -> Bool? { unsafe base.pointee[key] }  // Alive, as documented above.
}
