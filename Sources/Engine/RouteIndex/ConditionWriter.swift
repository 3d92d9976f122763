import RouteModel

/// Compiles a rule's conditions to the words of a record; ``IndexRecord`` describes them.
struct ConditionWriter {
    /// Appends the record of a condition to words.
    static func write(
        _ condition: Condition, to words: inout UniqueBuffer<UInt32>, strings: inout StringTable,
        longs: inout LongTable
    ) {
        write(condition.clauses, extra: condition.not == nil ? 0 : 1, &words, &strings, &longs)
        guard let not = condition.not else { return }
        words.append(ConditionKey.not.code)
        write(not, extra: 0, &words, &strings, &longs)
    }

    /// Appends a count, which includes `extra` conditions that the caller writes, and the clauses.
    private static func write(
        _ clauses: Clauses, extra: Int, _ words: inout UniqueBuffer<UInt32>, _ strings: inout StringTable,
        _ longs: inout LongTable
    ) {
        let place = words.count
        words.append(0)
        var total = extra
        for key in ConditionKey.clauses {
            let count = clauses.count(of: key)
            guard count > 0 else { continue }
            total += count
            switch key {
            case .words(let word):
                words.append(key.code)
                writeList(clauses[word], &words, &strings)
            case .locale:
                words.append(key.code)
                writeList(clauses.locale.map { $0.text }, &words, &strings)
            case .versions(let version):
                guard let range = clauses[version] else { break }
                words.append(key.code)
                words.append(strings.number(of: range.text))
                words.append(longs.place(of: PackedVersion(range.lower).halves + PackedVersion(range.upper).halves))
            case .flag(let flag):
                words.append(key.code)
                words.append(clauses[flag] == true ? 1 : 0)
            case .after: write(key, clauses.after, &words, &longs)
            case .before: write(key, clauses.before, &words, &longs)
            case .rollout:
                if let rollout = clauses.rollout { write(rollout, &words, &strings, &longs) }
            case .attributes:
                for attribute in clauses.attributes {
                    words.append(key.code)
                    words.append(strings.number(of: attribute.name))
                    writeList(attribute.values, &words, &strings)
                }
            case .not: break
            }
        }
        words[place] = UInt32(total)
    }

    private static func writeList(
        _ list: [String], _ words: inout UniqueBuffer<UInt32>, _ strings: inout StringTable
    ) {
        words.append(UInt32(list.count))
        for word in list { words.append(strings.number(of: word)) }
    }

    private static func write(
        _ key: ConditionKey, _ instant: Instant?, _ words: inout UniqueBuffer<UInt32>, _ longs: inout LongTable
    ) {
        guard let instant else { return }
        words.append(key.code)
        words.append(longs.place(of: instant.milliseconds))
    }

    private static func write(
        _ rollout: Rollout, _ words: inout UniqueBuffer<UInt32>, _ strings: inout StringTable,
        _ longs: inout LongTable
    ) {
        let salt = rollout.salt.map { strings.number(of: $0) + 1 } ?? 0
        let by = strings.number(of: rollout.by)
        switch rollout.share {
        case .percent(let percent):
            for word in [ConditionKey.rollout.code, by, salt, UInt32(percent)] { words.append(word) }
        case .ramp(let ramp):
            let ends = longs.place(of: [
                UInt64(bitPattern: ramp.start.milliseconds), UInt64(bitPattern: ramp.end.milliseconds),
            ])
            for word in [ConditionKey.rampCode, by, salt, UInt32(ramp.from), UInt32(ramp.to), ends] {
                words.append(word)
            }
        }
    }
}

/// A version as two 64-bit numbers that compare in the same order.
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

    /// The version that the numbers encode.
    var version: Version {
        Version(
            UInt32(high >> 32), UInt32(truncatingIfNeeded: high), UInt32(low >> 32), UInt32(truncatingIfNeeded: low))
    }

    static func <= (a: PackedVersion, b: PackedVersion) -> Bool {
        a.high < b.high || (a.high == b.high && a.low <= b.low)
    }
}
