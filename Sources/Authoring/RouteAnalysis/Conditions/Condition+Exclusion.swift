import RouteModel

extension Condition {
    /// Whether no context and instant satisfies both conditions: true is a proof; false means only that no key excludes
    /// it.
    func excludes(_ other: Condition) -> Bool { clauses.excludes(other.clauses) }

    /// Whether some rollout in it has the rule's id as its salt.
    var isSaltedByRule: Bool { rollouts.contains { $0.salt == nil } }

    /// The rollouts in it, the negated one included.
    var rollouts: [Rollout] { [clauses, not].compactMap { $0?.rollout } }
}

extension Condition {
    /// The words that its lists name, those inside `not` included.
    var wordCount: Int {
        [clauses, not].compactMap { $0 }.reduce(0) { count, clauses in
            count + WordKey.allCases.reduce(0) { $0 + clauses[$1].count } + clauses.locale.count
                + clauses.attributes.reduce(0) { $0 + $1.values.count }
        }
    }
}

extension Rule {
    /// Its rollouts with their effective salts: rules with different ones are arms that are meant for different devices.
    var arms: [Rollout] {
        (condition?.rollouts ?? []).map { rollout in
            var rollout = rollout
            rollout.salt = rollout.salt ?? id
            return rollout
        }
    }
}

extension Clauses {
    fileprivate func excludes(_ other: Clauses) -> Bool {
        FlagKey.allCases.contains { key in self[key] != nil && other[key] != nil && self[key] != other[key] }
            || VersionKey.allCases.contains { Self.areApart(self[$0], other[$0]) }
            || WordKey.allCases.contains { Self.areDisjoint(self[$0], other[$0]) }
            || isOver(before: other) || other.isOver(before: self) || haveDisjointAttributes(other)
    }

    private func isOver(before other: Clauses) -> Bool {
        guard let before, let after = other.after else { return false }
        return before <= after
    }

    private func haveDisjointAttributes(_ other: Clauses) -> Bool {
        attributes.contains { clause in
            other.attributes.contains {
                ExactText.isSame($0.name, clause.name) && Self.areDisjoint($0.values, clause.values)
            }
        }
    }

    private static func areDisjoint(_ one: [String], _ other: [String]) -> Bool {
        guard !one.isEmpty, !other.isEmpty else { return false }
        // Short lists are compared faster than hashed.
        guard one.count * other.count > 64 else { return !one.contains { ExactText.contains(other, $0) } }
        return Set(one.map { Array($0.utf8) }).isDisjoint(with: other.map { Array($0.utf8) })
    }

    private static func areApart(_ one: VersionRange?, _ other: VersionRange?) -> Bool {
        guard let one, let other else { return false }
        return one.upper < other.lower || other.upper < one.lower
    }
}
