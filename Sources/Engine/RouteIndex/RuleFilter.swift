import RouteModel
import WebAddress

/// Checks an alternative whose host and path match: scheme, port, query, then its rule's conditions.
struct RuleFilter: AlternativeFilter {
    let tables: IndexTables
    private let scheme: ByteTable
    private let port: Int32
    var query: AddressQuery

    @inline(__always)
    init(_ tables: IndexTables, _ address: AddressPieces) {
        self.tables = tables
        scheme = address.scheme
        port = address.port
        query = AddressQuery(address)
    }

    mutating func accepts(_ position: UInt32, _ conditions: ConditionReader) -> Bool {
        let alternative = CompiledAlternative(tables, position)
        guard fits(alternative) else { return false }
        let condition = alternative.condition
        return condition == 0 || conditions.holds(condition - 1, ruleID: alternative.ruleID)
    }

    /// Whether scheme, port and query match.
    mutating func fits(_ position: UInt32) -> Bool { fits(CompiledAlternative(tables, position)) }

    @inline(__always)
    private mutating func fits(_ alternative: CompiledAlternative) -> Bool {
        var cursor = tables.record(alternative.constraints, of: tables.constraints)
        guard fits(scheme: cursor.next()), fits(port: cursor.next()) else { return false }
        for _ in 0..<cursor.count() where !query.holds(QueryTest(&cursor), tables) { return false }
        return true
    }

    @inline(__always)
    private func fits(scheme wanted: UInt32) -> Bool { wanted == 0 || tables.string(wanted &- 1).equals(scheme) }

    @inline(__always)
    private func fits(port wanted: UInt32) -> Bool {
        switch wanted {
        case IndexRecord.portAny: true
        case IndexRecord.portDefault: port < 0
        default: Int32(wanted &- IndexRecord.portBase) == port
        }
    }

    /// The first of scheme, port and query that does not match, with the reason; nil if all match.
    mutating func firstMismatch(_ position: UInt32) -> ComponentMismatch? {
        var cursor = tables.record(CompiledAlternative(tables, position).constraints, of: tables.constraints)
        let wantedScheme = cursor.next()
        if !fits(scheme: wantedScheme) {
            return ComponentMismatch(
                component: "scheme",
                detail: "The scheme is \"\(scheme.text)\"; the rule wants \"\(tables.text(wantedScheme - 1))\".")
        }
        let wantedPort = cursor.next()
        if !fits(port: wantedPort) {
            let wanted =
                wantedPort == IndexRecord.portDefault ? "the scheme's default" : "\(wantedPort - IndexRecord.portBase)"
            let actual = port < 0 ? "the scheme's default" : "\(port)"
            return ComponentMismatch(component: "port", detail: "The port is \(actual); the rule wants \(wanted).")
        }
        for _ in 0..<cursor.count() {
            let test = QueryTest(&cursor)
            if !query.holds(test, tables) {
                return ComponentMismatch(component: "query", detail: test.expectation(tables, position))
            }
        }
        return nil
    }
}

/// A component of an address that does not match, with the reason.
struct ComponentMismatch: Equatable {
    var component: String
    var detail: String
}

/// The row of an alternative, with the parts of its rule; zeros if there is no such alternative.
struct CompiledAlternative {
    let tables: IndexTables
    /// The first word of the row.
    private let first: Int

    @inline(__always)
    init(_ tables: IndexTables, _ position: UInt32) {
        self.tables = tables
        first = Int(clamping: position) &* IndexFormat.alternativeWords
    }

    /// The string of its rule's id.
    var ruleID: UInt32 { tables.alternatives[first] }
    /// The alternative's number within its rule.
    var number: Int { tables.alternatives.int(first &+ 1) }
    var constraints: UInt32 { tables.alternatives[first &+ 2] }
    var captures: UInt32 { tables.alternatives[first &+ 3] }
    /// The destination record of its rule.
    var destination: UInt32 { tables.alternatives[first &+ 4] }
    /// The condition record of its rule + 1, or 0.
    var condition: UInt32 { tables.alternatives[first &+ 5] }
}

/// The record of a destination.
struct CompiledDestination {
    /// The kind; nil for a number that is none.
    let kind: IndexRecord.Destination?
    /// The words after the kind.
    let operands: RecordCursor
    /// The constants of a screen; for other kinds a record without words.
    let constants: RecordCursor

    @inline(__always)
    init(_ alternative: CompiledAlternative) {
        let tables = alternative.tables
        var cursor = tables.record(alternative.destination, of: tables.destinations)
        kind = IndexRecord.Destination(rawValue: cursor.next())
        operands = cursor
        guard kind == .screen else {
            constants = RecordCursor(words: tables.words, at: 0, end: 0)
            return
        }
        cursor.skip()
        cursor.skip()
        constants = tables.record(cursor.next(), of: tables.constants)
    }
}

/// One test on the query.
struct QueryTest {
    let name: UInt32
    let kind: UInt32
    let operand: UInt32

    init(_ cursor: inout RecordCursor) {
        name = cursor.next()
        kind = cursor.next()
        operand = cursor.next()
    }

    /// Why the test of an alternative failed, as a sentence for people.
    func expectation(_ tables: IndexTables, _ position: UInt32) -> String {
        let name = "\"\(tables.text(name))\""
        switch IndexRecord.QueryTest(rawValue: kind) {
        case .absent: return "The query has \(name), which the rule excludes."
        case .present: return "The query has no \(name)."
        case .equals: return "The query has no \(name) that is \"\(tables.text(operand))\"."
        case .matches:
            let names = KnownParts.names(tables, position, .query, self.name, operand)
            let text = MatcherText(tables, matcher: operand, names: names).described
            return "The query has no \(name) that fits \(text)."
        case nil: return "The query does not match."
        }
    }
}

/// The form-decoded query of an address, decoded at the first read; most look-ups do not read it.
struct AddressQuery {
    /// The query as it is in the address; valid as long as the ``AddressPieces``.
    private let raw: ByteTable
    /// The items after the first read.
    private(set) var read: [FormItem]?

    init(_ address: AddressPieces) { raw = address.query }

    /// All items, in the order of the query.
    var items: [FormItem] {
        mutating get {
            if let read { return read }
            let items = raw.count == 0 ? [] : FormURLEncoded.items(raw.text)
            read = items
            return items
        }
    }

    /// Whether any value of the name satisfies the test.
    mutating func holds(_ test: QueryTest, _ tables: IndexTables) -> Bool {
        let kind = IndexRecord.QueryTest(rawValue: test.kind)
        let name = tables.string(test.name)
        let items = items
        for index in items.indices where name.equals(items[index].name) {
            switch kind {
            case .absent, nil: return false
            case .present: return true
            case .equals: if tables.string(test.operand).equals(items[index].value) { return true }
            case .matches: if Self.fits(items[index].value, test.operand, tables) { return true }
            }
        }
        return kind == .absent
    }

    private static func fits(_ value: String, _ matcher: UInt32, _ tables: IndexTables) -> Bool {
        ByteTable.with(value) { bytes in
            var runner = MatcherRunner(tables, matcher: matcher, text: bytes)
            return runner.run()
        }
    }
}
