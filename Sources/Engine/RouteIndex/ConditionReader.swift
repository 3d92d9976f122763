import RouteModel

/// Evaluates compiled conditions, with the same results as `Condition.firstFailure`, and reads them back as a `Condition`.
///
/// Versions, buckets, ramps and language ranges are compared by the model's own code.
struct ConditionReader {
    let tables: IndexTables
    private let borrowed: BorrowedContext
    let now: Instant

    /// A reader for a context that must stay in memory as long as the reader is used.
    @inline(__always)
    init(tables: IndexTables, borrowed: BorrowedContext, now: Instant) {
        self.tables = tables
        self.borrowed = borrowed
        self.now = now
    }

    /// The context that conditions are evaluated for.
    @inline(__always)
    var context: Context { borrowed.value }

    /// Whether all conditions of a record hold.
    func holds(_ record: UInt32, ruleID: UInt32) -> Bool {
        var cursor = tables.record(record, of: tables.conditions)
        return allHold(&cursor, ruleID)
    }

    /// Whether all conditions of a list hold; the cursor is left at the first one that does not, or after the list.
    private func allHold(_ cursor: inout RecordCursor, _ ruleID: UInt32) -> Bool {
        for _ in 0..<cursor.count() {
            let code = cursor.next()
            guard holds(code: code, &cursor, ruleID) else { return false }
        }
        return !cursor.overran
    }

    private func holds(code: UInt32, _ cursor: inout RecordCursor, _ ruleID: UInt32) -> Bool {
        switch ConditionKey(code: code) {
        case .words(let key): isAny(borrowed[key], &cursor)
        case .locale: isLocale(&cursor)
        case .versions(let key): isVersion(borrowed[key], &cursor)
        case .flag(let key): (cursor.next() == 1) == borrowed[key]
        case .after: now >= instant(cursor.next())
        case .before: now < instant(cursor.next())
        case .rollout: isInRollout(rollout(&cursor, isRamp: false), ruleID)
        case .attributes: isAny(ExactText.value(of: tables.text(cursor.next()), in: context.attributes), &cursor)
        case .not: !allHold(&cursor, ruleID)
        case nil: code == ConditionKey.rampCode && isInRollout(rollout(&cursor, isRamp: true), ruleID)
        }
    }

    private func isAny(_ actual: String?, _ cursor: inout RecordCursor) -> Bool {
        guard let actual else { return false }
        return ByteTable.with(actual) { bytes in
            var found = false
            for _ in 0..<cursor.count() where tables.string(cursor.next()).equals(bytes) { found = true }
            return found
        }
    }

    private func isLocale(_ cursor: inout RecordCursor) -> Bool {
        guard let locale = context.locale else { return false }
        var found = false
        for _ in 0..<cursor.count() {
            let range = tables.text(cursor.next())
            if !found, (try? LanguageRange(range))?.matches(locale) == true { found = true }
        }
        return found
    }

    private func isVersion(_ actual: String?, _ cursor: inout RecordCursor) -> Bool {
        cursor.skip()
        let bounds = tables.longs.fourLongs(at: Int(clamping: cursor.next()) &* 8)
        guard let actual, let version = Version(actual).map({ PackedVersion($0) }) else { return false }
        return PackedVersion(high: bounds.0, low: bounds.1) <= version
            && version <= PackedVersion(high: bounds.2, low: bounds.3)
    }

    private func instant(_ place: UInt32) -> Instant {
        Instant(milliseconds: Int64(bitPattern: tables.long(place)))
    }

    private func isInRollout(_ rollout: Rollout, _ ruleID: UInt32) -> Bool {
        guard let value = rollout.value(in: context) else { return false }
        let salt = rollout.salt ?? tables.text(ruleID)
        return RolloutBucket.bucket(salt: salt, value: value) < rollout.percent(at: now)
    }

    private func rollout(_ cursor: inout RecordCursor, isRamp: Bool) -> Rollout {
        let by = tables.text(cursor.next())
        let salt = cursor.next()
        let first = Int(clamping: cursor.next())
        var share = Rollout.Share.percent(first)
        if isRamp {
            let to = Int(clamping: cursor.next())
            let ends = cursor.next()
            share = .ramp(Rollout.Ramp(from: first, to: to, start: instant(ends), end: instant(ends &+ 1)))
        }
        return Rollout(share, by: by, salt: salt == 0 ? nil : tables.text(salt - 1))
    }

    // MARK: Reading back

    /// The condition of a record as a value, for explanations.
    func condition(_ record: UInt32) -> Condition {
        var cursor = tables.record(record, of: tables.conditions)
        var condition = Condition()
        for _ in 0..<cursor.count() {
            let code = cursor.next()
            if code == ConditionKey.not.code {
                var not = Clauses()
                for _ in 0..<cursor.count() { read(code: cursor.next(), &cursor, into: &not) }
                condition.not = not
            } else {
                read(code: code, &cursor, into: &condition.clauses)
            }
        }
        return condition
    }

    private func read(code: UInt32, _ cursor: inout RecordCursor, into clauses: inout Clauses) {
        switch ConditionKey(code: code) {
        case .words(let key): clauses[key] = texts(&cursor)
        case .locale: clauses.locale = texts(&cursor).compactMap { try? LanguageRange($0) }
        case .versions(let key): clauses[key] = range(&cursor)
        case .flag(let key): clauses[key] = cursor.next() == 1
        case .after: clauses.after = instant(cursor.next())
        case .before: clauses.before = instant(cursor.next())
        case .rollout: clauses.rollout = rollout(&cursor, isRamp: false)
        case .attributes:
            let name = tables.text(cursor.next())
            clauses.attributes.append(AttributeClause(name: name, values: texts(&cursor)))
        case .not: break
        case nil:
            if code == ConditionKey.rampCode { clauses.rollout = rollout(&cursor, isRamp: true) }
        }
    }

    private func texts(_ cursor: inout RecordCursor) -> [String] {
        (0..<cursor.count()).map { _ in tables.text(cursor.next()) }
    }

    private func range(_ cursor: inout RecordCursor) -> VersionRange? {
        let text = tables.text(cursor.next())
        _ = cursor.next()
        return try? VersionRange(text)
    }
}
