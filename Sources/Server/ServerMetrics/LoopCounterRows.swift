public import Synchronization
import SystemIO

/// Counters of the event loops: one row of cells for each loop, written only by that loop's thread and read by any
/// thread.
///
/// Counting a request is a load and a store in a row that no other thread writes: no lock, no allocation, no look-up by
/// name. ``RequestMetrics`` defines what each cell means.
@safe final class LoopCounterRows: @unchecked Sendable {
    // @unchecked: each row has one writer, cells are atomic, and the memory is freed with the object.
    private let pages: ZeroedPages
    private let cells: UnsafeMutablePointer<Atomic<Int>>
    /// How many loops have a row.
    let loops: Int
    /// How many cells a row has.
    static let cellCount = MetricsLimits.cellsMax

    init(loops: Int) throws(Errno) {
        self.loops = loops
        pages = try ZeroedPages(byteCount: loops * Self.cellCount * MemoryLayout<Atomic<Int>>.stride)
        // All zeros is an atomic zero; a page without a used cell is never accessed.
        unsafe cells = pages.start.bindMemory(to: Atomic<Int>.self, capacity: loops * Self.cellCount)
    }

    /// An unretained view, which must not outlive this object.
    var view: LoopCounterView { unsafe LoopCounterView(cells: cells, loops: loops) }

    /// Raises a cell of a loop's row, on that loop's thread.
    @inline(__always)
    func raise(_ cell: Int, loop: Int, by amount: Int = 1) { view.raise(cell, loop: loop, by: amount) }

    /// The value of a loop's cell, which becomes zero; on that loop's thread.
    @inline(__always)
    func take(_ cell: Int, loop: Int) -> Int { view.take(cell, loop: loop) }

    /// The sum of a cell over all loops, from any thread.
    func sum(_ cell: Int) -> Int {
        let view = view
        return (0..<loops).reduce(0) { $0 &+ view.value(cell, loop: $1) }
    }
}

/// The rows of all loops as plain memory that a ``LoopCounterRows`` owns.
///
/// It is public, because the data plane counts with it in another module for each request, and the compiler inlines public
/// functions across modules, but not package functions.
@safe public struct LoopCounterView: @unchecked Sendable {
    // @unchecked: as LoopCounterRows.
    @usableFromInline let cells: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let loops: Int
    @usableFromInline let cellCount: Int

    fileprivate init(cells: UnsafeMutablePointer<Atomic<Int>>, loops: Int) {
        unsafe self.cells = cells
        self.loops = loops
        cellCount = LoopCounterRows.cellCount
    }

    /// Raises a cell of a loop's row, on that loop's thread.
    @inlinable
    @inline(__always)
    public func raise(_ cell: Int, loop: Int, by amount: Int) {
        let place = place(cell, loop)
        // Checked by `place`; one thread writes the row.
        unsafe cells[place].store(cells[place].load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// The value of a cell, which becomes zero; on that loop's thread.
    @inline(__always)
    func take(_ cell: Int, loop: Int) -> Int {
        let place = place(cell, loop)
        // Checked by `place`; one thread writes the row.
        let value = unsafe cells[place].load(ordering: .relaxed)
        if value != 0 { unsafe cells[place].store(0, ordering: .relaxed) }
        return value
    }

    /// The value of a cell, from any thread.
    func value(_ cell: Int, loop: Int) -> Int {
        // Checked by `place`.
        unsafe cells[place(cell, loop)].load(ordering: .relaxed)
    }

    @inlinable
    @inline(__always)
    func place(_ cell: Int, _ loop: Int) -> Int {
        precondition(
            UInt(bitPattern: cell) < UInt(cellCount) && UInt(bitPattern: loop) < UInt(loops),
            "there is no such cell or loop")
        return loop &* cellCount &+ cell
    }
}
