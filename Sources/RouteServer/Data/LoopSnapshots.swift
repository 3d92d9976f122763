/// Each loop's own reference to the newest snapshot: one atomic comparison a request, a lock only after a change.
final class LoopSnapshots: Sendable {
    private let keeper: SnapshotKeeper
    private let cells: [Cell]

    /// @unchecked Sendable: the cell of a number is touched by the loop of that number alone.
    private final class Cell: @unchecked Sendable {
        var snapshot: Snapshot

        init(_ snapshot: Snapshot) { self.snapshot = snapshot }
    }

    init(_ keeper: SnapshotKeeper, loops: Int) {
        self.keeper = keeper
        let snapshot = keeper.snapshot
        cells = (0..<loops).map { _ in Cell(snapshot) }
    }

    /// The newest snapshot, for the loop of that number, on that loop's thread.
    func current(_ loop: Int) -> Snapshot {
        let cell = cells[loop]
        if cell.snapshot.generation != keeper.generation { cell.snapshot = keeper.snapshot }
        return cell.snapshot
    }
}
