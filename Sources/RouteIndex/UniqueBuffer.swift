/// An array of the builder's own: plain values, one owner, which only grow.
///
/// `Array` asks at every change whether it has another owner, and grows through generic code; a compilation changes its
/// tables some fifty times a rule, and that was a fifth of it.
@safe struct UniqueBuffer<Element: BitwiseCopyable>: ~Copyable {
    // Unsafe: allocated here, freed in `deinit`, never handed out; `count` elements are initialised, and bound every use.
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    /// An empty pile with room for so many.
    init(reserving capacity: Int = 0) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
    }

    /// So many times the same.
    init(repeating element: Element, count: Int) {
        self.init(reserving: count)
        unsafe base.initialize(repeating: element, count: count)  // There is room for them.
        self.count = count
    }

    deinit { unsafe base.deallocate() }  // Plain values need no ending.

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(1) }
        unsafe (base + count).initialize(to: element)  // There is room, as just seen.
        count &+= 1
    }

    /// Adds all of another pile.
    mutating func append(contentsOf other: borrowing UniqueBuffer) {
        if count &+ other.count > capacity { grow(other.count) }
        unsafe (base + count).initialize(from: other.base, count: other.count)  // There is room, as just seen.
        count &+= other.count
    }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "a pile is read where it was written")
            return unsafe base[index]  // In range, as just seen.
        }
        set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "a pile is changed where it was written")
            unsafe base[index] = newValue  // In range, as just seen.
        }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(capacity &* 2, count + more)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        // The new room holds at least as many; the old is freed once, and never used again.
        unsafe larger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
    }
}

extension UniqueBuffer where Element: Comparable {
    /// Sorts the elements from a place on.
    mutating func sort(from start: Int) {
        // The buffer does not outlive the call, and covers only what is initialised.
        var elements = unsafe UnsafeMutableBufferPointer(start: base + start, count: count - start)
        unsafe elements.sort()
    }
}

extension UniqueBuffer where Element == UInt8 {
    /// The bytes, for as long as a call.
    @inline(__always)
    func bytes<R>(_ body: (ByteTable) -> R) -> R {
        // Only what is initialised; the table does not outlive the closure.
        unsafe body(ByteTable(UnsafeRawBufferPointer(start: base, count: count)))
    }

    /// Adds bytes that lie elsewhere.
    @inline(__always)
    mutating func append(_ table: ByteTable) {
        if count &+ table.count > capacity { grow(table.count) }
        unsafe table.copy(to: UnsafeMutableRawPointer(base + count))  // There is room, as just seen.
        count &+= table.count
    }

    /// Adds so many zeros.
    mutating func appendZeros(_ zeros: Int) {
        if count &+ zeros > capacity { grow(zeros) }
        unsafe (base + count).initialize(repeating: 0, count: zeros)  // There is room, as just seen.
        count &+= zeros
    }

    /// Adds the low bytes of words, little-endian.
    mutating func append(_ words: borrowing UniqueBuffer<UInt32>, width: Int) {
        precondition((1...4).contains(width), "words have one to four bytes")
        // Each store writes four bytes, of which the next one overwrites what is too much.
        let room = words.count &* width &+ 4
        if count &+ room > capacity { grow(room) }
        var place = unsafe UnsafeMutableRawPointer(base + count)
        for index in 0..<words.count {
            unsafe place.storeBytes(of: words[index].littleEndian, as: UInt32.self)
            unsafe place += width
        }
        count &+= words.count &* width
    }

    /// A copy as an array.
    var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }  // Only what is initialised.
}
