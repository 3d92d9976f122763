import RouteModel
import TargetTemplate

/// Checks one record: the shape of its kind, its references, and that it has no further words.
struct RecordCheck {
    let tables: IndexTables
    private(set) var cursor: RecordCursor
    private var isSound = true

    init(tables: IndexTables, cursor: RecordCursor) {
        self.tables = tables
        self.cursor = cursor
    }

    /// Whether every part is valid and the record ends after the last one.
    var isWhole: Bool { isSound && cursor.isAtEnd && !cursor.overran }

    private mutating func fail() { isSound = false }

    private mutating func string() {
        if Int(clamping: cursor.next()) >= tables.stringCount { fail() }
    }

    private mutating func stringOrNone() {
        if Int(clamping: cursor.next()) > tables.stringCount { fail() }
    }

    private mutating func strings() {
        for _ in 0..<cursor.count() { string() }
    }

    private mutating func longs(_ count: Int) {
        if Int(clamping: cursor.next()) > tables.longs.count / 8 - count { fail() }
    }

    private mutating func number(below limit: UInt32) {
        if cursor.next() >= limit { fail() }
    }

    // MARK: Kinds

    mutating func destination() {
        switch IndexRecord.Destination(rawValue: cursor.next()) {
        case .unknown: return
        case .screen:
            string()
            stringOrNone()
            number(below: UInt32(max(tables.constants.count - 1, 0)))
        case .redirect:
            string()
            number(below: 2)
            string()
            stringOrNone()
            strings()
            template()
        case .block: string()
        case nil: fail()
        }
    }

    /// Checks a template; the limits of a template's text hold for its parts, which bounds the size of an expansion.
    private mutating func template() {
        let count = cursor.count()
        if count > 2 * TemplateLimits.expressionsMax + 1 { fail() }
        var variables = 0
        for _ in 0..<count {
            switch IndexRecord.TemplatePart(rawValue: cursor.next()) {
            case .literal:
                // Percent-encoding makes three bytes of one.
                let text = cursor.next()
                if Int(clamping: text) >= tables.stringCount
                    || tables.string(text).count > 3 * TemplateLimits.textBytesMax
                {
                    fail()
                }
            case .expression:
                if UInt8(exactly: cursor.next()).flatMap(ExpansionOperator.init(rawValue:)) == nil { fail() }
                let names = cursor.count()
                variables += names
                for _ in 0..<names {
                    string()
                    number(below: 0x1_0000)
                }
            case nil: fail()
            }
        }
        if variables > TemplateLimits.variablesMax { fail() }
    }

    mutating func constants() {
        for _ in 0..<cursor.count() {
            string()
            string()
        }
    }

    mutating func captures() {
        for _ in 0..<cursor.count() {
            string()
            switch IndexRecord.Source(rawValue: cursor.next()) {
            case .host, .path, .tail, .strictTail: _ = cursor.next()
            case .query: string()
            case nil: fail()
            }
            number(below: UInt32(max(tables.matchers.count, 1)))
            number(below: 2)
        }
    }

    mutating func constraints() {
        stringOrNone()
        number(below: IndexRecord.portBase + 0x1_0000)
        for _ in 0..<cursor.count() {
            string()
            switch IndexRecord.QueryTest(rawValue: cursor.next()) {
            case .absent, .present: _ = cursor.next()
            case .equals: string()
            case .matches: number(below: UInt32(max(tables.matchers.count - 1, 0)))
            case nil: fail()
            }
        }
    }

    mutating func matcher() {
        number(below: 4)
        for _ in 0..<cursor.count() {
            switch IndexRecord.Part(rawValue: cursor.next()) {
            case .literal: string()
            case .plain: break
            case .words: strings()
            case .run:
                longs(2)
                _ = cursor.next()
                _ = cursor.next()
            case nil: fail()
            }
        }
    }

    mutating func settings() {
        strings()
        strings()
    }

    /// Checks a list of conditions, which may contain one level of `not`.
    mutating func condition() {
        conditionKeys(allowingNot: true)
    }

    private mutating func conditionKeys(allowingNot: Bool) {
        for _ in 0..<cursor.count() {
            let code = cursor.next()
            switch ConditionKey(code: code) {
            case .words, .locale: strings()
            case .attributes:
                string()
                strings()
            case .versions:
                string()
                longs(4)
            case .flag: number(below: 2)
            case .after, .before: longs(1)
            case .rollout:
                string()
                stringOrNone()
                number(below: 10_001)
            case nil where code == ConditionKey.rampCode:
                string()
                stringOrNone()
                number(below: 10_001)
                number(below: 10_001)
                ramp()
            case .not where allowingNot: conditionKeys(allowingNot: false)
            case .not, nil: fail()
            }
        }
    }

    /// A ramp's length is a divisor, so its end must be later than its start.
    private mutating func ramp() {
        let place = cursor.next()
        let start = Int64(bitPattern: tables.long(place))
        let end = Int64(bitPattern: tables.long(place &+ 1))
        if Int(clamping: place) > tables.longs.count / 8 - 2 || start >= end || !Self.isCivil(start)
            || !Self.isCivil(end)
        {
            fail()
        }
    }

    /// Whether an instant in milliseconds lies within the years −26 to 10018, which include those of RFC 3339, so that
    /// differences of instants do not overflow.
    private static func isCivil(_ milliseconds: Int64) -> Bool {
        (-63_000_000_000_000...254_000_000_000_000).contains(milliseconds)
    }
}
