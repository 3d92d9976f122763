/// A temporary buffer of fixed capacity for one look-up, on the stack if it is small, so that splitting an address
/// allocates no heap memory.
@safe struct Scratch<Element: BitwiseCopyable> {
    // Unsafe: valid until the closure of `with` returns; every store is checked against `capacity`, every load against
    // `count`.
    private let base: UnsafeMutablePointer<Element>
    private let capacity: Int
    private(set) var count = 0

    /// Runs a closure with an empty buffer for `capacity` elements.
    @inline(__always)
    static func with<R>(_ capacity: Int, _ body: (inout Scratch) -> R) -> R {
        // The region is valid until `body` returns; the buffer is an inout argument and is not used after that.
        unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: max(capacity, 1)) { region in
            guard let base = region.baseAddress else {
                preconditionFailure("a non-empty temporary allocation has no address")
            }
            var scratch = unsafe Scratch(base: base, capacity: region.count)
            return body(&scratch)
        }
    }

    private init(base: UnsafeMutablePointer<Element>, capacity: Int) {
        unsafe self.base = base  // Owned by `with`.
        self.capacity = capacity
    }

    /// Appends an element; false if the buffer is full.
    @inline(__always)
    @discardableResult
    mutating func append(_ element: Element) -> Bool {
        guard count < capacity else { return false }
        unsafe (base + count).initialize(to: element)  // In range by the guard.
        count &+= 1
        return true
    }

    /// The element at an index below ``count``; traps otherwise.
    @inline(__always)
    subscript(_ index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "the index is not below the buffer's count")
        return unsafe base[index]  // In range by the precondition.
    }
}

extension Scratch where Element == UInt8 {
    /// The bytes from one index up to another.
    @inline(__always)
    func slice(_ start: Int, _ end: Int) -> ByteTable {
        let all = unsafe ByteTable(UnsafeRawBufferPointer(start: base, count: count))  // Written bytes only.
        return all.slice(start, end)
    }
}
