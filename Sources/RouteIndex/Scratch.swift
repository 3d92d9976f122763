/// Room for one look-up, taken from the stack where it fits, so that resolving allocates nothing to split an address.
@safe struct Scratch<Element: BitwiseCopyable> {
    // Unsafe: lives as long as the closure of `with`; `capacity` bounds every store and `count` every load.
    private let base: UnsafeMutablePointer<Element>
    private let capacity: Int
    private(set) var count = 0

    /// Runs a closure with room for so many elements.
    @inline(__always)
    static func with<R>(_ capacity: Int, _ body: (inout Scratch) -> R) -> R {
        // The region lives until `body` returns, and the scratch, being inout, does not outlive it.
        unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: max(capacity, 1)) { region in
            guard let base = region.baseAddress else {
                preconditionFailure("a region that is not empty has an address")
            }
            var scratch = unsafe Scratch(base: base, capacity: region.count)
            return body(&scratch)
        }
    }

    private init(base: UnsafeMutablePointer<Element>, capacity: Int) {
        unsafe self.base = base  // Owned by `with`.
        self.capacity = capacity
    }

    /// Adds an element; false when the room is used up.
    @inline(__always)
    @discardableResult
    mutating func append(_ element: Element) -> Bool {
        guard count < capacity else { return false }
        unsafe (base + count).initialize(to: element)  // In range by the guard.
        count &+= 1
        return true
    }

    /// Forgets everything from a place on.
    mutating func truncate(to count: Int) { self.count = min(max(count, 0), self.count) }

    /// An element that was added; asking for another is a mistake of this room.
    @inline(__always)
    subscript(_ index: Int) -> Element {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "scratch is read only where it was written")
        return unsafe base[index]  // In range by the precondition.
    }
}

extension Scratch where Element == UInt8 {
    /// What was added from one place to another.
    @inline(__always)
    func slice(_ start: Int, _ end: Int) -> ByteTable {
        let all = unsafe ByteTable(UnsafeRawBufferPointer(start: base, count: count))  // Only what was written.
        return all.slice(start, end)
    }
}

/// Makes a large value, fills it in and moves it out.
///
/// A local variable that was handed on as `inout` is copied when it is returned, and then destroyed: of a resolution that
/// counts ten references up and down (Swift 6.3, looked up in the code it makes; `consume` does not help).
@inline(__always)
func filledIn<Value>(_ first: @autoclosure () -> Value, _ fill: (inout Value) -> Void) -> Value {
    unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
        guard let base = room.baseAddress else {
            preconditionFailure("a region that is not empty has an address")
        }
        unsafe base.initialize(to: first())  // Room for exactly this one.
        unsafe fill(&base.pointee)  // Initialised above.
        return unsafe base.move()  // The last use, which leaves the room as it was found.
    }
}
