import RoutePattern

/// Hosts that two constraints both allow.
struct HostIntersection {
    let variant: Int
    let work: CheckWork

    /// Hosts to try, each as labels from the left; nil stands for no host.
    func hosts(_ one: HostConstraint, _ other: HostConstraint) throws(NoOverlap) -> [[String]?] {
        switch (one, other) {
        case (.any, .any): [["example", "com"], nil]
        case (.none, .any), (.any, .none), (.none, .none): [nil]
        case (.none, .labels), (.labels, .none): throw .disjoint
        case (.labels(let labels, let wildcard), .any), (.any, .labels(let labels, let wildcard)):
            [try aligned(labels, wildcard, labels, wildcard)]
        case (.labels(let labels, let wildcard), .labels(let others, let otherWildcard)):
            [try aligned(labels, wildcard, others, otherWildcard)]
        }
    }

    /// One host that both label lists match, aligned from the right; a wildcard matches one or more labels on the left.
    private func aligned(
        _ one: [SegmentMatcher], _ wildcard: Bool, _ other: [SegmentMatcher], _ otherWildcard: Bool
    ) throws(NoOverlap) -> [String] {
        let count = max(one.count + (wildcard ? 1 : 0), other.count + (otherWildcard ? 1 : 0))
        guard wildcard || one.count == count, otherWildcard || other.count == count else { throw .disjoint }
        var labels: [String] = []
        for place in 0..<count {
            let sides = [one, other].compactMap { place < $0.count ? $0[$0.count - 1 - place] : nil }
            guard let first = sides.first, let last = sides.last else {
                labels.append("w\(variant)")
                continue
            }
            let forms = (TextForm(first, ignoreCase: true), TextForm(last, ignoreCase: true))
            labels.append(try CommonText(place: .label, variant: variant, work: work).text(forms.0, forms.1))
        }
        return labels.reversed()
    }
}
