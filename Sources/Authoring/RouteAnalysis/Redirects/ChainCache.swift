import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate

/// Chains of redirects that were searched for before.
///
/// Alternatives with the same pattern, captures and template redirect alike, so that of a hundred rules on one pattern
/// only one chain is searched for.
final class ChainCache {
    private let release: CompiledDraft
    private let search: ChainSearch
    /// By order position, the number of what the alternative matches and where it leads.
    private var kinds: [Int: Int] = [:]
    /// The kinds that several positions have.
    private var shared: Set<Int> = []
    private var followers: [[Int]: Bool] = [:]
    private var chains: [[Int]: ChainSearch.Chain?] = [:]

    /// A cache for the redirects at some order positions.
    init(_ release: CompiledDraft, _ redirects: [Int]) {
        self.release = release
        search = ChainSearch(release: release)
        var numbers: [[UInt8]: Int] = [:]
        for position in redirects {
            guard case .redirect(let template) = release.rule(position).destination else { continue }
            let value = release.entries[position].value
            let texts = [value.identity] + value.captureNames + [template.query.rawValue, template.text]
            // Bytes, because canonically equivalent texts redirect elsewhere; no text contains a zero byte.
            let key = Array(texts.map { Array($0.utf8) }.joined(separator: [0]))
            if let known = numbers[key] {
                kinds[position] = known
                shared.insert(known)
            } else {
                kinds[position] = numbers.count
                numbers[key] = numbers.count
            }
        }
    }

    /// Whether a redirect at a position can follow the one at another position.
    func canFollow(_ next: Int, _ position: Int) -> Bool {
        guard let key = key([position, next]) else { return search.chain(along: [position, next]) != nil }
        release.work.spend(1)
        if let known = followers[key] { return known }
        let canFollow = search.chain(along: [position, next]) != nil
        followers[key] = canFollow
        return canFollow
    }

    /// The chain along positions, or along positions of the same kinds; nil where none was found.
    func chain(along path: [Int]) -> ChainSearch.Chain? {
        guard let key = key(path) else { return search.chain(along: path) }
        release.work.spend(path.count)
        if let known = chains[key] { return known }
        let chain = search.chain(along: path)
        if chains.count < Limits.chainsKept { chains[key] = .some(chain) }
        return chain
    }

    /// The kinds along a path; nil where no other position has one of them, so that nothing is searched for twice.
    private func key(_ path: [Int]) -> [Int]? {
        let kinds = path.compactMap { self.kinds[$0] }
        return kinds.count == path.count && kinds.contains(where: shared.contains) ? kinds : nil
    }
}
