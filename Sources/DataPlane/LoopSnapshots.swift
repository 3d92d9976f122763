/// Each loop's own reference to the newest snapshot: one atomic comparison a request, a lock only after a change.
///
/// A loop borrows its snapshot for each request instead of counting a reference: two locked instructions each time, and
/// as many for the cell, cost more than all else that is done here.
@safe final class LoopSnapshots: Sendable {
    private let source: SnapshotSource
    // One reference to each is held from init to deinit.
    private let cells: [Unmanaged<Cell>]

    /// @unchecked Sendable: the cell of a number is touched by the loop of that number alone.
    @safe private final class Cell: @unchecked Sendable {
        private(set) var generation: Int
        // One reference is held as long as it stands here.
        private(set) var snapshot: Unmanaged<Snapshot>

        init(_ snapshot: Snapshot) {
            generation = snapshot.generation
            unsafe self.snapshot = .passRetained(snapshot)
        }

        deinit { unsafe snapshot.release() }

        func take(_ next: Snapshot) {
            // Nobody borrows the one before: its loop is here.
            unsafe snapshot.release()
            generation = next.generation
            unsafe snapshot = .passRetained(next)
        }
    }

    init(_ source: SnapshotSource, loops: Int) {
        self.source = source
        let snapshot = source.snapshot
        unsafe cells = (0..<loops).map { _ in unsafe .passRetained(Cell(snapshot)) }
    }

    deinit { unsafe cells.forEach { unsafe $0.release() } }

    /// Lends the newest snapshot to the loop of that number, on that loop's thread, for the length of a call that asks for
    /// no other.
    @inline(__always)
    func withCurrent<Result>(_ loop: Int, _ body: (Snapshot) -> Result) -> Result {
        // Both are held, as said above, until this loop takes the next one.
        unsafe cells[loop]._withUnsafeGuaranteedRef { cell in
            if cell.generation != source.generation { cell.take(source.snapshot) }
            return unsafe cell.snapshot._withUnsafeGuaranteedRef { body($0) }
        }
    }
}
