import RouteModel

/// Searches for identifiers whose buckets are in the shares of all rollouts that count them.
struct IdentifierSearch {
    /// The buckets that each salt allows.
    private var buckets: [(salt: String, range: Range<Int>)] = []
    /// Whether some rollout must hold, so that the identifier cannot be missing.
    private(set) var isNeeded = false

    /// Collects the shares at one instant.
    ///
    /// - Parameters:
    ///   - demands: The conditions that must hold.
    ///   - key: The key whose values the rollouts count.
    ///   - now: The instant of ramps.
    init(_ demands: [ContextSearch.Demand], key: Context.Key, at now: Instant) {
        for demand in demands {
            if let rollout = demand.condition.clauses.rollout, rollout.key == key {
                isNeeded = true
                narrow(rollout.salt ?? demand.ruleID, to: 0..<max(0, rollout.percent(at: now)))
            }
            // Inside `not`, a rollout alone must fail; beside other clauses any of them may.
            if let not = demand.condition.not, not.count == 1, let rollout = not.rollout, rollout.key == key {
                let least = min(ModelLimits.shareMax, max(0, rollout.percent(at: now)))
                narrow(rollout.salt ?? demand.ruleID, to: least..<ModelLimits.shareMax)
            }
        }
    }

    /// Whether no identifier satisfies the rollouts: a proof.
    var isImpossible: Bool { isNeeded && buckets.contains { $0.range.isEmpty } }

    private mutating func narrow(_ salt: String, to range: Range<Int>) {
        guard let index = buckets.firstIndex(where: { $0.salt.utf8.elementsEqual(salt.utf8) }) else {
            return buckets.append((salt, range))
        }
        buckets[index].range = buckets[index].range.clamped(to: range)
    }

    /// At most `count` identifiers, the first ones in a fixed order; empty if none was found.
    ///
    /// - Complexity: At most `Limits.identifiersMax` hashes per salt.
    func identifiers(_ count: Int, work: CheckWork) -> [String] {
        guard let narrowest = buckets.min(by: { $0.range.count < $1.range.count }) else {
            return (0..<count).map { "id-\($0)" }
        }
        guard !narrowest.range.isEmpty else { return [] }
        let tries = min(Limits.identifiersMax, work.identifiersLeft)
        let isNarrow = narrowest.range.count <= Limits.narrowShareMax
        // The expected number of tries whose buckets are in all shares.
        var expected = Double(tries)
        for share in buckets { expected *= Double(share.range.count) / Double(ModelLimits.shareMax) }
        if isNarrow {
            let narrow = Double(narrowest.range.count) / Double(ModelLimits.shareMax)
            expected /= narrow * Double(BucketPreimage.hashesPerIdentifier)
        }
        guard expected >= Limits.identifiersExpectedMin else { return [] }
        return isNarrow
            ? computed(count, narrowest.salt, narrowest.range, tries, work) : scanned(count, tries, work)
    }

    /// Identifiers `id-0`, `id-1` and so on that fall into every share.
    private func scanned(_ count: Int, _ triesMax: Int, _ work: CheckWork) -> [String] {
        var texts = buckets.map { SaltedText($0.salt, $0.range) }
        var found: [String] = []
        var tries = 0
        for number in 0..<triesMax {
            if found.count >= count || !found.isEmpty && number >= Limits.identifiersEnough { break }
            tries += 1
            if texts.allSatisfy(\.holds) { found.append("id-\(number)") }
            for index in texts.indices { texts[index].count() }
        }
        work.spend(identifiers: tries * buckets.count, perStep: Limits.identifiersHashedPerStep)
        return found
    }

    /// Identifiers computed to fall into the narrowest share, of which those that fall into the others are taken.
    private func computed(
        _ count: Int, _ salt: String, _ range: Range<Int>, _ triesMax: Int, _ work: CheckWork
    ) -> [String] {
        let preimage = BucketPreimage(salt: salt)
        let hashes =
            BucketPreimage.leastHash(ofBucket: range.lowerBound)..<BucketPreimage.leastHash(ofBucket: range.upperBound)
        var found: [String] = []
        var tries = 0
        for hash in hashes.prefix(triesMax) {
            if found.count >= count || !found.isEmpty && tries >= Limits.identifiersEnough { break }
            tries += 1
            guard let text = preimage.identifier(hash: UInt32(truncatingIfNeeded: hash)) else { continue }
            let isInside = buckets.allSatisfy { $0.range.contains(RolloutBucket.bucket(salt: $0.salt, value: text)) }
            if isInside { found.append(text) }
        }
        work.spend(identifiers: tries, perStep: Limits.identifiersComputedPerStep)
        return found
    }
}

/// A salt and an identifier, `id-0` at first, whose number is counted up in place without a new array.
private struct SaltedText {
    private var bytes: [UInt8]
    private let digits: Int
    private let range: Range<Int>

    init(_ salt: String, _ range: Range<Int>) {
        bytes = Array((salt + ":id-").utf8)
        digits = bytes.count
        bytes.append(UInt8(ascii: "0"))
        self.range = range
    }

    /// Whether the identifier lies in the share.
    var holds: Bool { range.contains(RolloutBucket.bucket(hash: RolloutBucket.murmur3(bytes))) }

    /// Goes to the next number.
    mutating func count() {
        var place = bytes.count - 1
        while place >= digits, bytes[place] == UInt8(ascii: "9") {
            bytes[place] = UInt8(ascii: "0")
            place -= 1
        }
        if place >= digits { bytes[place] += 1 } else { bytes.insert(UInt8(ascii: "1"), at: digits) }
    }
}
