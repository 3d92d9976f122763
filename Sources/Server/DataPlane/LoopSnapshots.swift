/// A reference of each loop to the current snapshot: one atomic load for each request, a lock only after a change.
///
/// A loop borrows its snapshot instead of retaining it for each request: retain and release of snapshot and cell are
/// four atomic instructions, more than the rest of this work.
@safe final class LoopSnapshots: Sendable {
    private let source: SnapshotSource
    // Retained from init to deinit.
    private let cells: [Unmanaged<Cell>]

    /// @unchecked Sendable: a cell is used by the loop with its number only.
    @safe private final class Cell: @unchecked Sendable {
        private(set) var generation: Int
        // Retained while it is stored here.
        private(set) var snapshot: Unmanaged<Snapshot>

        init(_ snapshot: Snapshot) {
            generation = snapshot.generation
            unsafe self.snapshot = .passRetained(snapshot)
        }

        deinit { unsafe snapshot.release() }

        func take(_ next: Snapshot) {
            // The loop itself runs this, so it does not borrow the old snapshot now.
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

    /// Runs `body` with the current snapshot, on the thread of the loop with that number.
    ///
    /// `body` must not call this method again.
    @inline(__always)
    func withCurrent<Result>(_ loop: Int, _ body: (Snapshot) -> Result) -> Result {
        // Cell and snapshot stay retained until this loop takes the next snapshot.
        unsafe cells[loop]._withUnsafeGuaranteedRef { cell in
            if cell.generation != source.generation { cell.take(source.snapshot) }
            return unsafe cell.snapshot._withUnsafeGuaranteedRef { body($0) }
        }
    }
}
