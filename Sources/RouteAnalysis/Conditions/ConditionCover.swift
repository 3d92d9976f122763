import RouteModel

/// Whether the union of other conditions covers one condition: in every context in which it holds, one of them holds,
/// too.
///
/// Decided over the cells of `ConditionCells`, key by key. A branch ends as soon as the first condition that can still
/// hold is known to hold, so that keys that can no longer change the result are not combined.
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
    /// By dimension, and 0 after the last: the conditions that use it or a later one, and those that use one inside
    /// `not`.
    private var usesLater: [ConditionCells.Members] = [0]
    private var negatesLater: [ConditionCells.Members] = [0]
    /// By dimension: whether it or a later one has a cell that breaks the `not` of the wanted condition.
    private var breaksWantedLater = [false]

    /// A branch: the state after some dimensions.
    private struct Branch: Hashable {
        /// The conditions that can still hold.
        var alive: ConditionCells.Members
        /// The conditions of which nothing inside `not` has failed.
        var negated = ConditionCells.Members.max
        /// Whether nothing inside the `not` of the wanted condition has failed.
        var isWantedNegated: Bool
    }

    /// The state that all branches share.
    private struct Progress {
        var branches = 0
        var used: ConditionCells.Members = 0
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
        for dimension in (cells?.dimensions ?? []).reversed() {
            usesLater.append(usesLater[usesLater.count - 1] | dimension.uses)
            negatesLater.append(negatesLater[negatesLater.count - 1] | dimension.negates)
            let breaks = dimension.negatesWanted && dimension.cells.contains { !$0.negatesWanted }
            breaksWantedLater.append(breaksWantedLater[breaksWantedLater.count - 1] || breaks)
        }
        usesLater.reverse()
        negatesLater.reverse()
        breaksWantedLater.reverse()
    }

    /// - Complexity: At most `Limits.branchesMax` branches.
    func answer() -> Answer {
        guard let cells else { return .undecided }
        guard cells.dimensions.allSatisfy({ !$0.cells.isEmpty }) else { return .covered([]) }
        var progress = Progress()
        defer { work.spend(progress.branches) }
        let all = indices.isEmpty ? 0 : ConditionCells.Members.max >> (64 - indices.count)
        let start = Branch(alive: all, isWantedNegated: cells.wantedHasNot)
        guard let isCovered = isCovered(start, cells, from: 0, &progress) else { return .undecided }
        return isCovered ? .covered(indices.indices.filter { progress.used >> $0 & 1 == 1 }.map { indices[$0] }) : .open
    }

    /// Whether a branch is covered from a dimension on; nil if the limit of branches is reached.
    private func isCovered(
        _ branch: Branch, _ cells: ConditionCells, from start: Int, _ progress: inout Progress
    ) -> Bool? {
        var (branch, place) = (branch, start)
        progress.branches += 1
        guard progress.branches <= Limits.branchesMax else { return nil }
        while true {
            // The `not` of the wanted condition can no longer fail: the condition holds nowhere in this branch.
            if branch.isWantedNegated, !breaksWantedLater[place] { return true }
            branch.alive &= ~(cells.withNot & branch.negated & ~negatesLater[place])
            guard branch.alive != 0 else { return false }
            let first = branch.alive & ~(branch.alive - 1)
            if first & (usesLater[place] | cells.withNot & branch.negated) == 0 {
                progress.used |= first
                return true
            }
            let dimension = cells.dimensions[place]
            let isAsked =
                (dimension.uses | dimension.negates & branch.negated) & branch.alive != 0
                || branch.isWantedNegated && dimension.negatesWanted
            if isAsked { break }
            place += 1
        }
        var seen: Set<Branch> = []
        for cell in cells.dimensions[place].cells {
            var next = branch
            next.alive &= cell.holds
            next.negated &= cell.negated
            next.isWantedNegated = branch.isWantedNegated && cell.negatesWanted
            guard seen.insert(next).inserted else { continue }
            guard let isCovered = isCovered(next, cells, from: place + 1, &progress) else { return nil }
            guard isCovered else { return false }
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
