import RouteModel

/// Compiles a rule's conditions to words.
struct ConditionWriter {
    /// Adds the record of a condition to words.
    static func write(
        _ condition: Condition, to words: inout Pile<UInt32>, strings: inout StringTable, longs: inout LongTable
    ) {
        write(condition.clauses, extra: condition.not == nil ? 0 : 1, &words, &strings, &longs)
        guard let not = condition.not else { return }
        words.append(ConditionKey.not.rawValue)
        write(not, extra: 0, &words, &strings, &longs)
    }

    private static func write(
        _ clauses: Clauses, extra: Int, _ words: inout Pile<UInt32>, _ strings: inout StringTable,
        _ longs: inout LongTable
    ) {
        words.append(UInt32(clauses.count + extra))
        write(.platform, clauses.platform, &words, &strings)
        write(.region, clauses.region, &words, &strings)
        write(.build, clauses.build, &words, &strings)
        write(.source, clauses.source, &words, &strings)
        if !clauses.locale.isEmpty { write(.locale, clauses.locale.map(\.text), &words, &strings) }
        if let range = clauses.appVersion { write(.appVersion, range, &words, &strings, &longs) }
        if let range = clauses.osVersion { write(.osVersion, range, &words, &strings, &longs) }
        if let signedIn = clauses.signedIn { write(.signedIn, signedIn ? 1 : 0, &words) }
        if let after = clauses.after { write(.after, longs.place(of: after.milliseconds), &words) }
        if let before = clauses.before { write(.before, longs.place(of: before.milliseconds), &words) }
        if let rollout = clauses.rollout { write(rollout, &words, &strings, &longs) }
        for attribute in clauses.attributes {
            write(.attribute, strings.number(of: attribute.name), &words)
            writeList(attribute.values, &words, &strings)
        }
    }

    private static func write(_ key: ConditionKey, _ operand: UInt32, _ words: inout Pile<UInt32>) {
        words.append(key.rawValue)
        words.append(operand)
    }

    private static func write(
        _ key: ConditionKey, _ list: [String], _ words: inout Pile<UInt32>, _ strings: inout StringTable
    ) {
        guard !list.isEmpty else { return }
        words.append(key.rawValue)
        writeList(list, &words, &strings)
    }

    private static func writeList(_ list: [String], _ words: inout Pile<UInt32>, _ strings: inout StringTable) {
        words.append(UInt32(list.count))
        for word in list { words.append(strings.number(of: word)) }
    }

    private static func write(
        _ key: ConditionKey, _ range: VersionRange, _ words: inout Pile<UInt32>, _ strings: inout StringTable,
        _ longs: inout LongTable
    ) {
        let bounds = PackedVersion(range.lower).halves + PackedVersion(range.upper).halves
        write(key, strings.number(of: range.text), &words)
        words.append(longs.place(of: bounds))
    }

    private static func write(
        _ rollout: Rollout, _ words: inout Pile<UInt32>, _ strings: inout StringTable, _ longs: inout LongTable
    ) {
        let salt = rollout.salt.map { strings.number(of: $0) + 1 } ?? 0
        let by = strings.number(of: rollout.by)
        switch rollout.share {
        case .percent(let percent):
            for word in [ConditionKey.percent.rawValue, by, salt, UInt32(percent)] { words.append(word) }
        case .ramp(let ramp):
            let ends = longs.place(of: [
                UInt64(bitPattern: ramp.start.milliseconds), UInt64(bitPattern: ramp.end.milliseconds),
            ])
            for word in [ConditionKey.ramp.rawValue, by, salt, UInt32(ramp.from), UInt32(ramp.to), ends] {
                words.append(word)
            }
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
