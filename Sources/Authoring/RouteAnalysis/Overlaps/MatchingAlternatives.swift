import RouteModel
import RoutePattern

/// The alternatives that match one address, best first, indexed by one trait if there are many.
///
/// Of thousands of rules on one pattern few can hide a given one: those whose conditions name a word that its own
/// conditions name, or no word.
struct MatchingAlternatives {
    /// Order positions, ascending.
    let positions: [Int]
    private var trait: PairSelection.Trait?
    private var byWord: [String: [Int]] = [:]
    private var free: [Int] = []

    init(_ positions: [Int], _ release: CompiledDraft) {
        self.positions = positions
        guard positions.count > Limits.undividedMax else { return }
        let traits = positions.map { release.conditionTraits($0) }
        guard let trait = PairSelection.best(traits, []) else { return }
        self.trait = trait
        for (position, traits) in zip(positions, traits) {
            guard let words = traits[trait] else {
                free.append(position)
                continue
            }
            for word in Set(words) { byWord[word, default: []].append(position) }
        }
    }

    /// Whether the alternative at a position is one of them.
    func contains(_ position: Int) -> Bool {
        let place = Self.place(of: position, positions)
        return place < positions.count && positions[place] == position
    }

    /// Those before a position whose rules may hold in a context in which its own rule holds.
    func before(_ position: Int, _ traits: () -> PairSelection.Traits) -> [Int] {
        guard let trait, let words = traits()[trait] else {
            return Array(positions[..<Self.place(of: position, positions)])
        }
        let lists = [free] + Set(words).compactMap { byWord[$0] }
        return Set(lists.flatMap { $0[..<Self.place(of: position, $0)] }).sorted()
    }

    /// The index of the first entry that is not below a position.
    private static func place(of position: Int, _ list: [Int]) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
