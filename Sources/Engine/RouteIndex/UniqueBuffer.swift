/// A growing buffer with one owner (`~Copyable`), for elements without references.
///
/// `Array` checks at each mutation whether its storage is shared. A compilation mutates its tables about fifty times per
/// rule, and these checks took a fifth of its time.
@safe struct UniqueBuffer<Element: BitwiseCopyable>: ~Copyable {
    // Unsafe: allocated here, freed in `deinit`, never passed out. The first `count` elements are initialised, and every
    // access is checked against `count`.
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    /// An empty buffer with capacity for at least `capacity` elements.
    init(reserving capacity: Int = 0) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
    }

    /// A buffer with `count` copies of an element.
    init(repeating element: Element, count: Int) {
        self.init(reserving: count)
        unsafe base.initialize(repeating: element, count: count)  // The capacity is at least `count`.
        self.count = count
    }

    deinit { unsafe base.deallocate() }  // Elements are BitwiseCopyable: they need no deinitialisation.

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(1) }
        unsafe (base + count).initialize(to: element)  // Below the capacity, which was checked above.
        count &+= 1
    }

    /// Appends all elements of another buffer.
    mutating func append(contentsOf other: borrowing UniqueBuffer) {
        if count &+ other.count > capacity { grow(other.count) }
        // Within the capacity, which was checked above.
        unsafe (base + count).initialize(from: other.base, count: other.count)
        count &+= other.count
    }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    subscript(_ index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "the index is not below the buffer's count")
            return unsafe base[index]  // In range, which was checked above.
        }
        set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "the index is not below the buffer's count")
            unsafe base[index] = newValue  // In range, which was checked above.
        }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(capacity &* 2, count + more)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        // The new allocation is larger; the old one is freed here and not used again.
        unsafe larger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
    }
}

extension UniqueBuffer where Element: Comparable {
    /// Sorts the elements from an index on.
    mutating func sort(from start: Int) {
        // The pointer is not used after the call, and covers initialised elements only.
        var elements = unsafe UnsafeMutableBufferPointer(start: base + start, count: count - start)
        unsafe elements.sort()
    }
}

extension UniqueBuffer where Element == UInt8 {
    /// Runs a closure with the bytes; the table is valid until the closure returns.
    @inline(__always)
    func bytes<R>(_ body: (ByteTable) -> R) -> R {
        // Initialised elements only.
        unsafe body(ByteTable(UnsafeRawBufferPointer(start: base, count: count)))
    }

    /// Appends the bytes of a table.
    @inline(__always)
    mutating func append(_ table: ByteTable) {
        if count &+ table.count > capacity { grow(table.count) }
        unsafe table.copy(to: UnsafeMutableRawPointer(base + count))  // Within the capacity, checked above.
        count &+= table.count
    }

    /// Appends zero bytes.
    mutating func appendZeros(_ zeros: Int) {
        if count &+ zeros > capacity { grow(zeros) }
        unsafe (base + count).initialize(repeating: 0, count: zeros)  // Within the capacity, checked above.
        count &+= zeros
    }

    /// Appends the `width` low bytes of each word, little-endian.
    mutating func append(_ words: borrowing UniqueBuffer<UInt32>, width: Int) {
        precondition((1...4).contains(width), "the width of a word is not 1 to 4 bytes")
        // Each store writes four bytes; the next store overwrites those beyond `width`.
        let stored = words.count &* width &+ 4
        if count &+ stored > capacity { grow(stored) }
        var place = unsafe UnsafeMutableRawPointer(base + count)
        for index in 0..<words.count {
            unsafe place.storeBytes(of: words[index].littleEndian, as: UInt32.self)
            unsafe place += width
        }
        count &+= words.count &* width
    }

    /// The bytes, copied to an array.
    var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }  // Initialised elements only.
}
