import RouteModel

/// Whether the union of other conditions covers one condition: in every context in which it holds, one of them holds,
/// too.
///
/// Decided over the cells of `ConditionCells`. Only the keys that the first condition which can still hold asks are cut
/// into branches, so that a branch ends as soon as that condition is known to hold, and conditions on keys of their own
/// are looked at one after the other instead of in all combinations.
struct ConditionCover {
    /// The result.
    enum Answer: Hashable {
        /// The conditions that hold first somewhere, by index; empty if the wanted condition contradicts itself.
        case covered([Int])
        /// There is a context in which the wanted condition holds and none of the others does.
        case open
        /// There are more combinations than the limits allow.
        case undecided
    }

    private let cells: ConditionCells?
    private let work: CheckWork
    /// The index of each condition in the caller's list.
    private let indices: [Int]
    /// A branch: what is known after some dimensions.
    private struct Branch: Equatable {
        /// The conditions that can still hold.
        var alive: ConditionCells.Members
        /// The conditions of which nothing inside `not` has failed.
        var negated = ConditionCells.Members.max
        /// Whether nothing inside the `not` of the wanted condition has failed.
        var isWantedNegated: Bool
    }

    /// What all branches have seen, and what the present one has decided.
    private struct Progress {
        var branches = 0
        var used: ConditionCells.Members = 0
        /// By dimension: whether the present branch has chosen a cell of it.
        var isDecided: [Bool]
        /// The dimensions without a chosen cell that can break the `not` of the wanted condition.
        var breaksWantedLeft: Int
    }

    /// - Parameters:
    ///   - wanted: The condition that may be covered.
    ///   - covers: The others, best first, at most `Limits.coversMax`; conditions with a ramp are left out.
    ///   - work: Counts the branches.
    init(_ wanted: ContextSearch.Demand, by covers: [ContextSearch.Demand], work: CheckWork) {
        self.work = work
        indices = covers.indices.filter { !covers[$0].condition.hasRamp }
        precondition(indices.count <= ConditionCells.Members.bitWidth, "too many conditions for one cover")
        cells = ConditionCells(wanted, others: indices.map { covers[$0] }, work: work)
    }

    /// - Complexity: At most `Limits.branchesMax` branches.
    func answer() -> Answer {
        guard let cells else { return .undecided }
        guard cells.dimensions.allSatisfy({ !$0.cells.isEmpty }) else { return .covered([]) }
        var progress = Progress(
            isDecided: Array(repeating: false, count: cells.dimensions.count),
            breaksWantedLeft: cells.dimensions.count(where: \.canBreakWanted))
        defer { work.spend(progress.branches) }
        let all = indices.isEmpty ? 0 : ConditionCells.Members.max >> (64 - indices.count)
        let start = Branch(alive: all, isWantedNegated: cells.wantedHasNot)
        guard let isCovered = isCovered(start, cells, &progress) else { return .undecided }
        return isCovered ? .covered(indices.indices.filter { progress.used >> $0 & 1 == 1 }.map { indices[$0] }) : .open
    }

    /// Whether a branch is covered; nil where the limit of branches is reached.
    private func isCovered(_ branch: Branch, _ cells: ConditionCells, _ progress: inout Progress) -> Bool? {
        progress.branches += 1
        guard progress.branches <= Limits.branchesMax else { return nil }
        // Nothing can break the `not` of the wanted condition any more: it holds nowhere in this branch.
        if branch.isWantedNegated, progress.breaksWantedLeft == 0 { return true }
        var branch = branch
        while branch.alive != 0 {
            let first = branch.alive.trailingZeroBitCount
            let bit: ConditionCells.Members = 1 << first
            if let place = widest(of: cells.asking[first], branch, cells, progress) {
                return isCovered(branch, cells, cutBy: place, &progress)
            }
            guard cells.withNot & branch.negated & bit != 0 else {
                progress.used |= bit
                return true
            }
            if let place = widest(of: cells.negating[first], branch, cells, progress) {
                return isCovered(branch, cells, cutBy: place, &progress)
            }
            // Everything inside its `not` holds.
            branch.alive &= ~bit
        }
        return false
    }

    /// The dimension without a chosen cell that most conditions of a branch ask; nil where all are chosen.
    private func widest(
        of places: [Int], _ branch: Branch, _ cells: ConditionCells, _ progress: Progress
    ) -> Int? {
        var (widest, most): (Int?, Int) = (nil, -1)
        for place in places where !progress.isDecided[place] {
            let dimension = cells.dimensions[place]
            let count = ((dimension.uses | dimension.negates & branch.negated) & branch.alive).nonzeroBitCount
            if count > most { (widest, most) = (place, count) }
        }
        return widest
    }

    /// Whether a branch is covered in every cell of a dimension.
    private func isCovered(
        _ branch: Branch, _ cells: ConditionCells, cutBy place: Int, _ progress: inout Progress
    ) -> Bool? {
        let breaks = cells.dimensions[place].canBreakWanted ? 1 : 0
        progress.isDecided[place] = true
        progress.breaksWantedLeft -= breaks
        defer {
            progress.isDecided[place] = false
            progress.breaksWantedLeft += breaks
        }
        var seen: [Branch] = []
        for cell in cells.dimensions[place].cells {
            var next = branch
            next.alive &= cell.holds
            next.negated &= cell.negated
            next.isWantedNegated = branch.isWantedNegated && cell.negatesWanted
            guard !seen.contains(next) else { continue }
            guard let isCovered = isCovered(next, cells, &progress) else { return nil }
            guard isCovered else { return false }
            seen.append(next)
        }
        return true
    }
}

extension Condition {
    fileprivate var hasRamp: Bool {
        rollouts.contains { rollout in
            if case .ramp = rollout.share { return true }
            return false
        }
    }
}
