/// A node of a component after its optional groups are expanded.
enum PatternAtom: Sendable, Equatable {
    case literal(PatternText)
    /// Indirect: in place, the compiler would test bytes that other cases leave unset, which valgrind reports.
    indirect case capture(PatternCapture)
    case wildcard(at: Int)

    /// The position in the pattern, in UTF-8 bytes.
    var offset: Int {
        switch self {
        case .literal(let text): text.offset
        case .wildcard(let offset): offset
        case .capture(let capture): capture.offset
        }
    }
}

/// All choices of a pattern's optional groups, in order: present before absent, the leftmost group most significant.
struct GroupExpansion {
    private let components: [[PatternNode]]
    /// The number of alternatives.
    let count: Int

    /// The most optional groups; each one doubles the alternatives.
    ///
    /// Groups are compared and not alternatives, because the number of alternatives of 63 groups is no `Int`.
    private static let groupsMax = Int.bitWidth - 1 - PatternLimits.alternativesMax.leadingZeroBitCount

    init(_ components: [[PatternNode]]) throws(PatternError) {
        self.components = components
        var offsets: [Int] = []
        for case .group(_, true, let offset) in components.joined() { offsets.append(offset) }
        guard offsets.count <= Self.groupsMax else {
            throw PatternError(
                .tooManyAlternatives, at: offsets[Self.groupsMax],
                "\(offsets.count) optional groups make more than \(PatternLimits.alternativesMax) patterns",
                hint: "write several patterns; a rule has up to 32")
        }
        count = 1 << offsets.count
    }

    /// The components of one alternative.
    func alternative(_ number: Int) -> [[PatternAtom]] {
        var bit = count >> 1
        return components.map { nodes in
            var atoms: [PatternAtom] = []
            for node in nodes {
                guard case .group(let inside, let isOptional, _) = node else {
                    Self.append(node, to: &atoms)
                    continue
                }
                let isPresent = !isOptional || number & bit == 0
                if isOptional { bit >>= 1 }
                if isPresent { inside.forEach { Self.append($0, to: &atoms) } }
            }
            return atoms
        }
    }

    private static func append(_ node: PatternNode, to atoms: inout [PatternAtom]) {
        switch node {
        case .literal(let text):
            if case .literal(var before) = atoms.last {
                before.append(text)
                atoms[atoms.count - 1] = .literal(before)
            } else {
                atoms.append(.literal(text))
            }
        case .capture(let capture): atoms.append(.capture(capture))
        case .wildcard(let offset): atoms.append(.wildcard(at: offset))
        case .group: preconditionFailure("nested groups are refused by ComponentParser")
        }
    }
}
