import RouteModel

/// A context where it lies: reading one value of it copies that value alone, not the other nine.
@safe struct BorrowedContext {
    // Unsafe: valid as long as the closure of `with`, which no reader outlives.
    private let base: UnsafePointer<Context>

    /// Runs a closure with the context of a caller.
    @inline(__always)
    static func with<R>(_ context: Context, _ body: (BorrowedContext) -> R) -> R {
        // The pointer is handed to nothing but `body`.
        unsafe withUnsafePointer(to: context) { unsafe body(BorrowedContext(base: $0)) }
    }

    private init(base: UnsafePointer<Context>) {
        unsafe self.base = base  // Owned by the caller of `with`.
    }

    /// The context.
    @inline(__always)
    var value: Context { unsafe base.pointee }  // Alive, as documented above.
}
