import RouteModel

/// Judges compiled conditions: the fast twin of `Condition.firstFailure`, and the way back to a `Condition`.
///
/// What can go wrong subtly is not written twice: versions, buckets, ramps and language ranges are the model's own.
struct ConditionReader {
    let tables: IndexTables
    private let borrowed: BorrowedContext
    let now: Instant

    /// Reads a context that the caller holds meanwhile.
    @inline(__always)
    init(tables: IndexTables, borrowed: BorrowedContext, now: Instant) {
        self.tables = tables
        self.borrowed = borrowed
        self.now = now
    }

    /// What is asked of.
    @inline(__always)
    var context: Context { borrowed.value }

    /// Whether all conditions of a record hold.
    func holds(_ record: UInt32, ruleID: UInt32) -> Bool {
        var cursor = tables.record(record, of: tables.conditions)
        return allHold(&cursor, ruleID)
    }

    /// Asks every key of a list; leaves the cursor where the first one failed, or behind the list.
    private func allHold(_ cursor: inout RecordCursor, _ ruleID: UInt32) -> Bool {
        for _ in 0..<cursor.count() {
            guard let key = ConditionKey(rawValue: cursor.next()), holds(key, &cursor, ruleID) else { return false }
        }
        return !cursor.overran
    }

    private func holds(_ key: ConditionKey, _ cursor: inout RecordCursor, _ ruleID: UInt32) -> Bool {
        switch key {
        case .platform: isAny(context.platform, &cursor)
        case .region: isAny(context.region, &cursor)
        case .build: isAny(context.build, &cursor)
        case .source: isAny(context.source, &cursor)
        case .locale: isLocale(&cursor)
        case .appVersion: isVersion(context.appVersion, &cursor)
        case .osVersion: isVersion(context.osVersion, &cursor)
        case .signedIn: (cursor.next() == 1) == context.signedIn
        case .after: now >= instant(cursor.next())
        case .before: now < instant(cursor.next())
        case .percent, .ramp: isInRollout(rollout(key, &cursor), ruleID)
        case .attribute: isAny(ExactText.value(of: tables.text(cursor.next()), in: context.attributes), &cursor)
        case .not: !allHold(&cursor, ruleID)
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
        _ = cursor.next()
        let bounds = cursor.next()
        guard let actual, let version = Version(actual).map({ PackedVersion($0) }) else { return false }
        let lower = PackedVersion(high: tables.long(bounds), low: tables.long(bounds &+ 1))
        let upper = PackedVersion(high: tables.long(bounds &+ 2), low: tables.long(bounds &+ 3))
        return lower <= version && version <= upper
    }

    private func instant(_ place: UInt32) -> Instant {
        Instant(milliseconds: Int64(bitPattern: tables.long(place)))
    }

    private func isInRollout(_ rollout: Rollout, _ ruleID: UInt32) -> Bool {
        guard let value = rollout.value(in: context) else { return false }
        let salt = rollout.salt ?? tables.text(ruleID)
        return RolloutBucket.bucket(salt: salt, value: value) < rollout.percent(at: now)
    }

    private func rollout(_ key: ConditionKey, _ cursor: inout RecordCursor) -> Rollout {
        let by = tables.text(cursor.next())
        let salt = cursor.next()
        let first = Int(cursor.next())
        var share = Rollout.Share.percent(first)
        if key == .ramp {
            let to = Int(cursor.next())
            let ends = cursor.next()
            share = .ramp(Rollout.Ramp(from: first, to: to, start: instant(ends), end: instant(ends &+ 1)))
        }
        return Rollout(share, by: by, salt: salt == 0 ? nil : tables.text(salt - 1))
    }

    // MARK: The way back

    /// The condition of a record as a value, for explanations.
    func condition(_ record: UInt32) -> Condition {
        var cursor = tables.record(record, of: tables.conditions)
        var condition = Condition()
        for _ in 0..<cursor.count() {
            guard let key = ConditionKey(rawValue: cursor.next()) else { break }
            if key == .not {
                var not = Clauses()
                for _ in 0..<cursor.count() {
                    guard let inner = ConditionKey(rawValue: cursor.next()) else { break }
                    read(inner, &cursor, into: &not)
                }
                condition.not = not
            } else {
                read(key, &cursor, into: &condition.clauses)
            }
        }
        return condition
    }

    private func read(_ key: ConditionKey, _ cursor: inout RecordCursor, into clauses: inout Clauses) {
        switch key {
        case .platform: clauses.platform = texts(&cursor)
        case .region: clauses.region = texts(&cursor)
        case .build: clauses.build = texts(&cursor)
        case .source: clauses.source = texts(&cursor)
        case .locale: clauses.locale = texts(&cursor).compactMap { try? LanguageRange($0) }
        case .appVersion: clauses.appVersion = range(&cursor)
        case .osVersion: clauses.osVersion = range(&cursor)
        case .signedIn: clauses.signedIn = cursor.next() == 1
        case .after: clauses.after = instant(cursor.next())
        case .before: clauses.before = instant(cursor.next())
        case .percent, .ramp: clauses.rollout = rollout(key, &cursor)
        case .attribute:
            let name = tables.text(cursor.next())
            clauses.attributes.append(AttributeClause(name: name, values: texts(&cursor)))
        case .not: break
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
