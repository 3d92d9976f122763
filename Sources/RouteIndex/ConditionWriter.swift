import RouteModel

/// Compiles a rule's conditions to words.
struct ConditionWriter {
    private var words: [UInt32] = []

    /// The record of a condition.
    static func record(
        _ condition: Condition, strings: inout StringTable, longs: inout LongTable
    ) -> [UInt32] {
        var writer = ConditionWriter()
        writer.add(condition.clauses, extra: condition.not == nil ? 0 : 1, &strings, &longs)
        if let not = condition.not {
            writer.words.append(ConditionKey.not.rawValue)
            writer.add(not, extra: 0, &strings, &longs)
        }
        return writer.words
    }

    private mutating func add(
        _ clauses: Clauses, extra: Int, _ strings: inout StringTable, _ longs: inout LongTable
    ) {
        words.append(UInt32(clauses.count + extra))
        add(.platform, clauses.platform, &strings)
        add(.region, clauses.region, &strings)
        add(.build, clauses.build, &strings)
        add(.source, clauses.source, &strings)
        add(.locale, clauses.locale.map(\.text), &strings)
        add(.appVersion, clauses.appVersion, &strings, &longs)
        add(.osVersion, clauses.osVersion, &strings, &longs)
        if let signedIn = clauses.signedIn { words += [ConditionKey.signedIn.rawValue, signedIn ? 1 : 0] }
        if let after = clauses.after { words += [ConditionKey.after.rawValue, longs.place(of: after.milliseconds)] }
        if let before = clauses.before {
            words += [ConditionKey.before.rawValue, longs.place(of: before.milliseconds)]
        }
        if let rollout = clauses.rollout { add(rollout, &strings, &longs) }
        for attribute in clauses.attributes {
            words += [ConditionKey.attribute.rawValue, strings.number(of: attribute.name)]
            addList(attribute.values, &strings)
        }
    }

    private mutating func add(_ key: ConditionKey, _ list: [String], _ strings: inout StringTable) {
        guard !list.isEmpty else { return }
        words.append(key.rawValue)
        addList(list, &strings)
    }

    private mutating func addList(_ list: [String], _ strings: inout StringTable) {
        words.append(UInt32(list.count))
        for word in list { words.append(strings.number(of: word)) }
    }

    private mutating func add(
        _ key: ConditionKey, _ range: VersionRange?, _ strings: inout StringTable, _ longs: inout LongTable
    ) {
        guard let range else { return }
        let bounds = PackedVersion(range.lower).halves + PackedVersion(range.upper).halves
        words += [key.rawValue, strings.number(of: range.text), longs.place(of: bounds)]
    }

    private mutating func add(_ rollout: Rollout, _ strings: inout StringTable, _ longs: inout LongTable) {
        let salt = rollout.salt.map { strings.number(of: $0) + 1 } ?? 0
        let by = strings.number(of: rollout.by)
        switch rollout.share {
        case .percent(let percent):
            words += [ConditionKey.percent.rawValue, by, salt, UInt32(percent)]
        case .ramp(let ramp):
            let ends = longs.place(of: [
                UInt64(bitPattern: ramp.start.milliseconds), UInt64(bitPattern: ramp.end.milliseconds),
            ])
            words += [ConditionKey.ramp.rawValue, by, salt, UInt32(ramp.from), UInt32(ramp.to), ends]
        }
    }
}

/// A version as two numbers that compare like it.
struct PackedVersion {
    let high: UInt64
    let low: UInt64

    init(_ version: Version) {
        high = UInt64(version.major) << 32 | UInt64(version.minor)
        low = UInt64(version.patch) << 32 | UInt64(version.build)
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    var halves: [UInt64] { [high, low] }

    /// The version these numbers stand for.
    var version: Version {
        Version(
            UInt32(high >> 32), UInt32(truncatingIfNeeded: high), UInt32(low >> 32), UInt32(truncatingIfNeeded: low))
    }

    static func <= (a: PackedVersion, b: PackedVersion) -> Bool {
        a.high < b.high || (a.high == b.high && a.low <= b.low)
    }
}
